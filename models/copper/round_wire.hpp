#pragma once
#include <complex>

namespace chappe {

/// Skin depth sqrt(rho/(pi f mu0)) [m]. @param resistivity_ohm_m > 0   @param f_hz > 0
double skin_depth_m(double resistivity_ohm_m, double f_hz);

/// Surface resistance R_s = rho/skin depth [ohm]; 0 at 0 Hz.
double surface_resistance_ohm(double resistivity_ohm_m, double f_hz);

/// Internal impedance of a solid round wire [ohm/m], from rho/(pi a^2) at 0 Hz to (1+j) R_s/(2 pi
/// a): Z = rho/(2 pi a^2) x I0(x)/I1(x), x = (1+j) a/delta. Source: S. Ramo, J. Whinnery, T. Van
/// Duzer, Fields and Waves in Communication Electronics, internal impedance of a round wire
/// (recalled).
std::complex<double> round_wire_impedance_ohm_per_m(double radius_m, double resistivity_ohm_m,
                                                    double f_hz);

}  // namespace chappe
