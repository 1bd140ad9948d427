#pragma once
// Response of a modulator whose electrode is a line along the light.
#include <complex>

namespace chappe {

using cd = std::complex<double>;

/// Voltage that the light sees on its way, relative to that of 0 Hz, electrode matched at its end:
///   H(f) = (1 - e^(-x))/x,  x = (1 + j) a(f) L + j 2 pi f (n_m - n_g) L/c,
/// a(f) the field attenuation, growing as sqrt(f) (skin effect, whose phase is as large as its
/// loss), n_m the electrode's index without it, n_g the group index of the light. Without that
/// phase and with n_m = n_g, 3 dB are reached where the electrode loses 6.4 dB.
/// Source: R. C. Alferness, IEEE Trans. Microw. Theory Tech. 30 (1982) 1121; G. L. Li, P. K. L. Yu,
/// J. Lightwave Technol. 21 (2003) 2010 (both recalled).
struct TravellingWave {
  double loss_db{0.0};  ///< of the whole electrode at loss_hz, >= 0
  double loss_hz{1.0};
  double mismatch_m{0.0};  ///< (n_m - n_g) L
  cd operator()(double f_hz) const;
};

}  // namespace chappe
