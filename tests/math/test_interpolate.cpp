#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <vector>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/interpolate.hpp"

using namespace chappe;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {
const std::vector<double> kX{0.0, 1.0, 3.0, 4.0};
const std::vector<double> kY{1.0, 2.0, 0.0, 0.0};
}  // namespace

TEST_CASE("linear interpolation meets its points and runs straight between",
          "[unit][interpolate]") {
  const std::vector<double> at{0.0, 0.25, 1.0, 2.0, 4.0};
  const std::vector<double> expected{1.0, 1.25, 2.0, 1.0, 0.0};
  CHECK(interpolate_linear(kX, kY, at, Outside::error) == expected);
  const std::vector<double> one{2.0}, value{7.0};
  CHECK(interpolate_linear(one, value, 2.0, Outside::error) == 7.0);
}

TEST_CASE("outside the grid it holds or refuses, naming value and range", "[unit][interpolate]") {
  CHECK(interpolate_linear(kX, kY, -1.0, Outside::hold) == 1.0);
  CHECK(interpolate_linear(kX, kY, 5.0, Outside::hold) == 0.0);
  CHECK_THROWS_WITH(interpolate_linear(kX, kY, 4.5, Outside::error, "frequency [Hz]"),
                    "frequency [Hz] = 4.5 is outside [0, 4]");
  CHECK_THROWS_AS(interpolate_linear(kX, kY, std::nan(""), Outside::hold), ModelError);
  const std::vector<double> twice{0.0, 1.0, 1.0, 2.0};
  CHECK_THROWS_AS(interpolate_linear(twice, kY, 0.5, Outside::hold), InternalError);
}

TEST_CASE("the monotone cubic meets its points, keeps straight lines and never overshoots",
          "[property][interpolate]") {
  const Pchip curve(kX, kY, Outside::error);
  for (std::size_t i = 0; i < kX.size(); ++i) CHECK_THAT(curve(kX[i]), WithinAbs(kY[i], 1e-15));
  for (double x = 0.0; x <= 4.0; x += 1.0 / 64) {
    const auto above = std::upper_bound(kX.begin() + 1, kX.end() - 1, x) - kX.begin();
    const double a = kY[static_cast<std::size_t>(above - 1)],
                 b = kY[static_cast<std::size_t>(above)];
    CHECK(curve(x) >= std::min(a, b) - 1e-15);
    CHECK(curve(x) <= std::max(a, b) + 1e-15);
  }
  const Pchip line({0.0, 1.0, 5.0}, {1.0, 3.0, 11.0}, Outside::hold);
  CHECK_THAT(line(2.7), WithinRel(6.4, 1e-15));
  CHECK_THAT(line.slope(2.7), WithinRel(2.0, 1e-14));
  CHECK(line(9.0) == 11.0);
  CHECK(line.slope(9.0) == 0.0);
  CHECK_THROWS_AS(curve(4.01), ModelError);
  CHECK(Pchip({1.0}, {5.0}, Outside::hold)(3.0) == 5.0);
  CHECK(Pchip({1.0, 2.0}, {5.0, 6.0}, Outside::hold)(1.5) == 5.5);
}

TEST_CASE("the monotone cubic's slope is its derivative", "[property][interpolate]") {
  const Pchip curve(kX, kY, Outside::error);
  for (const double x : {0.2, 0.9, 1.7, 2.5, 3.4}) {
    const double h = 1e-6;
    CHECK_THAT(curve.slope(x), WithinAbs((curve(x + h) - curve(x - h)) / (2 * h), 1e-8));
  }
}

TEST_CASE("the monotone cubic converges at third order or better", "[convergence][interpolate]") {
  const auto error = [](int n) {
    std::vector<double> x, y;
    for (int i = 0; i <= n; ++i) {
      x.push_back(i / static_cast<double>(n));
      y.push_back(std::exp(x.back()));
    }
    const Pchip curve(x, y, Outside::error);
    double worst = 0.0;
    for (double t = 0.0; t <= 1.0; t += 1.0 / 1024) {
      worst = std::max(worst, std::abs(curve(t) - std::exp(t)));
    }
    return worst;
  };
  CHECK(error(16) > 7.0 * error(32));
}

TEST_CASE("T23 group delay comes from unwrapped phase: 10 ns each 30 MHz", "[unit][interpolate]") {
  const double delay_s = 10e-9, step_hz = 30e6;
  std::vector<double> wrapped;
  for (int k = 0; k < 500; ++k)
    wrapped.push_back(std::arg(std::polar(1.0, -2 * kPi * k * step_hz * delay_s)));
  const std::vector<double> phase = unwrap_phase(wrapped);
  for (std::size_t k = 1; k < phase.size(); ++k) {
    const double read_s = -(phase[k] - phase[k - 1]) / (2 * kPi * step_hz);
    CHECK_THAT(read_s, WithinRel(delay_s, 1e-12));
  }
  CHECK(unwrap_phase(std::vector<double>{}).empty());
}
