#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"

namespace chappe {
namespace {

/// An open file, closed with its object.
class ReadOnlyFile {
 public:
  explicit ReadOnlyFile(const std::string& path) : path_(path) {
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) fail();
    refuse_what_is_no_file(info);  // before opening: opening a device may already do something
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (descriptor_ < 0 || ::fstat(descriptor_, &info) != 0) fail();
    refuse_what_is_no_file(info);
    size_ = static_cast<std::size_t>(info.st_size);
  }
  ~ReadOnlyFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  ReadOnlyFile(const ReadOnlyFile&) = delete;
  ReadOnlyFile& operator=(const ReadOnlyFile&) = delete;

  std::size_t size() const { return size_; }

  /// Fills the buffer; returns what there was.
  std::size_t read(char* to, std::size_t count) const {
    std::size_t done = 0;
    while (done < count) {
      const ssize_t got = ::read(descriptor_, to + done, count - done);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail();
      if (got == 0) break;
      done += static_cast<std::size_t>(got);
    }
    return done;
  }

 private:
  void refuse_what_is_no_file(const struct stat& info) const {
    if (S_ISREG(info.st_mode)) return;
    const char* what = S_ISDIR(info.st_mode) ? "a folder" : "a device, FIFO or socket";
    throw DataError(path_ + ": " + what + "; expected a regular file");
  }
  [[noreturn]] void fail() const {
    throw DataError(path_ + ": cannot be read: " + std::strerror(errno));
  }

  std::string path_;
  int descriptor_{-1};
  std::size_t size_{0};
};

}  // namespace

int touchstone_ports(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  const std::string_view end = dot == std::string::npos || path[dot] == '/'
                                   ? std::string_view{}
                                   : std::string_view(path).substr(dot + 1);
  const bool version_2 = end == "ts" || end == "TS";
  const bool shape = end.size() >= 3 && (end.front() == 's' || end.front() == 'S') &&
                     (end.back() == 'p' || end.back() == 'P');
  int ports = 0;
  if (shape) {
    const char* const last = end.data() + end.size() - 1;
    const auto [stop, error] = std::from_chars(end.data() + 1, last, ports);
    if (error == std::errc::result_out_of_range) ports = kTouchstonePortsMax + 1;
    if (stop != last) ports = 0;
  }
  if (version_2) throw DataError(path + ": version 2 (.ts) is not read yet");
  if (ports == 0) throw DataError(path + ": expected a name that ends in .s1p to .s128p");
  if (ports < 0 || ports > kTouchstonePortsMax) {
    throw DataError(path + ": more ports than " + std::to_string(kTouchstonePortsMax) +
                    " in the name");
  }
  return ports;
}

TouchstoneData read_touchstone_data(const std::string& path) {
  const int ports = touchstone_ports(path);
  const ReadOnlyFile file(path);
  // Not initialised: the pages are touched once, by reading.
  const std::unique_ptr<char[]> buffer(new char[file.size() + 1]);
  const std::size_t size = file.read(buffer.get(), file.size());
  return parse_touchstone(std::string_view(buffer.get(), size), path, ports);
}

Network read_touchstone(const std::string& path) {
  return std::move(read_touchstone_data(path).network);
}

}  // namespace chappe
