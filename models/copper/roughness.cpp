#include "models/copper/roughness.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "models/copper/round_wire.hpp"

namespace chappe {
namespace {

using cd = std::complex<double>;

/// Length in skin depths, times 1 + j.
cd depths(double length_m, double resistivity_ohm_m, double f_hz) {
  return cd(1.0, 1.0) * (length_m / skin_depth_m(resistivity_ohm_m, f_hz));
}

}  // namespace

cd cannonball_factor(double ball_radius_m, double resistivity_ohm_m, double f_hz) {
  if (f_hz <= 0.0) return 1.0;
  const cd gr = depths(ball_radius_m, resistivity_ohm_m, f_hz);
  return 1.0 + 7.0 * kPi / 3.0 * gr / (1.0 + gr);
}

cd hammerstad_factor(double rms_height_m, double resistivity_ohm_m, double f_hz) {
  if (f_hz <= 0.0) return 1.0;
  const cd z = std::sqrt(0.7) * depths(rms_height_m, resistivity_ohm_m, f_hz);
  return 1.0 + 2.0 / kPi * (std::atan(z) + std::log(1.0 + z) - 0.5 * std::log(1.0 + z * z));
}

double cannonball_radius_m(double ten_point_height_m) { return 0.06 * ten_point_height_m; }

cd Foil::factor(double resistivity_ohm_m, double f_hz) const {
  if (law == "smooth" || height_m == 0.0) return 1.0;
  if (law == "hammerstad") return hammerstad_factor(height_m, resistivity_ohm_m, f_hz);
  ensure(law == "cannonball", "a foil is smooth, hammerstad or cannonball");
  return cannonball_factor(cannonball_radius_m(height_m), resistivity_ohm_m, f_hz);
}

}  // namespace chappe
