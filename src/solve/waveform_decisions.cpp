#include "solve/waveform_decisions.hpp"

#include <cmath>

#include "dsp/mlse.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr std::size_t kTraceback = 64;
constexpr std::uint64_t kEventGap_symbols = 16;

int slice(const WaveformPlan& plan, double y) {
  int level = 0;
  for (const double threshold : plan.thresholds) level += y > threshold * plan.cursor_v ? 1 : 0;
  return level;
}

/// Levels fed back to symbol i stand at [i, i + taps): oldest first. Ahead of the block: what was
/// sent.
std::vector<double> feedback_line(const WaveformPlan& plan, std::span<const std::uint8_t> sent) {
  const std::size_t taps = plan.settings.dfe.size();
  std::vector<double> line(taps + plan.symbols);
  for (std::size_t i = 0; i < line.size(); ++i) {
    line[i] = plan.levels[sent[(i + plan.symbols - taps % plan.symbols) % plan.symbols]];
  }
  return line;
}

/// @param y  less the taps from the second on, in units of the cursor
std::vector<std::uint8_t> detect(const WaveformPlan& plan, std::span<const double> y) {
  Mlse mlse(plan.levels, {plan.settings.dfe.front()}, kTraceback);
  // Around the ring's seam once more, so that nothing begins or ends there.
  std::vector<std::uint8_t> all;
  mlse.run(y.last(kTraceback), all);
  mlse.run(y, all);
  mlse.run(y.first(kTraceback), all);
  mlse.finish(all);
  const auto first = all.begin() + static_cast<std::ptrdiff_t>(kTraceback);
  return {first, first + static_cast<std::ptrdiff_t>(y.size())};
}

}  // namespace

BlockDecisions decide_block(const WaveformPlan& plan, std::span<const std::uint8_t> sent,
                            std::span<const double> y) {
  const std::size_t taps = plan.settings.dfe.size();
  std::vector<double> feedback(plan.settings.dfe.rbegin(), plan.settings.dfe.rend());
  for (double& tap : feedback) tap *= plan.cursor_v;
  const std::vector<double> sent_line = feedback_line(plan, sent);
  std::vector<double> decided_line = sent_line;
  const bool mlse = plan.signals->rx.mlse;
  std::vector<double> unfed_ideal(mlse ? plan.symbols : 0), unfed_real(unfed_ideal.size());
  BlockDecisions out;
  for (std::size_t i = 0; i < plan.symbols; ++i) {
    double ideal = y[i], real = y[i];
    for (std::size_t k = 0; k < taps; ++k) {
      ideal -= feedback[k] * sent_line[i + k];
      real -= feedback[k] * decided_line[i + k];
    }
    const int decided = slice(plan, real);
    if (mlse) {
      unfed_ideal[i] = (ideal + feedback[taps - 1] * sent_line[i + taps - 1]) / plan.cursor_v;
      unfed_real[i] = (real + feedback[taps - 1] * decided_line[i + taps - 1]) / plan.cursor_v;
    } else {
      out.ideal.push_back(static_cast<std::uint8_t>(slice(plan, ideal)));
      out.real.push_back(static_cast<std::uint8_t>(decided));
    }
    decided_line[i + taps] = plan.levels[static_cast<std::size_t>(decided)];
  }
  if (mlse) out = {detect(plan, unfed_ideal), detect(plan, unfed_real)};
  return out;
}

WaveformCount count_decisions(int levels, std::span<const std::uint8_t> sent,
                              const BlockDecisions& decided) {
  WaveformCount count;
  count.symbols = sent.size();
  count.bits = static_cast<std::uint64_t>(
      std::llround(static_cast<double>(sent.size()) * counted_bits(levels)));
  std::uint64_t last_error = 0;
  double event_bits = 0.0;
  std::size_t run = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    count.bit_errors_feedback +=
        static_cast<std::uint64_t>(bit_distance(levels, sent[i], decided.real[i]));
    const int wrong = bit_distance(levels, sent[i], decided.ideal[i]);
    if (wrong == 0) {
      count.add_run(run);
      run = 0;
      continue;
    }
    if (count.events == 0 || i - last_error > kEventGap_symbols) {
      count.event_bits_squared += event_bits * event_bits;
      event_bits = 0.0;
      ++count.events;
    }
    last_error = i;
    event_bits += wrong;
    ++run;
    ++count.symbol_errors;
    count.bit_errors += static_cast<std::uint64_t>(wrong);
  }
  count.add_run(run);
  count.event_bits_squared += event_bits * event_bits;
  return count;
}

}  // namespace chappe
