#include "models/optics/rate_equations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {

RateEquations::RateEquations(const RateSettings& settings) : set_(settings) {
  const double d2 = set_.d_hz_per_sqrt_a * set_.d_hz_per_sqrt_a;
  gain_ = 4.0 * kPi * kPi * d2 * set_.photon_lifetime_s;
  const double extra = set_.k_s * d2 - gain_;
  const double rest =
      1.0 / set_.photon_lifetime_s - set_.k_s * d2 * set_.damping_offset_per_s / gain_;
  if (!(extra >= 0.0 && rest > 0.0)) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "rate equations: K = %.4g ns is outside [4 pi^2 tau_p, 4 pi^2/gamma_0) = "
                  "[%.4g, %.4g) ns",
                  1e9 * set_.k_s, 4e9 * kPi * kPi * set_.photon_lifetime_s,
                  4e9 * kPi * kPi / set_.damping_offset_per_s);
    throw ModelError(text);
  }
  compression_ = extra / rest;
  ratio_ = compression_ * set_.damping_offset_per_s / gain_;
  spontaneous_a_ =
      set_.knee_a * set_.knee_a * gain_ / (4.0 * (1.0 + ratio_) * set_.damping_offset_per_s);
}

double RateEquations::light_a(double current_a) const {
  const double y = current_a - set_.threshold_a + spontaneous_a_;
  const double root = std::hypot(y, set_.knee_a);
  // The difference of near numbers below threshold is w^2/(root - y).
  return 0.5 * (y > 0.0 ? y + root : set_.knee_a * set_.knee_a / (root - y));
}

RateEquations::State RateEquations::steady(double current_a) const {
  const double s = photon_a(light_a(current_a));
  return {(compression_ * s - spontaneous_a_ / s) / gain_, s};
}

RateEquations::State RateEquations::slope(const State& state, double current_a) const {
  const double s = state.photon_a;
  const double net = gain_ * state.charge_as - compression_ * s;  // g - 1
  return {
      current_a - set_.threshold_a - state.charge_as * set_.damping_offset_per_s - (1.0 + net) * s,
      (s * net + spontaneous_a_) / set_.photon_lifetime_s};
}

RateEquations::State RateEquations::step(const State& at, const double current_a[3],
                                         double h) const {
  const auto moved = [&](const State& by, double x) {
    return State{at.charge_as + x * by.charge_as, at.photon_a + x * by.photon_a};
  };
  const State k1 = slope(at, current_a[0]);
  const State k2 = slope(moved(k1, 0.5 * h), current_a[1]);
  const State k3 = slope(moved(k2, 0.5 * h), current_a[1]);
  const State k4 = slope(moved(k3, h), current_a[2]);
  return {
      at.charge_as + h / 6.0 * (k1.charge_as + 2.0 * (k2.charge_as + k3.charge_as) + k4.charge_as),
      at.photon_a + h / 6.0 * (k1.photon_a + 2.0 * (k2.photon_a + k3.photon_a) + k4.photon_a)};
}

double RateEquations::longest_step_s(double light_a) const {
  const double fastest = std::max(damping_per_s(light_a), 2.0 * kPi * resonance_hz(light_a));
  return std::min(0.1 / fastest, 0.25 * set_.photon_lifetime_s);
}

double RateEquations::memory_s() const {
  return 21.0 / set_.damping_offset_per_s + 200.0 * set_.photon_lifetime_s;
}

double RateEquations::resonance_hz(double light_a) const {
  return set_.d_hz_per_sqrt_a * std::sqrt(light_a);
}

double RateEquations::damping_per_s(double light_a) const {
  const double f = resonance_hz(light_a);
  return set_.damping_offset_per_s + set_.k_s * f * f;
}

double RateEquations::carrier_rate_per_s(double light_a) const {
  return set_.damping_offset_per_s + gain_ * photon_a(light_a);
}

}  // namespace chappe
