#include "solve/measure/reference_noise.hpp"

#include <cmath>
#include <numbers>

#include "base/errors.hpp"
#include "math/filters.hpp"

namespace chappe::measure {

std::vector<double> filtered_noise_correlation(double bandwidth, std::size_t lags) {
  ensure(bandwidth > 0.0, "a bandwidth above 0");
  const BesselThomson4 filter(bandwidth);
  // |H|^2 falls with f^-8: what is left beyond 20 bandwidths is below 1e-9.
  constexpr std::size_t kSteps = 16384;
  const double step = 20.0 * bandwidth / static_cast<double>(kSteps);
  std::vector<double> r(lags, 0.0);
  for (std::size_t i = 0; i <= kSteps; ++i) {
    const double f = step * static_cast<double>(i);
    const double simpson = i == 0 || i == kSteps ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
    const double power = simpson * std::norm(filter(f));
    // cos(2 pi f k) by cos((k+1) x) = 2 cos x cos(k x) - cos((k-1) x).
    const double turn = std::cos(2.0 * std::numbers::pi * f);
    double before = turn, now = 1.0;
    for (double& lag : r) {
      lag += power * now;
      const double next = 2.0 * turn * now - before;
      before = now;
      now = next;
    }
  }
  const double whole = r.empty() ? 1.0 : r.front();
  for (double& lag : r) lag /= whole;
  return r;
}

double noise_gain(std::span<const double> taps, std::span<const double> correlation) {
  ensure(correlation.size() >= taps.size(), "a lag for each tap");
  double sum = 0.0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    for (std::size_t j = 0; j < taps.size(); ++j) {
      sum += taps[i] * taps[j] * correlation[i > j ? i - j : j - i];
    }
  }
  return std::sqrt(sum);
}

}  // namespace chappe::measure
