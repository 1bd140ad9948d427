#pragma once
// Chromatic dispersion of fibres, in SI units: 1 ps/(nm km) = 1e-6 s/m^2, 1 ps/(nm^2 km) = 1e3
// s/m^3.

namespace chappe {

/// Dispersion D and its slope dD/dlambda at one wavelength.
struct Dispersion {
  double d_s_per_m2{0.0};
  double slope_s_per_m3{0.0};
};

/// Fibre without shifted dispersion, near its zero:
///   D = S0/4 (lambda - lambda0^4/lambda^3), dD/dlambda = S0/4 (1 + 3 lambda0^4/lambda^4).
/// Source: ITU-T G.652 and IEEE 802.3 (recalled); the three-term Sellmeier fit of the delay.
/// @param wavelength_m, zero_m  lambda and lambda0, > 0   @param slope_s_per_m3  S0 at lambda0
Dispersion sellmeier_dispersion(double wavelength_m, double zero_m, double slope_s_per_m3);

/// beta2 = -D lambda^2/(2 pi c) [s^2/m]: D = 17 ps/(nm km) at 1550 nm is -21.68 ps^2/km.
double beta2_s2_per_m(const Dispersion& dispersion, double wavelength_m);
/// beta3 = (lambda^2/(2 pi c))^2 (dD/dlambda + 2 D/lambda) [s^3/m].
double beta3_s3_per_m(const Dispersion& dispersion, double wavelength_m);

}  // namespace chappe
