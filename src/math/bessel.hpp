#pragma once
// The ratio of modified Bessel functions that the internal impedance of a round wire needs.
#include <complex>

namespace chappe {

using cd = std::complex<double>;

/// x I0(x) / I1(x); 2 at x = 0. For a wire of radius a: Z = R_dc/2 * x I0(x)/I1(x), x = (1 + j) a /
/// delta. Source: M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964):
/// recurrence 9.6.26, asymptotic series 9.7.1.
/// @param x  |x| <= 1e5, |arg x| <= 80 deg; relative error < 1e-10 (poles lie on the imaginary
/// axis)
cd bessel_i0_over_i1_times_x(cd x);

}  // namespace chappe
