#include "models/copper/microstrip_geometry.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/ratio.hpp"

namespace chappe {
namespace {

constexpr double kWave_ohm = kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s;
constexpr double kEuler = 2.71828182845904523536;

/// Single flat strip in vacuum, u = width/height (Hammerstad and Jensen 1980).
double single_ohm(double u) {
  const double f = 6.0 + (2.0 * kPi - 6.0) * std::exp(-std::pow(30.666 / u, 0.7528));
  return kWave_ohm / (2.0 * kPi) * std::log(f / u + std::sqrt(1.0 + 4.0 / (u * u)));
}

double single_permittivity(double u, double er) {
  const double u4 = std::pow(u, 4);
  const double a = 1.0 + std::log((u4 + std::pow(u / 52.0, 2)) / (u4 + 0.432)) / 49.0 +
                   std::log(1.0 + std::pow(u / 18.1, 3)) / 18.7;
  const double b = 0.564 * std::pow((er - 0.9) / (er + 3.0), 0.053);
  return 0.5 * (er + 1.0) + 0.5 * (er - 1.0) * std::pow(1.0 + 10.0 / u, -a * b);
}

/// What the other strip of the odd mode adds to 1/Z of a flat strip in vacuum [S], g =
/// spacing/height (Kirschning and Jansen 1984, Q1 to Q10).
double coupling_siemens(double u, double g) {
  const double g10 = std::pow(g, 10);
  const double q1 = 0.8695 * std::pow(u, 0.194);
  const double q2 = 1.0 + 0.7519 * g + 0.189 * std::pow(g, 2.31);
  const double q3 = 0.1975 + std::pow(16.6 + std::pow(8.4 / g, 6), -0.387) +
                    std::log(g10 / (1.0 + std::pow(g / 3.4, 10))) / 241.0;
  const double q4 =
      2.0 * q1 / q2 / (std::exp(-g) * std::pow(u, q3) + (2.0 - std::exp(-g)) * std::pow(u, -q3));
  const double q5 = 1.794 + 1.14 * std::log(1.0 + 0.638 / (g + 0.517 * std::pow(g, 2.43)));
  const double q6 = 0.2305 + std::log(g10 / (1.0 + std::pow(g / 5.8, 10))) / 281.3 +
                    std::log(1.0 + 0.598 * std::pow(g, 1.154)) / 5.1;
  const double q7 = (10.0 + 190.0 * g * g) / (1.0 + 82.3 * g * g * g);
  const double q8 = std::exp(-6.5 - 0.95 * std::log(g) - std::pow(g / 0.15, 5));
  const double q9 = std::log(q7) * (q8 + 1.0 / 16.5);
  const double q10 = q4 - q5 / q2 * std::exp(std::log(u) * q6 * std::pow(u, -q9));
  return -q10 / kWave_ohm;
}

/// Effective permittivity of the flat pair's odd mode (Kirschning and Jansen 1984).
double flat_permittivity(double u, double g, double er) {
  const double single = single_permittivity(u, er), half = 0.5 * (er + 1.0);
  const double a0 = 0.7287 * (single - half) * (1.0 - std::exp(-0.179 * u));
  const double b0 = 0.747 * er / (0.15 + er);
  const double c0 = b0 - (b0 - 0.207) * std::exp(-0.414 * u);
  const double d0 = 0.593 + 0.694 * std::exp(-0.562 * u);
  return (half + a0 - single) * std::exp(-c0 * std::pow(g, d0)) + single;
}

/// Widening of both edges together by the thickness x, in heights (Hammerstad and Jensen 1980).
double widening(double u, double x) {
  const double coth = 1.0 / std::tanh(std::sqrt(6.517 * u));
  return x / kPi * std::log(1.0 + 4.0 * kEuler / (x * coth * coth));
}

/// 1/Z of what stands between the facing edges, x high and g apart; fades with distance.
double gap_siemens(double g, double x) { return 2.0 * x / (kWave_ohm * g) * std::exp(-0.25 * g); }

}  // namespace

double MicrostripPair::odd_vacuum_ohm() const {
  const double u = width_m / height_m, g = spacing_m / height_m, x = thickness_m / height_m;
  return 1.0 / (1.0 / single_ohm(u + widening(u, x)) + coupling_siemens(u, g) + gap_siemens(g, x));
}

double MicrostripPair::odd_permittivity(double relative_permittivity) const {
  const double u = width_m / height_m, g = spacing_m / height_m, x = thickness_m / height_m;
  const double wider =
      u + 0.5 * (1.0 + 1.0 / std::cosh(std::sqrt(relative_permittivity - 1.0))) * widening(u, x);
  const double filled = flat_permittivity(u, g, relative_permittivity) *
                        (1.0 / single_ohm(wider) + coupling_siemens(u, g));
  return odd_vacuum_ohm() * (filled + gap_siemens(g, x));  // the gap holds air
}

MicrostripMode MicrostripPair::odd_mode(double relative_permittivity) const {
  const double step = 1e-4 * thickness_m;
  const auto with = [&](double strip, double plane) {
    return MicrostripPair{width_m - 2.0 * strip, spacing_m + 2.0 * strip, thickness_m - 2.0 * strip,
                          height_m + strip + plane}
        .odd_vacuum_ohm();
  };
  const double scale = 1.0 / (2.0 * step * kWave_ohm);
  return {odd_vacuum_ohm(), odd_permittivity(relative_permittivity),
          scale * (with(step, 0.0) - with(-step, 0.0)),
          scale * (with(0.0, step) - with(0.0, -step))};
}

void MicrostripPair::check() const {
  check_ratio("copper.microstrip: width_um", "heights of the dielectric", width_m / height_m, 0.2,
              10.0);
  check_ratio("copper.microstrip: spacing_um", "heights of the dielectric", spacing_m / height_m,
              0.2, 5.0);
  check_ratio("copper.microstrip: thickness_um", "heights of the dielectric",
              thickness_m / height_m, 0.02, 0.4);
}

double microstrip_odd_permittivity(const MicrostripPair& pair, double relative_permittivity,
                                   double quasi_static, double f_hz) {
  const double er = relative_permittivity;
  const double u = pair.width_m / pair.height_m, g = pair.spacing_m / pair.height_m;
  const double fn = f_hz * 1e-9 * pair.height_m * 1e3;  // GHz mm
  const double p1 = 0.27488 + (0.6315 + 0.525 / std::pow(1.0 + 0.0157 * fn, 20)) * u -
                    0.065683 * std::exp(-8.7513 * u);
  const double p2 = 0.33622 * (1.0 - std::exp(-0.03442 * er));
  const double p3 = 0.0363 * std::exp(-4.6 * u) * (1.0 - std::exp(-std::pow(fn / 38.7, 4.97)));
  const double p4 = 1.0 + 2.751 * (1.0 - std::exp(-std::pow(er / 15.916, 8)));
  const double p8 = 0.7168 * (1.0 + 1.076 / (1.0 + 0.0576 * (er - 1.0)));
  const double p9 = p8 - 0.7913 * (1.0 - std::exp(-std::pow(fn / 20.0, 1.424))) *
                             std::atan(2.481 * std::pow(er / 8.0, 0.946));
  const double p10 = 0.242 * std::pow(er - 1.0, 0.55);
  const double p11 =
      0.6366 * (std::exp(-0.3401 * fn) - 1.0) * std::atan(1.263 * std::pow(u / 3.0, 1.629));
  const double p12 = p9 + (1.0 - p9) / (1.0 + 1.183 * std::pow(u, 1.376));
  const double p13 = 1.695 * p10 / (0.414 + 1.605 * p10);
  const double p14 = 0.8928 + 0.1072 * (1.0 - std::exp(-0.42 * std::pow(fn / 20.0, 3.215)));
  const double p15 =
      std::abs(1.0 - 0.8928 * (1.0 + p11) * p12 * std::exp(-p13 * std::pow(g, 1.092)) / p14);
  const double dispersion = p1 * p2 * std::pow((p3 * p4 + 0.1844) * fn * p15, 1.5763);
  return er - (er - quasi_static) / (1.0 + dispersion);
}

}  // namespace chappe
