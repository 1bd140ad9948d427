#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>

#include "base/errors.hpp"
#include "base/input_file.hpp"

namespace chappe {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& why) {
  throw OutputError("cannot write '" + path.string() + "': " + why);
}

[[noreturn]] void fail_errno(const fs::path& path, int error) {
  fail(path, std::generic_category().message(error));
}

/// A file descriptor that is closed, and a temporary that is removed, unless released.
class Temporary {
 public:
  Temporary(int fd, fs::path path) : fd_(fd), path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (fd_ >= 0) ::close(fd_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  int fd() const { return fd_; }
  const fs::path& path() const { return path_; }
  int close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd);
  }
  void keep() { path_.clear(); }

 private:
  int fd_;
  fs::path path_;
};

/// The file that a chain of symbolic links ends at, whether it exists or not.
fs::path follow_links(const fs::path& path) {
  constexpr int kMostLinks = 40;  // as Linux
  fs::path end = path;
  for (int i = 0; i < kMostLinks; ++i) {
    std::error_code error;
    if (!fs::is_symlink(fs::symlink_status(end, error))) return end;
    const fs::path next = fs::read_symlink(end, error);
    if (error) fail(path, error.message());
    end = next.is_absolute() ? next : end.parent_path() / next;
  }
  fail(path, "too many symbolic links");
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

void check_folder(const fs::path& asked, const fs::path& folder) {
  struct stat info {};
  if (::stat(folder.c_str(), &info) != 0) {
    if (errno == ENOENT) fail(asked, "there is no folder '" + folder.string() + "'");
    fail_errno(asked, errno);
  }
  if (!S_ISDIR(info.st_mode)) fail(asked, "'" + folder.string() + "' is not a folder");
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0) {
    fail(asked, "folder '" + folder.string() +
                    "' may not be written: " + std::generic_category().message(errno));
  }
}

struct Target {
  fs::path file{};               ///< links followed
  std::optional<mode_t> mode{};  ///< permission bits of the file that is there
};

Target checked_target(const fs::path& asked) {
  if (asked.empty()) throw OutputError("cannot write '': no file name");
  Target target{follow_links(asked), {}};
  struct stat info {};
  if (::stat(target.file.c_str(), &info) == 0) {
    if (!S_ISREG(info.st_mode)) {
      fail(asked, "it is " + file_kind(info.st_mode) + ", not a regular file");
    }
    if (::faccessat(AT_FDCWD, target.file.c_str(), W_OK, AT_EACCESS) != 0) fail_errno(asked, errno);
    target.mode = info.st_mode & 07777;
  } else if (errno != ENOENT) {
    fail_errno(asked, errno);
  }
  if (!target.file.has_filename())
    fail(asked, "a name that ends in '/' is a folder's, not a file's");
  check_folder(asked, folder_of(target.file));
  return target;
}

Temporary make_temporary(const fs::path& asked, const fs::path& folder) {
  constexpr int kMostTries = 10000;
  const std::string stem = ".chappe-" + std::to_string(::getpid()) + "-";
  for (int k = 0; k < kMostTries; ++k) {
    const fs::path path = folder / (stem + std::to_string(k) + ".tmp");
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd >= 0) return {fd, path};
    if (errno != EEXIST) fail_errno(asked, errno);
  }
  fail(asked, "too many temporary files in '" + folder.string() + "'");
}

/// 0, or the errno of what went wrong.
int write_all(int fd, std::span<const std::byte> bytes) {
  constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), std::min(bytes.size(), kMostAtOnce));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return EIO;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return 0;
}

int synced(int fd) {
  while (::fsync(fd) != 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

/// The rename is done: a file system that cannot sync a folder is no reason to report a failure.
void sync_folder(const fs::path& asked, const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  const int error = synced(fd);
  ::close(fd);
  if (error == EIO || error == ENOSPC || error == EDQUOT) fail_errno(asked, error);
}

}  // namespace

void check_output_target(const std::string& target) {
  if (target == "-") return;
  checked_target(target);
}

void refuse_overwriting(const std::string& target, const fs::path& input) {
  std::error_code absent;
  const fs::path source = input == "-" ? fs::path("/dev/stdin") : input;
  if (target == "-" || !fs::equivalent(target, source, absent)) return;
  throw OutputError("'" + target + "' is the input '" + input.string() +
                    "' and would be overwritten");
}

void write_file_atomically(const fs::path& path, std::span<const std::byte> bytes) {
  const Target target = checked_target(path);
  const fs::path folder = folder_of(target.file);
  Temporary temporary = make_temporary(path, folder);
  if (const int error = write_all(temporary.fd(), bytes); error != 0) fail_errno(path, error);
  if (target.mode && ::fchmod(temporary.fd(), *target.mode) != 0) fail_errno(path, errno);
  if (const int error = synced(temporary.fd()); error != 0) fail_errno(path, error);
  if (temporary.close() != 0) fail_errno(path, errno);
  // Again, as late as can be: a device made there meanwhile is not renamed over.
  checked_target(target.file);
  if (::rename(temporary.path().c_str(), target.file.c_str()) != 0) fail_errno(path, errno);
  temporary.keep();
  sync_folder(path, folder);
}

void write_file_atomically(const fs::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text.data(), text.size())));
}

void write_output(const std::string& target, std::string_view text) {
  if (target != "-") return write_file_atomically(target, text);
  const int error = write_all(STDOUT_FILENO, std::as_bytes(std::span(text.data(), text.size())));
  if (error != 0) {
    throw OutputError("cannot write to standard output: " + std::generic_category().message(error));
  }
}

}  // namespace chappe
