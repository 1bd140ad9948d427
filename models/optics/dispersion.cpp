#include "models/optics/dispersion.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace chappe {
namespace {

/// -d(omega)/d(lambda) upside down: lambda^2/(2 pi c) [m s].
double metres_per_rate(double wavelength_m) {
  return wavelength_m * wavelength_m / (2.0 * kPi * kSpeedOfLight_m_per_s);
}

}  // namespace

Dispersion sellmeier_dispersion(double wavelength_m, double zero_m, double slope_s_per_m3) {
  const double ratio = zero_m / wavelength_m;
  const double fourth = ratio * ratio * ratio * ratio;
  return {0.25 * slope_s_per_m3 * wavelength_m * (1.0 - fourth),
          0.25 * slope_s_per_m3 * (1.0 + 3.0 * fourth)};
}

double beta2_s2_per_m(const Dispersion& dispersion, double wavelength_m) {
  return -dispersion.d_s_per_m2 * metres_per_rate(wavelength_m);
}

double beta3_s3_per_m(const Dispersion& dispersion, double wavelength_m) {
  const double scale = metres_per_rate(wavelength_m);
  return scale * scale * (dispersion.slope_s_per_m3 + 2.0 * dispersion.d_s_per_m2 / wavelength_m);
}

}  // namespace chappe
