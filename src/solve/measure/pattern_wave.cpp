#include "solve/measure/pattern_wave.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/fft.hpp"
#include "math/filters.hpp"

namespace chappe::measure {
namespace {

/// A length this near to a whole number of samples is one.
constexpr double kWhole = 1e-3;
/// Steps across the seam beyond this are bridged by a straight line.
constexpr double kWideStep = 2.5;

int nodes_beside(double samples_per_symbol) {
  if (samples_per_symbol >= 12.0) return 4;
  if (samples_per_symbol >= 8.0) return 3;
  return samples_per_symbol >= 4.0 ? 8 : 16;
}

/// (-1)^i binomial(2 half - 1, i): of equidistant nodes (J.-P. Berrut and L. N. Trefethen, SIAM
/// Review 46 (2004) 501, eq. 5.1).
std::vector<double> equidistant_weights(int half) {
  std::vector<double> w(static_cast<std::size_t>(2 * half), 1.0);
  for (std::size_t i = 1; i < w.size(); ++i) {
    w[i] = -w[i - 1] * static_cast<double>(w.size() - i) / static_cast<double>(i);
  }
  return w;
}

double wrapped(double position, double length) {
  const double inside = position - length * std::floor(position / length);
  return inside < length ? inside : 0.0;
}

}  // namespace

PatternWave::PatternWave(std::span<const double> samples, double samples_per_symbol,
                         std::size_t symbols)
    : per_symbol_(samples_per_symbol), symbols_(symbols) {
  ensure(samples_per_symbol >= 2.0 && symbols >= 1, "two samples a symbol or more");
  length_ = samples_per_symbol * static_cast<double>(symbols);
  const double whole = std::round(length_);
  if (std::abs(length_ - whole) <= kWhole) {
    length_ = whole;
    per_symbol_ = whole / static_cast<double>(symbols);
  }
  // No step across the seam is shorter than half a sample.
  const auto wanted = static_cast<std::size_t>(std::ceil(length_ - 0.5));
  const std::size_t count = std::min(wanted, samples.size());
  half_ = nodes_beside(samples_per_symbol);
  ensure(count + 1 + static_cast<std::size_t>(std::ceil(per_symbol_)) >= wanted &&
             count > static_cast<std::size_t>(2 * half_),
         "the record holds its symbols");
  samples_.assign(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(count));
  weights_ = equidistant_weights(half_);
}

bool PatternWave::uniform() const { return static_cast<double>(samples_.size()) == length_; }

double PatternWave::mean() const {
  double sum = 0.0;
  for (const double s : samples_) sum += s;
  return sum / static_cast<double>(samples_.size());
}

double PatternWave::near_seam(double position) const {
  const auto n = static_cast<std::ptrdiff_t>(samples_.size());
  const auto first = static_cast<std::ptrdiff_t>(std::floor(position)) - half_ + 1;
  const double seam = length_ - static_cast<double>(n - 1);
  // Node i beyond either end lies a whole length away.
  const auto place = [&](std::ptrdiff_t i) {
    if (i < 0) return static_cast<double>(i + n) - length_;
    return i < n ? static_cast<double>(i) : static_cast<double>(i - n) + length_;
  };
  const auto value = [&](std::ptrdiff_t i) {
    return samples_[static_cast<std::size_t>((i % n + n) % n)];
  };
  if (seam > kWideStep && position > static_cast<double>(n - 1)) {
    const double share = (position - static_cast<double>(n - 1)) / seam;
    return (1.0 - share) * value(n - 1) + share * value(0);
  }
  double sum = 0.0;
  for (std::ptrdiff_t i = first; i < first + 2 * half_; ++i) {
    double basis = 1.0;
    for (std::ptrdiff_t j = first; j < first + 2 * half_; ++j) {
      if (j != i) basis *= (position - place(j)) / (place(i) - place(j));
    }
    sum += basis * value(i);
  }
  return sum;
}

double PatternWave::at(double t_ui) const {
  const double position = wrapped(t_ui * per_symbol_, length_);
  const double left = std::floor(position);
  const double fraction = position - left;
  const auto before = static_cast<std::ptrdiff_t>(left) - half_ + 1;
  const auto n = static_cast<std::ptrdiff_t>(samples_.size());
  const auto count = static_cast<std::ptrdiff_t>(weights_.size());
  if (before < 0 || before + count > n) {
    if (!uniform()) return near_seam(position);
  }
  const double* s = samples_.data();
  if (fraction < 1e-9) return s[(before + half_ - 1) % n];
  double top = 0.0, bottom = 0.0;
  const bool inside = before >= 0 && before + count <= n;
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const double share =
        weights_[static_cast<std::size_t>(i)] / (fraction - static_cast<double>(i - half_ + 1));
    top += share * (inside ? s[before + i] : s[(before + i + n) % n]);
    bottom += share;
  }
  return top / bottom;
}

