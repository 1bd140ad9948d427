#include "math/filters.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/roots.hpp"

namespace chappe {
namespace {

/// 105 / (s^4 + 10 s^3 + 45 s^2 + 105 s + 105) at s = jw.
cd bessel_thomson_prototype(double w) {
  const double w2 = w * w;
  return 105.0 / cd{105.0 + w2 * (w2 - 45.0), w * (105.0 - 10.0 * w2)};
}

}  // namespace

cd single_pole(double f_hz, double pole_hz) {
  ensure(pole_hz > 0.0, "a pole's frequency > 0");
  return 1.0 / cd{1.0, f_hz / pole_hz};
}

cd single_zero(double f_hz, double zero_hz) {
  ensure(zero_hz > 0.0, "a zero's frequency > 0");
  return {1.0, f_hz / zero_hz};
}

cd butterworth(double f_hz, double bandwidth_hz, int order) {
  ensure(order >= 1 && order <= 8 && bandwidth_hz > 0.0, "order in [1, 8] and bandwidth > 0");
  const double w = f_hz / bandwidth_hz;
  // Conjugate poles make s^2 + 2 sin((2k-1) pi/(2n)) s + 1; an odd order has s + 1 beside.
  cd denominator = order % 2 == 0 ? cd{1.0} : cd{1.0, w};
  for (int k = 1; k <= order / 2; ++k) {
    denominator *= cd{1.0 - w * w, 2.0 * std::sin((2 * k - 1) * kPi / (2 * order)) * w};
  }
  return 1.0 / denominator;
}

BesselThomson4::BesselThomson4(double bandwidth_hz) {
  ensure(bandwidth_hz > 0.0, "bandwidth > 0");
  const auto excess = [](double w) { return std::norm(bessel_thomson_prototype(w)) - 0.5; };
  scale_ = find_root(excess, 1.0, 4.0, 0.0).value() / bandwidth_hz;
}

cd BesselThomson4::operator()(double f_hz) const { return bessel_thomson_prototype(scale_ * f_hz); }

}  // namespace chappe
