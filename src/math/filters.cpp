#include "math/filters.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/roots.hpp"

namespace chappe {
namespace {

using Polynomial = std::array<double, 5>;

Polynomial reverse_bessel(int n) {
  Polynomial a{};
  a[static_cast<std::size_t>(n)] = 1.0;
  for (int k = n; k > 0; --k) {  // a_(k-1)/a_k = (2n-k+1) k / (2 (n-k+1))
    a[static_cast<std::size_t>(k - 1)] =
        a[static_cast<std::size_t>(k)] * (2 * n - k + 1) * k / (2 * (n - k + 1));
  }
  return a;
}

/// a_0 over the polynomial at s = jw.
cd low_pass(const Polynomial& a, double w) {
  const double w2 = w * w;
  return a[0] / cd{a[0] - w2 * (a[2] - w2 * a[4]), w * (a[1] - w2 * a[3])};
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

double butterworth_noise_bandwidth_ratio(int order) {
  ensure(order >= 1 && order <= 8, "order in [1, 8]");
  const double x = kPi / (2 * order);
  return x / std::sin(x);
}

BesselThomson::BesselThomson(double bandwidth_hz, int order) : order_(order) {
  ensure(bandwidth_hz > 0.0 && order >= 1 && order <= 4, "bandwidth > 0 and order in [1, 4]");
  a_ = reverse_bessel(order);
  const auto excess = [&](double w) { return std::norm(low_pass(a_, w)) - 0.5; };
  corner_ = find_root(excess, 0.5, 4.0, 0.0).value();
  scale_ = corner_ / bandwidth_hz;
}

cd BesselThomson::operator()(double f_hz) const { return low_pass(a_, scale_ * f_hz); }

double BesselThomson::noise_bandwidth_ratio() const {
  const auto& [a0, a1, a2, a3, a4] = a_;
  double integral = 0.5 * a0;  // over w/(2 pi), both signs; a_n = 1
  if (order_ == 2) integral = 0.5 * a0 / a1;
  if (order_ == 3) integral = 0.5 * a0 * a2 / (a1 * a2 - a0);
  if (order_ == 4) integral = 0.5 * a0 * (a2 * a3 - a1) / (a1 * a2 * a3 - a0 * a3 * a3 - a1 * a1);
  return kPi * integral / corner_;
}

}  // namespace chappe
