#include "solve/counted.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "math/confidence.hpp"

namespace chappe {
namespace {

std::string text(const char* format, double value) {
  char out[200];
  std::snprintf(out, sizeof out, format, value);
  return out;
}

Interval interval_of(const WaveformCount& count) {
  return error_ratio_interval(static_cast<std::int64_t>(count.bit_errors),
                              static_cast<std::int64_t>(count.events),
                              static_cast<std::int64_t>(count.bits));
}

}  // namespace

WaveformOptions waveform_options(const SectionRequest& request) {
  WaveformOptions options;
  options.samples_per_symbol = request.solve.waveform_samples_per_symbol;
  options.error_events = request.solve.waveform_error_events;
  options.symbols_max = request.solve.waveform_symbols_max;
  options.seed = request.seed;
  options.threads = request.threads;
  options.stop = request.stop;
  return options;
}

void take_count(const WaveformCount& count, SectionOutcome& out) {
  const Interval interval = interval_of(count);
  // Without errors the figure is the upper bound of its interval, 3/N: never a bare 0 (TRAPS T41).
  const double ber = count.bit_errors == 0 ? interval.high : count.ber();
  out.ber = {ber, interval.low, interval.high, "count"};
  out.count = count;
  out.assumptions.push_back(
      text("waveform: %.0f bit errors", static_cast<double>(count.bit_errors)) +
      text(" in %.4g bits", static_cast<double>(count.bits)) +
      text(", %.0f with real decision feedback", static_cast<double>(count.bit_errors_feedback)) +
      (count.codewords.words == 0
           ? std::string{}
           : text("; then %.0f of", static_cast<double>(count.codewords.failed_words)) +
                 text(" %.0f codewords are not corrected",
                      static_cast<double>(count.codewords.words))));
}

void take_count(const WaveformCount& count, CrossCheckRow& row) {
  const Interval interval = interval_of(count);
  row.ber_count = count.bit_errors == 0 ? interval.high : count.ber();
  row.ber_count_low = interval.low;
  row.ber_count_high = interval.high;
  row.events = static_cast<double>(count.events);
  row.bits = static_cast<double>(count.bits);
  row.ber_feedback = static_cast<double>(count.bit_errors_feedback) / row.bits;
  const double expected = row.ber_density * row.bits;
  const double deviation = std::sqrt(std::max(1.0, count.event_bits_squared));
  row.z = (static_cast<double>(count.bit_errors) - expected) / deviation;
  row.agrees = std::abs(row.z) <= 3.5;
}

}  // namespace chappe
