#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>

#include "base/errors.hpp"
#include "signal/touchstone.hpp"
#include "signal/touchstone/encoding.hpp"

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

  /// The whole file. A zero byte ends reading at once: what is binary, or a file that is mostly
  /// holes, must not fill the memory.
  std::string_view read(char* to) const {
    constexpr std::size_t kStep = std::size_t{1} << 20;
    std::size_t done = 0;
    bool utf16 = false;
    while (done < size_) {
      const ssize_t got = ::read(descriptor_, to + done, std::min(kStep, size_ - done));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) fail();
      if (got == 0) break;
      const auto count = static_cast<std::size_t>(got);
      if (done == 0) utf16 = touchstone::is_utf16({to, count});
      if (!utf16 && std::memchr(to + done, '\0', count) != nullptr) {
        throw DataError(path_ + ": not a Touchstone file: binary data (a zero byte)");
      }
      done += count;
    }
    return {to, done};
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
  const bool version_2 = end == "ts" || end == "TS" || end == "Ts";
  const bool shape = end.size() >= 3 && (end.front() == 's' || end.front() == 'S') &&
                     (end.back() == 'p' || end.back() == 'P');
  int ports = 0;
  if (shape) {
    const char* const last = end.data() + end.size() - 1;
    const auto [stop, error] = std::from_chars(end.data() + 1, last, ports);
    if (error == std::errc::result_out_of_range) ports = kTouchstonePortsMax + 1;
    if (stop != last) ports = 0;
  }
  if (version_2) return 0;
  if (ports <= 0) {
    throw DataError(path +
                    ": not a Touchstone file: expected a name that ends in .s1p to .s128p or .ts");
  }
  if (ports > kTouchstonePortsMax) {
    throw DataError(path + ": more ports than " + std::to_string(kTouchstonePortsMax) +
                    " in the name");
  }
  return ports;
}

TouchstoneData read_touchstone_data(const std::string& path) {
  const int ports = touchstone_ports(path);
  const ReadOnlyFile file(path);
  // Not initialised: the pages are touched once, by reading.
  const std::unique_ptr<char[]> buffer(new (std::nothrow) char[file.size() + 1]);
  if (buffer == nullptr) throw DataError(path + ": larger than the memory");
  return parse_touchstone(file.read(buffer.get()), path, ports);
}

Network read_touchstone(const std::string& path) {
  return std::move(read_touchstone_data(path).network);
}

}  // namespace chappe
