#pragma once
// How far a run is, on standard error.
#include <chrono>
#include <mutex>
#include <ostream>
#include <string>

namespace chappe::cli {

/// none: silent. line: one line that is rewritten, after the first second. log: a line every ten
/// seconds, where there is no terminal. json: one object a line:
/// {"done": 3, "of": 12, "what": "dac", "elapsed_s": 0.8}, at most ten a second, the last always.
class Progress {
 public:
  enum class Form { none, line, log, json };

  /// @param unit  of what is counted, for the line
  Progress(Form form, std::ostream& err, std::string unit = "cases");
  /// Wipes the line.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// May be called from any thread.
  void report(std::size_t done, std::size_t of, const std::string& what);
  /// Takes the line away, before something else is written.
  void wipe();

 private:
  using Clock = std::chrono::steady_clock;
  Form form_;
  std::ostream& err_;
  std::string unit_;
  std::mutex mutex_{};
  Clock::time_point start_;
  Clock::time_point last_;
  bool any_{false};
  std::size_t shown_{0};
};

/// The form that `--progress auto|none|json` asks for. auto is a line on a terminal, else a
/// log.
Progress::Form progress_form(const std::string& choice, bool quiet, bool terminal);

}  // namespace chappe::cli
