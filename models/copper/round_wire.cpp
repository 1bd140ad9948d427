#include "models/copper/round_wire.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "math/bessel.hpp"

namespace chappe {

double skin_depth_m(double resistivity_ohm_m, double f_hz) {
  return std::sqrt(resistivity_ohm_m / (kPi * f_hz * kVacuumPermeability_h_per_m));
}

double surface_resistance_ohm(double resistivity_ohm_m, double f_hz) {
  return std::sqrt(kPi * f_hz * kVacuumPermeability_h_per_m * resistivity_ohm_m);
}

std::complex<double> round_wire_impedance_ohm_per_m(double radius_m, double resistivity_ohm_m,
                                                    double f_hz) {
  const double base = resistivity_ohm_m / (2.0 * kPi * radius_m * radius_m);
  if (f_hz <= 0.0) return 2.0 * base;
  const double turns = radius_m / skin_depth_m(resistivity_ohm_m, f_hz);
  return base * bessel_i0_over_i1_times_x({turns, turns});
}

}  // namespace chappe
