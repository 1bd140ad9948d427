#include "cli/progress.hpp"

#include <nlohmann/json.hpp>

#include "cli/text.hpp"

namespace chappe::cli {

Progress::Progress(Form form, std::ostream& err, std::string unit)
    : form_(form), err_(err), unit_(std::move(unit)), start_(Clock::now()), last_(start_) {}

Progress::~Progress() { wipe(); }

void Progress::report(std::size_t done, std::size_t of, const std::string& what) {
  if (form_ == Form::none) return;
  const std::scoped_lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> elapsed = now - start_;
  const std::chrono::duration<double> since_last = now - last_;
  const bool last_report = done >= of;
  if (any_ && !last_report && since_last.count() < 0.1) return;
  if (form_ == Form::line && elapsed.count() < 1.0) return;
  constexpr double kLogEvery_s = 10.0;
  if (form_ == Form::log && (since_last.count() < kLogEvery_s || last_report)) return;
  any_ = true;
  last_ = now;
  if (form_ == Form::json) {
    const nlohmann::ordered_json object{
        {"done", done}, {"of", of}, {"what", what}, {"elapsed_s", elapsed.count()}};
    err_ << object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"
         << std::flush;
    return;
  }
  std::string line = std::to_string(done) + " of " + std::to_string(of) + " " + unit_ + ", " +
                     fixed(elapsed.count(), 0) + " s: " + what;
  if (line.size() > 78) line.resize(78);
  if (form_ == Form::log) {
    err_ << line + "\n" << std::flush;
    return;
  }
  const std::size_t width = line.size();
  if (width < shown_) line += std::string(shown_ - width, ' ');
  shown_ = width;
  err_ << "\r" + line << std::flush;
}

void Progress::wipe() {
  const std::scoped_lock lock(mutex_);
  if (shown_ == 0) return;
  err_ << "\r" + std::string(shown_, ' ') + "\r" << std::flush;
  shown_ = 0;
}

Progress::Form progress_form(const std::string& choice, bool quiet, bool terminal) {
  if (choice == "json") return Progress::Form::json;
  if (choice == "none" || quiet) return Progress::Form::none;
  return terminal ? Progress::Form::line : Progress::Form::log;
}

}  // namespace chappe::cli
