#include "base/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace chappe {
namespace {

std::string standard_input_trouble() {
  const int flags = ::fcntl(STDIN_FILENO, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) == O_WRONLY) return "closed";
  struct stat info {};
  if (::fstat(STDIN_FILENO, &info) == 0 && S_ISDIR(info.st_mode)) return "a folder, not a file";
  return "";
}

}  // namespace

std::string file_kind(mode_t mode) {
  if (S_ISREG(mode)) return "a regular file";
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISCHR(mode)) return "a character device";
  if (S_ISBLK(mode)) return "a block device";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISSOCK(mode)) return "a socket";
  return "of an unknown kind";
}

std::string input_trouble(const std::string& path) {
  if (path == "-") return standard_input_trouble();
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) {
    return errno == ENOENT ? "no such file" : std::generic_category().message(errno);
  }
  if (S_ISREG(info.st_mode)) return "";
  return file_kind(info.st_mode) + ", not a regular file";
}

}  // namespace chappe
