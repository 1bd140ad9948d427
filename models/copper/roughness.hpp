#pragma once
// What a rough foil adds to the surface impedance of a conductor, causally.
#include <complex>
#include <string>

namespace chappe {

/// Factor of the surface impedance Z_s = (1 + j) R_s of a smooth conductor. Each law is known as a
/// real factor K of R_s; here it is the boundary value of a function that is analytic for Re s > 0,
/// so that Re[(1 + j) factor] = K exactly and the reactance follows. With g = sqrt(j w mu/rho) =
/// (1 + j)/delta:
///   cannonball (Huray), 14 balls of radius r on 36 r^2: K = 1 + (7 pi/3)/(1 + d/r + d^2/(2 r^2)),
///     factor 1 + (7 pi/3) g r/(1 + g r).
///   Hammerstad: K = 1 + (2/pi) atan(1.4 (R_q/d)^2), factor 1 + (2/pi) [atan z + ln(1 + z) -
///     ln(1 + z^2)/2], z = g R_q sqrt(0.7): the sum over a > a0 = 1/(0.7 mu/rho R_q^2) of
///     s/((sqrt s + sqrt a)(s + a)), whose real part is sqrt(w/2) w/(a^2 + w^2) on the axis.
/// Both are 1 at 0 Hz. Sources: E. Hammerstad and O. Jensen, IEEE MTT-S (1980) 407; P. Huray, The
/// Foundations of Signal Integrity (2009); J. E. Bracken, DesignCon 2012; the analytic form of
/// Hammerstad's law is derived here. Hammerstad's is fitted below about 5 GHz and 2 um.
std::complex<double> cannonball_factor(double ball_radius_m, double resistivity_ohm_m, double f_hz);
std::complex<double> hammerstad_factor(double rms_height_m, double resistivity_ohm_m, double f_hz);

/// Ball radius of a foil of ten-point height R_z [m]: 0.06 R_z (B. Simonovich, 2015; recalled).
double cannonball_radius_m(double ten_point_height_m);

/// A foil: "smooth", "hammerstad" (height is R_q) or "cannonball" (height is R_z).
struct Foil {
  std::string law{"smooth"};
  double height_m{0.0};
  std::complex<double> factor(double resistivity_ohm_m, double f_hz) const;
};

}  // namespace chappe
