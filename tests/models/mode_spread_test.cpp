#include "models/optics/mode_spread.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "models/optics/dispersion.hpp"

using namespace chappe;

TEST_CASE("the chromatic bandwidth is 0.187/(|D| w L)", "[unit][mode_spread]") {
  // 0.187 is printed to 3 digits.
  const double d = -100e-6, width = 0.5e-9, length = 100.0;
  CHECK(chromatic_bandwidth_hz(d, width, length) ==
        Approx(0.187 / (100e-6 * width * length)).epsilon(3e-3));
  CHECK(std::isinf(chromatic_bandwidth_hz(d, 0.0, length)));
  CHECK(std::isinf(chromatic_bandwidth_hz(0.0, width, length)));
}

TEST_CASE("delays of a Gaussian spectrum have the Gaussian low-pass for transform",
          "[validation][mode_spread]") {
  const double d = -100e-6, width = 0.5e-9, length = 100.0, rms_s = 100e-6 * width * length;
  FrequencyGrid grid;
  grid.f_hz = {0.0, 10e9, 37e9};
  const std::vector<cd> h = gaussian_response(grid, chromatic_bandwidth_hz(d, width, length));
  for (std::size_t k = 0; k < grid.size(); ++k) {
    double sum = 0.0, weight = 0.0;  // trapezoids of a Gaussian to 8 sigma: exact to 1e-14
    for (int i = -800; i <= 800; ++i) {
      const double t = 0.01 * i, share = std::exp(-0.5 * t * t);
      sum += share * std::cos(2.0 * kPi * grid[k] * rms_s * t);
      weight += share;
    }
    CHECK(h[k].real() == Approx(sum / weight).epsilon(1e-10));
  }
}

TEST_CASE("mode partition noise: little grows with the fourth power of length, much ends at k^2/2",
          "[property][mode_spread]") {
  LightSpec light;
  light.spectral_width_m = 0.5e-9;
  light.partition_factor = 0.3;
  const auto variance = [&](double length_m) {
    return partition_variance(light, 26.5625e9, -100e-6, length_m);
  };
  CHECK(variance(0.0) == 0.0);
  CHECK(variance(2.0) == Approx(16.0 * variance(1.0)).epsilon(1e-3));
  CHECK(variance(1e5) == Approx(0.045).epsilon(1e-12));
  const double x = kPi * 26.5625e9 * 100e-6 * 100.0 * 0.5e-9;  // 0.417
  CHECK(variance(100.0) ==
        Approx(std::pow(0.3 / std::sqrt(2.0) * (1.0 - std::exp(-x * x)), 2)).epsilon(1e-12));
  light.partition_factor = 0.0;
  CHECK(variance(100.0) == 0.0);
}

TEST_CASE("dispersion is 0 and its slope S0 at lambda0", "[unit][dispersion]") {
  const Dispersion zero = sellmeier_dispersion(1310e-9, 1310e-9, 92.0);
  CHECK(zero.d_s_per_m2 == 0.0);
  CHECK(zero.slope_s_per_m3 == Approx(92.0).epsilon(1e-15));
  const double up = sellmeier_dispersion(1350.1e-9, 1310e-9, 92.0).d_s_per_m2;
  const double down = sellmeier_dispersion(1349.9e-9, 1310e-9, 92.0).d_s_per_m2;
  CHECK(sellmeier_dispersion(1350e-9, 1310e-9, 92.0).slope_s_per_m3 ==
        Approx((up - down) / 0.2e-9).epsilon(1e-7));
}
