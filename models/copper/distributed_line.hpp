#pragma once
// A uniform line from what a metre of it is: series impedance and shunt admittance.
#include <span>

#include "models/copper/roughness.hpp"
#include "signal/network.hpp"

namespace chappe {

/// Of a metre of line, real parts >= 0.
struct Immittance {
  cd series_ohm_per_m{};
  cd shunt_s_per_m{};
  cd gamma_per_m() const;    ///< sqrt(Z Y), real part >= 0
  cd impedance_ohm() const;  ///< sqrt(Z/Y); none at 0 Hz
};

/// S-parameters; at 0 Hz the line is the resistance of its series impedance.
/// @param metre  one a frequency   @param length_m  >= 0   @param z0_ohm  of both ports
Network distributed_line(const FrequencyGrid& grid, std::span<const Immittance> metre,
                         double length_m, double z0_ohm);

/// Internal impedance of a conductor [ohm/m] whose resistance is `factor_per_m` times the surface
/// resistance at high frequency and rho/area at 0 Hz: F rho g [coth(g F A) + K - 1] with
/// g = (1 + j)/delta and the foil's factor K. A slab's exact law where F = 1/(2 w), A = w t; for
/// other sections a smooth transition, analytic and with a real part > 0.
/// @param factor_per_m  F > 0 [1/m]   @param area_m2  A > 0
cd strip_impedance_ohm_per_m(double factor_per_m, double area_m2, double resistivity_ohm_m,
                             const Foil& foil, double f_hz);

/// The same of planes so wide that they have no resistance at 0 Hz: F rho g K.
cd plane_impedance_ohm_per_m(double factor_per_m, double resistivity_ohm_m, const Foil& foil,
                             double f_hz);

}  // namespace chappe
