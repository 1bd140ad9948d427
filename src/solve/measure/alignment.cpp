#include "solve/measure/alignment.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/fft.hpp"

namespace chappe::measure {
namespace {

constexpr std::size_t kInstants = 8;

/// One period, without its mean.
std::vector<double> folded(const PatternWave& wave, double phase_ui, std::size_t period) {
  const std::vector<double> column = wave.column(phase_ui);
  std::vector<double> fold(period, 0.0);
  double mean = 0.0;
  for (std::size_t n = 0; n < column.size(); ++n) {
    fold[n % period] += column[n];
    mean += column[n];
  }
  for (double& value : fold) value -= mean / static_cast<double>(period);
  return fold;
}

double energy(std::span<const double> values) {
  double sum = 0.0;
  for (const double v : values) sum += v * v;
  return sum;
}

/// c[l] / (|a| |x|) for all lags l of a[n] and x[n + l].
class Correlator {
 public:
  explicit Correlator(std::span<const std::uint8_t> symbols)
      : fft_(symbols.size()),
        symbols_(fft_.spectrum_size()),
        work_(fft_.spectrum_size()),
        lags_(symbols.size()) {
    double mean = 0.0;
    for (const std::uint8_t s : symbols) mean += s / static_cast<double>(symbols.size());
    std::vector<double> centred(symbols.begin(), symbols.end());
    for (double& value : centred) value -= mean;
    energy_ = energy(centred);
    fft_.forward(centred, symbols_);
  }
  double symbol_energy() const { return energy_; }
  const std::vector<double>& correlate(std::span<const double> x) {
    fft_.forward(x, work_);
    for (std::size_t k = 0; k < work_.size(); ++k) work_[k] *= std::conj(symbols_[k]);
    fft_.inverse(work_, lags_);
    const double scale = std::sqrt(energy_ * energy(x));
    for (double& value : lags_) value = scale > 0.0 ? value / scale : 0.0;
    return lags_;
  }

 private:
  RealFft fft_;
  std::vector<cd> symbols_, work_;
  std::vector<double> lags_;
  double energy_{0.0};
};

/// From the highest value to the middle of the top, in steps: the middle of what is nearly as high
/// (a pulse that is held), else the vertex of a parabola.
double middle_of_top(const std::vector<double>& c, std::size_t peak) {
  const auto n = static_cast<std::ptrdiff_t>(c.size());
  const auto value = [&](std::ptrdiff_t away) {
    return std::abs(
        c[static_cast<std::size_t>((static_cast<std::ptrdiff_t>(peak) + away % n + n) % n)]);
  };
  constexpr double kNearly = 0.998;
  const double top = value(0);
  std::ptrdiff_t first = 0, last = 0;
  while (first > -n / 2 && value(first - 1) >= kNearly * top) --first;
  while (last < n / 2 && value(last + 1) >= kNearly * top) ++last;
  if (last - first >= 3) return 0.5 * static_cast<double>(first + last);
  const double bend = value(-1) - 2.0 * top + value(1);
  return bend < 0.0 ? std::clamp(0.5 * (value(-1) - value(1)) / bend, -0.5, 0.5) : 0.0;
}

}  // namespace

Alignment align(const PatternWave& wave, std::span<const std::uint8_t> symbols) {
  const std::size_t period = symbols.size();
  ensure(period > 1 && wave.symbols() % period == 0, "a wave of whole periods");
  Correlator correlator(symbols);
  ensure(correlator.symbol_energy() > 0.0, "symbols that are not all the same");
  std::vector<double> c(period * kInstants);  // all lags in order
  for (std::size_t j = 0; j < kInstants; ++j) {
    const double phase = static_cast<double>(j) / static_cast<double>(kInstants);
    const std::vector<double>& lags = correlator.correlate(folded(wave, phase, period));
    for (std::size_t l = 0; l < period; ++l) c[l * kInstants + j] = lags[l];
  }
  const auto peak = static_cast<std::size_t>(
      std::max_element(c.begin(), c.end(),
                       [](double a, double b) { return std::abs(a) < std::abs(b); }) -
      c.begin());
  const double step = middle_of_top(c, peak);
  Alignment found;
  const double delay = (static_cast<double>(peak) + step) / static_cast<double>(kInstants);
  const auto length = static_cast<double>(period);
  found.delay_ui = delay - length * std::floor(delay / length);
  found.correlation = std::min(std::abs(c[peak]), 1.0);
  found.inverted = c[peak] < 0.0;
  return found;
}

}  // namespace chappe::measure
