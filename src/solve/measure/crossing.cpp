#include "solve/measure/crossing.hpp"

#include <vector>

namespace chappe::measure {
namespace {

constexpr std::size_t kInstants = 16;

std::vector<double> equalised(const std::vector<double>& x, const Equaliser& equaliser) {
  const std::size_t n = x.size();
  std::vector<double> y(n, 0.0);
  for (std::size_t k = 0; k < equaliser.taps.size(); ++k) {
    std::size_t from = (n + equaliser.cursor - k) % n;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] += equaliser.taps[k] * x[from];
      if (++from == n) from = 0;
    }
  }
  return y;
}

}  // namespace

std::optional<double> mean_crossing(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                                    double centre_ui, const Equaliser& equaliser, double level) {
  std::vector<std::vector<double>> y;
  for (std::size_t i = 0; i < kInstants; ++i) {
    const double phase = centre_ui + static_cast<double>(i) / kInstants;
    y.push_back(equalised(wave.column(phase), equaliser));
  }
  double sum = 0.0;
  std::size_t count = 0;
  const std::size_t total = wave.symbols();
  for (std::size_t n = 0; n < total; ++n) {
    const bool high = symbols[n % symbols.size()] >= 2;
    if (high == (symbols[(n + 1) % symbols.size()] >= 2)) continue;
    const auto at = [&](std::size_t i) {
      return i < kInstants ? y[i][n] - level : y[0][(n + 1) % total] - level;
    };
    for (std::size_t i = 0; i < kInstants; ++i) {
      const double left = at(i), right = at(i + 1);
      if ((left > 0.0) == (right > 0.0)) continue;
      sum += (static_cast<double>(i) + left / (left - right)) / kInstants;
      ++count;
      break;
    }
  }
  if (count == 0) return std::nullopt;
  return sum / static_cast<double>(count);
}

}  // namespace chappe::measure
