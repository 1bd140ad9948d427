#include "signal/detail/polar_series.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"

namespace chappe::detail {
namespace {

double commonest_step(std::span<const double> f_hz) {
  std::vector<double> steps;
  for (std::size_t k = 1; k < f_hz.size(); ++k) steps.push_back(f_hz[k] - f_hz[k - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

cd delayed(cd x, double f_hz, double delay_s) {
  return x * std::polar(1.0, -2.0 * kPi * f_hz * delay_s);
}

}  // namespace

double mean_delay_s(std::span<const double> f_hz, std::span<const cd> s) {
  const double step = commonest_step(f_hz);
  cd sum{};
  for (std::size_t k = 1; k < f_hz.size(); ++k) {
    if (std::abs(f_hz[k] - f_hz[k - 1] - step) < 1e-3 * step) sum += s[k] * std::conj(s[k - 1]);
  }
  return -std::arg(sum) / (2.0 * kPi * step);
}

double value_at_0_hz(double f1_hz, cd s1, double f2_hz, cd s2, double delay_s) {
  const double ratio = f1_hz / (f2_hz - f1_hz);
  const double m1 = std::abs(s1), m2 = std::abs(s2);
  const double top = std::max({1.0, m1, m2});
  const double magnitude = std::clamp(m1 - ratio * (m2 - m1), 0.0, top);
  const cd a = delayed(s1, f1_hz, -delay_s), b = delayed(s2, f2_hz, -delay_s);
  const double phase = std::arg(a) - ratio * std::arg(b * std::conj(a));
  return std::cos(phase) < 0.0 ? -magnitude : magnitude;
}

PolarSeries::PolarSeries(std::vector<double> f_hz, std::vector<cd> s, double delay_s,
                         Interpolation how)
    : f_(std::move(f_hz)), s_(std::move(s)), delay_s_(delay_s) {
  for (std::size_t k = 0; k < f_.size(); ++k) slow_.push_back(delayed(s_[k], f_[k], -delay_s_));
  for (std::size_t k = 1; k < f_.size(); ++k) {
    turn_.push_back(std::arg(slow_[k] * std::conj(slow_[k - 1])));
  }
  if (how == Interpolation::linear) return;
  std::vector<double> magnitude, phase{std::arg(slow_[0])};
  for (const cd x : slow_) magnitude.push_back(std::abs(x));
  for (const double turn : turn_) phase.push_back(phase.back() + turn);
  magnitude_.emplace(f_, std::move(magnitude), Outside::error, "frequency [Hz]");
  phase_.emplace(f_, std::move(phase), Outside::error, "frequency [Hz]");
}

cd PolarSeries::at(double f_hz, std::size_t cell) const {
  if (f_hz == f_[cell]) return s_[cell];
  const double t = (f_hz - f_[cell]) / (f_[cell + 1] - f_[cell]);
  const cd a = slow_[cell], b = slow_[cell + 1];
  if (std::abs(turn_[cell]) > 0.5 * kPi) return delayed((1.0 - t) * a + t * b, f_hz, delay_s_);
  const double magnitude =
      magnitude_ ? (*magnitude_)(f_hz) : (1.0 - t) * std::abs(a) + t * std::abs(b);
  const double phase = phase_ ? (*phase_)(f_hz) : std::arg(a) + t * turn_[cell];
  return delayed(std::polar(std::max(magnitude, 0.0), phase), f_hz, delay_s_);
}

cd PolarSeries::faded(double f_hz, double top_hz) const {
  const double way = (f_hz - f_.back()) / (top_hz - f_.back());
  const double window = 0.5 * (1.0 + std::cos(kPi * std::min(way, 1.0)));
  return delayed(window * slow_.back(), f_hz, delay_s_);
}

}  // namespace chappe::detail
