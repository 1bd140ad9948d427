#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/bessel.hpp"

using namespace chappe;
using Catch::Matchers::WithinRel;

namespace {

using cl = std::complex<long double>;

/// x I0/I1 by both power series in long double: exp(|x| - Re x) is lost, 2e-12 at |x| = 55 and 45
/// deg.
cd by_power_series(cd x) {
  const cl q = cl(x) * cl(x) / 4.0L;
  cl term0 = 1.0L, term1 = 0.5L, sum0 = term0, sum1 = term1;
  for (int k = 1; k < 500; ++k) {
    const auto j = static_cast<long double>(k);
    term0 *= q / (j * j);
    term1 *= q / (j * (j + 1.0L));
    sum0 += term0;
    sum1 += term1;
  }
  const cl ratio = sum0 / sum1;
  return {static_cast<double>(ratio.real()), static_cast<double>(ratio.imag())};
}

double difference(cd a, cd b) { return std::abs(a - b) / std::abs(b); }

}  // namespace

TEST_CASE("I0/I1 at real arguments has its tabulated values", "[validation][bessel]") {
  // I0(1), I1(1), I0(10), I1(10): Abramowitz and Stegun, tables 9.8 and 9.11.
  CHECK_THAT(bessel_i0_over_i1_times_x(1.0).real(),
             WithinRel(1.2660658777520084 / 0.5651591039924850, 1e-14));
  CHECK_THAT(bessel_i0_over_i1_times_x(10.0).real(),
             WithinRel(10.0 * 2815.716628466254 / 2670.988303701255, 1e-14));
  CHECK(bessel_i0_over_i1_times_x(0.0) == cd{2.0});
}

TEST_CASE("I0/I1 equals its power series where that converges in long double", "[unit][bessel]") {
  for (const double degrees : {0.0, 30.0, 45.0, -45.0, 60.0}) {
    for (double size = 1e-4; size < 55.0; size *= 1.15) {
      const cd x = std::polar(size, degrees * kPi / 180.0);
      const double lost = 1e-18 * std::exp(size * (1.0 - std::cos(degrees * kPi / 180.0)));
      if (lost > 1e-11) continue;
      CHECK(difference(bessel_i0_over_i1_times_x(x), by_power_series(x)) < 1e-12 + 10 * lost);
    }
  }
}

TEST_CASE("fraction and asymptotic series meet", "[unit][bessel]") {
  for (const double degrees : {45.0, 70.0, 80.0}) {
    // Neighbours on both sides of the change-over; the ratio itself moves by x's change.
    const cd direction = std::polar(1.0, degrees * kPi / 180.0);
    const double edge = std::max(30.0, 20.0 / direction.real());
    const cd below = edge * (1.0 - 1e-9) * direction, above = edge * (1.0 + 1e-9) * direction;
    const cd slope = 1.0;  // x I0/I1 is nearly x + 1/2
    const cd expected = bessel_i0_over_i1_times_x(below) + slope * (above - below);
    CHECK(difference(bessel_i0_over_i1_times_x(above), expected) < 1e-11);
  }
}

TEST_CASE("far out the ratio is x + 1/2 + 3/(8x) + 3/(8x^2)", "[unit][bessel]") {
  for (const double size : {1e3, 1e4, 1e5}) {
    const cd x = std::polar(size, kPi / 4);
    const cd expected = x + 0.5 + 0.375 / x + 0.375 / (x * x);
    CHECK(difference(bessel_i0_over_i1_times_x(x), expected) < 1e-12);
  }
}

TEST_CASE("the ratio obeys its differential equation everywhere", "[property][bessel]") {
  // h = x I0/I1 obeys x h' = x^2 + 2 h - h^2, from I0' = I1 and (x I1)' = x I0.
  for (const double degrees : {0.0, 45.0, 75.0}) {
    for (const double size : {0.5, 3.0, 12.0, 29.0, 31.0, 80.0, 900.0}) {
      const cd x = std::polar(size, degrees * kPi / 180.0);
      const double step = 1e-3;
      const cd up = bessel_i0_over_i1_times_x(x * (1 + step));
      const cd down = bessel_i0_over_i1_times_x(x * (1 - step));
      const cd h = bessel_i0_over_i1_times_x(x);
      const cd left = (up - down) / (2 * step), right = x * x + 2.0 * h - h * h;
      // Second order in the step, relative to the largest term.
      CHECK(std::abs(left - right) < 1e-5 * (std::abs(x * x) + 1.0));
    }
  }
  CHECK(bessel_i0_over_i1_times_x({3.0, -2.0}) == std::conj(bessel_i0_over_i1_times_x({3.0, 2.0})));
  CHECK_THROWS_AS(bessel_i0_over_i1_times_x({-1.0, 0.0}), InternalError);
}
