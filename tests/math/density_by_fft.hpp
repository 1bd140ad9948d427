#pragma once
// Reference for tests and benchmarks: an ISI density with one circular FFT convolution a tap, on
// the grid and with the linear splitting of isi_density. Its absolute error is near 1e-17.
#include <cmath>
#include <complex>
#include <span>
#include <vector>

#include "math/density.hpp"
#include "math/fft.hpp"

namespace chappe::test {

/// Adds mass at a place (in bins) of a circle, split linearly over its two neighbours.
inline void put_on_circle(std::vector<double>& circle, double place, double mass) {
  const auto n = static_cast<std::int64_t>(circle.size());
  const double whole = std::floor(place), fraction = place - whole;
  const std::int64_t i = ((static_cast<std::int64_t>(whole) % n) + n) % n;
  circle[static_cast<std::size_t>(i)] += mass * (1.0 - fraction);
  circle[static_cast<std::size_t>((i + 1) % n)] += mass * fraction;
}

inline Density isi_density_by_fft(std::span<const double> taps, std::span<const double> levels,
                                  std::size_t bins) {
  double peak = 0.0, largest_level = 0.0;
  for (const double tap : taps) peak += std::abs(tap);
  for (const double level : levels) largest_level = std::max(largest_level, std::abs(level));
  const double width = 2.0 * peak * largest_level / static_cast<double>(bins);
  const std::size_t n = good_fft_size(bins);
  const RealFft fft(n);
  std::vector<cd> product(fft.spectrum_size(), 1.0), spectrum(fft.spectrum_size());
  std::vector<double> kernel(n);
  double added = 0.0;
  for (const double tap : taps) {
    std::fill(kernel.begin(), kernel.end(), 0.0);
    for (const double level : levels) {
      const double place = tap * level / width, fraction = place - std::floor(place);
      put_on_circle(kernel, place, 1.0 / static_cast<double>(levels.size()));
      added += fraction * (1.0 - fraction) * width * width / static_cast<double>(levels.size());
    }
    fft.forward(kernel, spectrum);
    for (std::size_t k = 0; k < spectrum.size(); ++k) product[k] *= spectrum[k];
  }
  fft.inverse(product, kernel);
  std::vector<double> mass(n);
  for (std::size_t i = 0; i < n; ++i) mass[i] = std::max(0.0, kernel[(i + n - n / 2) % n]);
  return {width, -static_cast<std::int64_t>(n / 2), std::move(mass), added};
}

}  // namespace chappe::test
