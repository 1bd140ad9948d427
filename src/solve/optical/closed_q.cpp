#include "solve/optical/closed_q.hpp"

#include <cmath>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"
#include "solve/optical/closed_pam.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

/// Gaps of 2, thresholds midway.
SlicerErrors even_errors(int levels, double x) {
  NoisyLevels at;
  for (int i = 0; i < levels; ++i) {
    at.mean.push_back(2.0 * i);
    at.sigma.push_back(1.0 / x);
  }
  return gaussian_pam_errors(at, pam_thresholds(at, ThresholdRule::mid));
}

}  // namespace

double even_pam_ber(int levels, double x) { return even_errors(levels, x).ber; }

double even_pam_ser(int levels, double x) { return 2.0 * (1.0 - 1.0 / levels) * q_function(x); }

double even_pam_nearest_ber(int levels, double x) {
  return even_pam_ser(levels, x) / counted_bits(levels);
}

double even_pam_nearest_x(int levels, double ber) {
  return q_inverse(0.5 * ber * counted_bits(levels) / (1.0 - 1.0 / levels));
}

double even_pam_x(int levels, double ber) {
  ensure(ber > 1e-300 && ber < 0.3, "even_pam_x: ber in (1e-300, 0.3)");
  const double wanted = std::log(ber);
  constexpr double kLeast = 1e-3, kMost = 38.0;
  return find_root([&](double x) { return std::log(even_pam_ber(levels, x)) - wanted; }, kLeast,
                   kMost, 0.0)
      .value_or(kMost);
}

double even_pam_snr(int levels, double x) { return x * x * (levels * levels - 1.0) / 3.0; }

}  // namespace chappe
