#include "models/optics/rate_equations.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "base/constants.hpp"
#include "base/errors.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

RateSettings usual() {
  RateSettings s;
  s.threshold_a = 0.6e-3;
  s.d_hz_per_sqrt_a = 9e9 / std::sqrt(1e-3);
  s.k_s = 0.25e-9;
  s.damping_offset_per_s = 20e9;
  s.photon_lifetime_s = 3e-12;
  s.knee_a = 1e-6;
  return s;
}

}  // namespace

TEST_CASE("steady light: nothing below threshold, slope 1 above", "[unit][rate_equations]") {
  const RateEquations laser(usual());
  CHECK(laser.light_a(0.3e-3) < 2e-9);
  CHECK(laser.light_a(0.3e-3) > 0.0);
  CHECK_THAT(laser.light_a(5e-3), WithinRel(4.4e-3, 1e-6));
  CHECK_THAT((laser.light_a(8e-3) - laser.light_a(5e-3)) / 3e-3, WithinRel(1.0, 1e-6));
}

TEST_CASE("a steady state stays where it is", "[unit][rate_equations]") {
  const RateEquations laser(usual());
  const double current = GENERATE(0.4e-3, 0.61e-3, 5e-3);
  const RateEquations::State before = laser.steady(current);
  CHECK_THAT(laser.light_a(before), WithinRel(laser.light_a(current), 1e-9));
  RateEquations::State state = before;
  const double i[3] = {current, current, current};
  for (int k = 0; k < 100; ++k) state = laser.step(state, i, 0.2e-12);
  // Below threshold g is 1e-3 off 1 as the difference of large numbers: 1e-9.
  CHECK_THAT(state.photon_a, WithinRel(before.photon_a, 1e-8));
  CHECK_THAT(state.charge_as, WithinAbs(before.charge_as, 1e-22));
}

TEST_CASE("a disturbance rings at f_r and dies at gamma/2, at every bias",
          "[unit][rate_equations]") {
  const RateEquations laser(usual());
  const double light = GENERATE(0.5e-3, 2e-3, 8e-3);
  const double fr = laser.resonance_hz(light), gamma = laser.damping_per_s(light);
  CHECK_THAT(fr, WithinRel(9e9 * std::sqrt(1e3 * light), 1e-12));
  CHECK_THAT(gamma, WithinRel(20e9 + 0.25e-9 * fr * fr, 1e-12));
  const double current = 0.6e-3 + light;
  const double i[3] = {current, current, current};
  const RateEquations::State rest = laser.steady(current);
  // Charge and photons as a linear system: trace -gamma and determinant (2 pi f_r)^2 of its matrix
  // by differences over one short step.
  const double h = 1e-15;
  const auto rate = [&](double dq, double ds) {
    const RateEquations::State from{rest.charge_as + dq, rest.photon_a + ds};
    const RateEquations::State to = laser.step(from, i, h);
    return RateEquations::State{(to.charge_as - from.charge_as) / h,
                                (to.photon_a - from.photon_a) / h};
  };
  const double dq = 1e-6 * light / gamma, ds = 1e-6 * light;
  const RateEquations::State q1 = rate(dq, 0), q0 = rate(-dq, 0), s1 = rate(0, ds),
                             s0 = rate(0, -ds);
  const double a = (q1.charge_as - q0.charge_as) / (2 * dq);
  const double b = (s1.charge_as - s0.charge_as) / (2 * ds);
  const double c = (q1.photon_a - q0.photon_a) / (2 * dq);
  const double d = (s1.photon_a - s0.photon_a) / (2 * ds);
  CHECK_THAT(-(a + d), WithinRel(gamma, 1e-3));  // the step's h gamma/2 and its rounding
  CHECK_THAT(a * d - b * c, WithinRel(4 * kPi * kPi * fr * fr, 1e-3));
  CHECK_THAT(-a, WithinRel(laser.carrier_rate_per_s(light), 1e-3));
}

TEST_CASE("K must fit the lifetimes", "[unit][rate_equations]") {
  RateSettings s = usual();
  s.photon_lifetime_s = 7e-12;
  CHECK_THROWS_WITH(RateEquations(s), Contains("K = 0.25 ns is outside [4 pi^2 tau_p"));
  s = usual();
  s.damping_offset_per_s = 200e9;
  CHECK_THROWS_AS(RateEquations(s), ModelError);
}