void PatternWave::fill_column(double phase_ui, std::vector<double>& values) const {
  const double position = wrapped(phase_ui * per_symbol_, length_);
  const double left = std::floor(position), fraction = position - left;
  std::vector<double> share(weights_.size(), 0.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < share.size(); ++i) {
    const double away = fraction - (static_cast<double>(i) - half_ + 1.0);
    share[i] = std::abs(away) < 1e-9 ? 1e12 * weights_[i] : weights_[i] / away;
    sum += share[i];
  }
  const std::size_t n = samples_.size(), step = static_cast<std::size_t>(per_symbol_);
  std::size_t first =
      (static_cast<std::size_t>(left) + n - static_cast<std::size_t>(half_) + 1) % n;
  for (double& value : values) {
    double top = 0.0;
    if (first + share.size() <= n) {
      for (std::size_t i = 0; i < share.size(); ++i) top += share[i] * samples_[first + i];
    } else {
      for (std::size_t i = 0; i < share.size(); ++i) top += share[i] * samples_[(first + i) % n];
    }
    value = top / sum;
    first = (first + step) % n;
  }
}

std::vector<double> PatternWave::column(double phase_ui) const {
  std::vector<double> values(symbols_);
  if (uniform() && per_symbol_ == std::floor(per_symbol_)) {
    fill_column(phase_ui, values);
  } else {
    for (std::size_t n = 0; n < symbols_; ++n) values[n] = at(static_cast<double>(n) + phase_ui);
  }
  return values;
}

PatternWave PatternWave::resampled(std::size_t per_symbol) const {
  std::vector<double> values(symbols_ * per_symbol);
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] = at(static_cast<double>(k) / static_cast<double>(per_symbol));
  }
  return {values, static_cast<double>(per_symbol), symbols_};
}

namespace {

PatternWave on_whole_samples(const PatternWave& wave) {
  if (wave.uniform()) return wave;
  const double enough = std::max(8.0, std::ceil(wave.samples_per_symbol()));
  return wave.resampled(static_cast<std::size_t>(enough));
}

}  // namespace

PatternWave bessel_thomson_filtered(const PatternWave& wave, double bandwidth) {
  const PatternWave even = on_whole_samples(wave);
  const RealFft fft(even.samples().size());
  std::vector<cd> spectrum(fft.spectrum_size());
  std::vector<double> values(fft.size());
  fft.forward(even.samples(), spectrum);
  const BesselThomson4 filter(bandwidth);
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    spectrum[k] *= filter(static_cast<double>(k) / static_cast<double>(even.symbols()));
  }
  fft.inverse(spectrum, values);
  return {values, even.samples_per_symbol(), even.symbols()};
}

PatternWave averaged(const PatternWave& wave, std::size_t period) {
  ensure(period > 0 && wave.symbols() % period == 0, "whole periods");
  const std::size_t periods = wave.symbols() / period;
  if (periods == 1) return wave;
  const auto per_symbol = static_cast<std::size_t>(std::ceil(wave.samples_per_symbol()));
  std::vector<double> mean(period * per_symbol, 0.0);
  for (std::size_t i = 0; i < periods; ++i) {
    for (std::size_t k = 0; k < mean.size(); ++k) {
      mean[k] += wave.at(static_cast<double>(i * period) +
                         static_cast<double>(k) / static_cast<double>(per_symbol)) /
                 static_cast<double>(periods);
    }
  }
  return {mean, static_cast<double>(per_symbol), period};
}

}  // namespace chappe::measure
