#pragma once
// How a run is told to stop: SIGINT, SIGTERM or a time limit set one flag, which the run looks at.
#include <atomic>
#include <chrono>
#include <optional>
#include <string>

namespace chappe::cli {

/// While it lives, SIGINT, SIGTERM and the time limit set the flag; afterwards they do what they
/// did before. A second SIGINT ends the program at once. A signal that was ignored at the start
/// stays so. At most one lives at a time (signals belong to the process).
class StopWatch {
 public:
  /// @param limit_s  time limit [s], > 0; empty = none
  explicit StopWatch(std::optional<double> limit_s);
  ~StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

  const std::atomic<bool>* flag() const;
  bool stopped() const;
  /// Why: "by a signal" or "by the time limit of 3 s".
  std::string reason() const;

 private:
  std::optional<double> limit_s_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace chappe::cli
