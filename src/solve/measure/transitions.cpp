#include "solve/measure/transitions.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace chappe::measure {
namespace {

constexpr int kLongestRun = 5;
constexpr int kPerUi = 64;

/// First symbols behind the edges `from` -> `to` with `run` equal symbols on each side.
std::vector<std::size_t> edges(std::span<const std::uint8_t> symbols, std::uint8_t from,
                               std::uint8_t to, int run) {
  std::vector<std::size_t> list;
  const std::size_t n = symbols.size();
  for (std::size_t k = 0; k < n; ++k) {
    bool fits = true;
    for (std::size_t i = 0; fits && i < static_cast<std::size_t>(run); ++i) {
      fits = symbols[(k + i) % n] == to && symbols[(k + n * kLongestRun - 1 - i) % n] == from;
    }
    if (fits) list.push_back(k);
  }
  return list;
}

/// The mean of all edges, kPerUi values a UI over 4 UI about the middle of the edge.
std::vector<double> mean_edge(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                              double delay_ui, const std::vector<std::size_t>& at) {
  std::vector<double> trace(4 * kPerUi + 1, 0.0);
  const std::size_t periods = wave.symbols() / symbols.size();
  for (const std::size_t k : at) {
    for (std::size_t p = 0; p < periods; ++p) {
      const double edge = static_cast<double>(k + p * symbols.size()) - 0.5 + delay_ui;
      for (std::size_t i = 0; i < trace.size(); ++i) {
        trace[i] += wave.at(edge + static_cast<double>(i) / kPerUi - 2.0);
      }
    }
  }
  for (double& value : trace) value /= static_cast<double>(at.size() * periods);
  return trace;
}

/// Time between the last crossing of `low` ahead of the first one of `high`, and that, in UI.
std::optional<double> rise_of(const std::vector<double>& trace, double low, double high) {
  const auto first_above =
      std::find_if(trace.begin(), trace.end(), [&](double v) { return v >= high; });
  if (first_above == trace.end() || first_above == trace.begin()) return std::nullopt;
  auto below = first_above;
  while (below != trace.begin() && *below > low) --below;
  if (*below > low) return std::nullopt;
  const auto crossing = [](auto left, double level) {
    return (level - left[0]) / (left[1] - left[0]);
  };
  const double start = static_cast<double>(below - trace.begin()) + crossing(below, low);
  const double end =
      static_cast<double>(first_above - 1 - trace.begin()) + crossing(first_above - 1, high);
  return (end - start) / kPerUi;
}

}  // namespace

std::optional<TransitionTime> transition_time(const PatternWave& wave,
                                              std::span<const std::uint8_t> symbols,
                                              double delay_ui, const Levels& levels) {
  const double low = levels.p0 + 0.2 * levels.oma_outer();
  const double high = levels.p0 + 0.8 * levels.oma_outer();
  for (int run = kLongestRun; run > 0; --run) {
    const std::vector<std::size_t> up = edges(symbols, 0, 3, run), down = edges(symbols, 3, 0, run);
    if (up.empty() || down.empty()) continue;
    const auto rise = rise_of(mean_edge(wave, symbols, delay_ui, up), low, high);
    std::vector<double> falling = mean_edge(wave, symbols, delay_ui, down);
    for (double& value : falling) value = -value;
    const auto fall = rise_of(falling, -high, -low);
    if (!rise || !fall) return std::nullopt;
    return TransitionTime{*rise, *fall, run};
  }
  return std::nullopt;
}

Excursions excursions(const PatternWave& wave, const Levels& levels) {
  constexpr double kHitRatio = 0.01;
  std::vector<double> values = wave.samples();
  const auto beyond = static_cast<std::ptrdiff_t>(kHitRatio * static_cast<double>(values.size()));
  std::nth_element(values.begin(), values.begin() + beyond, values.end());
  const double low = values[static_cast<std::size_t>(beyond)];
  std::nth_element(values.begin(), values.end() - 1 - beyond, values.end());
  const double high = *(values.end() - 1 - beyond);
  const double oma = levels.oma_outer();
  return {100.0 * (high - levels.p3) / oma, 100.0 * (levels.p0 - low) / oma};
}

}  // namespace chappe::measure
