#include "models/copper/stripline_geometry.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/ratio.hpp"

namespace chappe {
namespace {

constexpr double kWave_ohm = kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s;

/// Limit of the arithmetic and the geometric mean.
double common_mean(double a, double b) {
  while (std::abs(a - b) > 1e-14 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return a;
}

/// Admittance in vacuum of a strip of no thickness: 4 K(k)/(eta K(k')), from k and 1 - k.
double flat_siemens(double k, double rest) {
  return 4.0 / kWave_ohm * common_mean(1.0, k) / common_mean(1.0, std::sqrt(rest * (1.0 + k)));
}

/// Single strip, width/plane distance w, thickness/plane distance x > 0 (Wheeler 1978).
double single_siemens(double w, double x) {
  const double n = 2.0 / (1.0 + 2.0 / 3.0 * x / (1.0 - x));
  const double edge = std::pow(x / (2.0 - x), 2) + std::pow(0.0796 * x / (w + 1.1 * x), n);
  const double m = (w + x / kPi * (1.0 - 0.5 * std::log(edge))) / (1.0 - x);
  const double q = 8.0 / (kPi * m);
  return 4.0 * kPi / (kWave_ohm * std::log(1.0 + 0.5 * q * (q + std::sqrt(q * q + 6.27))));
}

/// Fringing capacitance of one edge over eps to both planes (Cohn 1954), x = thickness/distance.
double fringe(double x) {
  const double d = 1.0 / (1.0 - x);
  return (2.0 * d * std::log(d + 1.0) - (d - 1.0) * std::log(d * d - 1.0)) / kPi;
}

}  // namespace

ModeImpedance StriplinePair::impedance() const {
  const double w = width_m / plane_distance_m, s = spacing_m / plane_distance_m;
  const double x = thickness_m / plane_distance_m;
  const double a = 0.5 * kPi * w, b = 0.5 * kPi * (w + s);
  const double flat = flat_siemens(std::tanh(a), 2.0 / (std::exp(2.0 * a) + 1.0));
  const double even =
      flat_siemens(std::tanh(a) * std::tanh(b), std::cosh(b - a) / (std::cosh(a) * std::cosh(b)));
  const double odd =
      flat_siemens(std::tanh(a) / std::tanh(b), std::sinh(b - a) / (std::cosh(a) * std::sinh(b)));
  const double single = single_siemens(w, x);
  constexpr double kFlatFringe = 0.44127120030530;  // (2/pi) ln 2
  const double ratio = fringe(x) / kFlatFringe;
  const double lost = 2.0 / kWave_ohm * (fringe(x) - kFlatFringe);
  const double wide = single + ratio * (odd - flat);
  const double narrow = single + (odd - flat) - lost + 2.0 / kWave_ohm * x / s;
  // A tenth of what the two differ by at large spacing rounds the passage.
  const double thick_odd = 0.5 * (wide + narrow) + std::hypot(0.5 * (wide - narrow), 0.1 * lost);
  return {1.0 / (single - ratio * (flat - even)), 1.0 / thick_odd};
}

OddMode StriplinePair::odd_mode() const {
  const double step = 1e-4 * thickness_m;
  const auto with = [&](double strip, double planes) {
    return StriplinePair{width_m - 2.0 * strip, spacing_m + 2.0 * strip, thickness_m - 2.0 * strip,
                         plane_distance_m + 2.0 * planes}
        .impedance()
        .odd_ohm;
  };
  const double scale = 1.0 / (2.0 * step * kWave_ohm);
  return {with(0.0, 0.0), scale * (with(step, 0.0) - with(-step, 0.0)),
          scale * (with(0.0, step) - with(0.0, -step))};
}

void StriplinePair::check() const {
  check_ratio("copper.stripline: width_um", "plane distances", width_m / plane_distance_m, 0.1,
              5.0);
  check_ratio("copper.stripline: spacing_um", "plane distances", spacing_m / plane_distance_m, 0.1,
              4.0);
  check_ratio("copper.stripline: thickness_um", "plane distances", thickness_m / plane_distance_m,
              0.01, 0.2);
}

}  // namespace chappe
