#include "io/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <new>
#include <system_error>

#include "base/errors.hpp"

namespace chappe {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitMemory = false;  // sanitizers reserve terabytes of address space
#else
constexpr bool kLimitMemory = true;
#endif
constexpr char kResult = 'R';
constexpr char kError = 'E';

void limit(int resource, rlim_t value) {
  struct rlimit now {};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return;
  if (now.rlim_max != RLIM_INFINITY) value = std::min(value, now.rlim_max);
  now.rlim_cur = value;
  now.rlim_max = value;
  ::setrlimit(static_cast<__rlimit_resource_t>(resource), &now);
}

/// Address space in use [B].
rlim_t address_space() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// What the C library prints on its way down is nobody's result.
void silence() {
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

void limit_child(const ChildLimits& limits) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGTERM, SIGXCPU, SIGPIPE}) {
    ::signal(signal, SIG_DFL);  // the parent's handlers are not for here
  }
  ::signal(SIGINT, SIG_IGN);  // the parent decides, and ends us by closing the pipe
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, limits.cpu_s);
  if (kLimitMemory) limit(RLIMIT_AS, address_space() + limits.memory_bytes);
}

std::string outcome(const std::function<std::string()>& job) {
  try {
    return kResult + job();
  } catch (const Error& error) {
    return std::string(1, kError) + error.what();
  } catch (const std::bad_alloc&) {
    return std::string(1, kError) + "needs more memory than is allowed";
  } catch (const std::exception& error) {
    return std::string(1, kError) + error.what();
  }
}

void send(int fd, const std::string& text) {
  std::size_t sent = 0;
  while (sent < text.size()) {
    const ssize_t n = ::write(fd, text.data() + sent, text.size() - sent);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    sent += static_cast<std::size_t>(n);
  }
}

[[noreturn]] void be_the_child(const std::function<std::string()>& job, const ChildLimits& limits,
                               int fd) {
  int status = 1;
  try {
    silence();
    limit_child(limits);
    send(fd, outcome(job));
    status = 0;
  } catch (...) {  // nothing may unwind into the parent's frames
    status = 1;
  }
  ::_exit(status);
}

/// What comes through the pipe until it closes. @return false if the deadline came first
bool receive(int fd, unsigned wall_s, std::string& text) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(wall_s);
  std::string buffer(1 << 16, '\0');
  while (true) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wait{fd, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left, 1000))) <= 0) continue;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

/// The child is gone when this returns, on every way out.
class Child {
 public:
  Child(pid_t pid, int fd) : pid_(pid), fd_(fd) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      wait();
    }
    ::close(fd_);
  }
  int fd() const { return fd_; }
  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

 private:
  pid_t pid_;
  int fd_;
};

}  // namespace

std::string run_in_child(const std::function<std::string()>& job, const ChildLimits& limits) {
  int ends[2]{};
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw DataError("cannot make a pipe: " + std::generic_category().message(errno));
  }
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(ends[0]);
    be_the_child(job, limits, ends[1]);
  }
  const int error = errno;
  ::close(ends[1]);
  if (pid < 0) {
    ::close(ends[0]);
    throw DataError("cannot start a process: " + std::generic_category().message(error));
  }
  Child child(pid, ends[0]);
  std::string text;
  if (!receive(child.fd(), limits.wall_s, text)) throw DataError("reading it takes too long");
  const int status = child.wait();
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)) {
    throw DataError("reading it takes too long");
  }
  if (WIFSIGNALED(status)) {
    throw DataError("reading it crashed (signal " + std::to_string(WTERMSIG(status)) + ")");
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || text.empty()) {
    throw DataError("reading it failed");
  }
  if (text.front() == kError) throw DataError(text.substr(1));
  return text.substr(1);
}

}  // namespace chappe
