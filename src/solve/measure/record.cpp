#include "solve/measure/record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "base/errors.hpp"
#include "solve/measure/alignment.hpp"

namespace chappe::measure {
namespace {

constexpr std::size_t kParts = 8;
constexpr double kDriftUi = 0.03;

std::string two_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

Record whole_periods(std::span<const double> samples, double per_symbol, std::size_t period) {
  const double held = static_cast<double>(samples.size()) / per_symbol;
  // A last sample that is missing is no loss.
  const double periods = std::floor((static_cast<double>(samples.size()) + 1.0) / per_symbol /
                                    static_cast<double>(period));
  if (periods < 1.0) {
    throw DataError("too short: " + std::to_string(samples.size()) + " samples at " +
                    two_decimals(per_symbol) + " a symbol hold " + two_decimals(held) +
                    " symbols; one period of the pattern has " + std::to_string(period));
  }
  const auto count = static_cast<std::size_t>(periods);
  const std::size_t symbols = count * period;
  return {PatternWave(samples, per_symbol, symbols), count,
          std::max(0.0, held - static_cast<double>(symbols)), 0.0};
}

/// Where the symbols of a part correlate best with the samples, within 1.5 UI of `delay_ui`.
double part_delay(const PatternWave& wave, std::span<const std::uint8_t> symbols, double mean,
                  double delay_ui, double sign, std::size_t part) {
  constexpr int kSteps = 13;
  constexpr double kStep = 0.25, kFirst = -1.5;
  const std::size_t from = part * wave.symbols() / kParts,
                    to = (part + 1) * wave.symbols() / kParts;
  std::array<double, kSteps> c{};
  for (std::size_t n = from; n < to; ++n) {
    const double level = sign * (symbols[n % symbols.size()] - mean);
    for (int i = 0; i < kSteps; ++i) {
      c[static_cast<std::size_t>(i)] +=
          level * wave.at(static_cast<double>(n) + delay_ui + kFirst + kStep * i);
    }
  }
  auto top = static_cast<std::size_t>(std::max_element(c.begin(), c.end()) - c.begin());
  top = std::clamp<std::size_t>(top, 1, kSteps - 2);
  const double bend = c[top - 1] - 2.0 * c[top] + c[top + 1];
  const double move = bend < 0.0 ? 0.5 * (c[top - 1] - c[top + 1]) / bend : 0.0;
  return kFirst + kStep * (static_cast<double>(top) + std::clamp(move, -1.0, 1.0));
}

/// By how much a symbol is longer than `wave` has it, as a ratio.
double drift_of(const PatternWave& wave, std::span<const std::uint8_t> symbols) {
  const Alignment alignment = align(wave, symbols);
  double mean = 0.0;
  for (const std::uint8_t s : symbols) mean += s / static_cast<double>(symbols.size());
  const double sign = alignment.inverted ? -1.0 : 1.0;
  std::array<double, kParts> delay{};
  double centre = 0.0, slope = 0.0, weight = 0.0;
  const auto at = [](std::size_t part) { return static_cast<double>(part) - 0.5 * (kParts - 1); };
  for (std::size_t part = 0; part < kParts; ++part) {
    delay[part] = part_delay(wave, symbols, mean, alignment.delay_ui, sign, part);
    centre += delay[part] / kParts;
    slope += at(part) * delay[part];
    weight += at(part) * at(part);
  }
  slope /= weight;
  double rest = 0.0;
  for (std::size_t part = 0; part < kParts; ++part) {
    const double off = delay[part] - centre - slope * at(part);
    rest += off * off;
  }
  // A slope that the scatter of the parts explains is none.
  if (std::abs(slope) < 5.0 * std::sqrt(rest / (kParts - 2) / weight)) return 0.0;
  return slope * kParts / static_cast<double>(wave.symbols());
}

}  // namespace

Record take_periods(std::span<const double> samples, double samples_per_symbol,
                    std::span<const std::uint8_t> symbols) {
  ensure(symbols.size() >= 8, "a pattern of 8 symbols or more");
  Record record = whole_periods(samples, samples_per_symbol, symbols.size());
  double per_symbol = samples_per_symbol;
  for (int i = 0; i < 3; ++i) {
    const double drift = drift_of(record.wave, symbols);
    if (std::abs(drift) * static_cast<double>(record.wave.symbols()) <= kDriftUi) break;
    per_symbol *= 1.0 + drift;
    // A period that is a little longer than the record is still taken.
    const double shorter = static_cast<double>(record.wave.symbols()) * per_symbol -
                           static_cast<double>(samples.size());
    const bool whole = record.periods == 1 && shorter > 0.0 && shorter < per_symbol;
    if (whole) {
      record.wave = PatternWave(samples, per_symbol, record.wave.symbols());
    } else {
      record = whole_periods(samples, per_symbol, symbols.size());
    }
    record.rate_error_ppm = 1e6 * (per_symbol / samples_per_symbol - 1.0);
  }
  return record;
}

}  // namespace chappe::measure
