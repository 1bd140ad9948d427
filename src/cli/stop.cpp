#include "cli/stop.hpp"

#include <sys/time.h>

#include <cmath>
#include <csignal>

#include "cli/text.hpp"

namespace chappe::cli {
namespace {

// A signal handler can reach nothing but a global; this is the only one.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void request_stop(int) { stop_requested.store(true); }

void handle(int signal_number, int flags) {
  struct sigaction now {};
  sigaction(signal_number, nullptr, &now);
  if (now.sa_handler == SIG_IGN && signal_number != SIGALRM) return;
  struct sigaction action {};
  action.sa_handler = request_stop;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal_number, &action, nullptr);
}

void restore(int signal_number) {
  struct sigaction now {};
  sigaction(signal_number, nullptr, &now);
  if (now.sa_handler == request_stop) std::signal(signal_number, SIG_DFL);
}

void set_timer(double seconds) {
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec = static_cast<suseconds_t>(std::fmod(seconds, 1.0) * 1e6);
  // A timer of zero would never fire.
  if (seconds > 0.0 && timer.it_value.tv_sec == 0 && timer.it_value.tv_usec == 0) {
    timer.it_value.tv_usec = 1;
  }
  setitimer(ITIMER_REAL, &timer, nullptr);
}

}  // namespace

StopWatch::StopWatch(std::optional<double> limit_s)
    : limit_s_(limit_s), start_(std::chrono::steady_clock::now()) {
  stop_requested.store(false);
  handle(SIGINT, SA_RESTART | static_cast<int>(SA_RESETHAND));
  handle(SIGTERM, SA_RESTART);
  if (!limit_s_) return;
  handle(SIGALRM, SA_RESTART);
  set_timer(*limit_s_);
}

StopWatch::~StopWatch() {
  if (limit_s_) set_timer(0.0);
  for (const int signal_number : {SIGINT, SIGTERM, SIGALRM}) restore(signal_number);
}

const std::atomic<bool>* StopWatch::flag() const { return &stop_requested; }

bool StopWatch::stopped() const { return stop_requested.load(); }

std::string StopWatch::reason() const {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (limit_s_ && elapsed.count() >= *limit_s_) {
    return "by the time limit of " + plain(*limit_s_) + " s";
  }
  return "by a signal";
}

}  // namespace chappe::cli
