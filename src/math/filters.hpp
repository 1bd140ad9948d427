#pragma once
// Prototype low-pass transfers, 1 at 0 Hz. Frequencies and corners in the same unit; H(-f) = conj
// H(f).
#include <complex>

namespace chappe {

using cd = std::complex<double>;

/// 1 / (1 + j f/f_pole).
cd single_pole(double f_hz, double pole_hz);
/// 1 + j f/f_zero.
cd single_zero(double f_hz, double zero_hz);

/// Butterworth low-pass: |H|^2 = 1/(1 + (f/f_3dB)^(2n)), poles on the left half of the unit circle.
/// @param order  n in [1, 8]   @param bandwidth_hz  3 dB point > 0
cd butterworth(double f_hz, double bandwidth_hz, int order);

/// Fourth-order Bessel-Thomson low-pass: H = 105/(s^4 + 10 s^3 + 45 s^2 + 105 s + 105) with
/// s = j w0 f/f_3dB and |H(j w0)|^2 = 1/2 (w0 = 2.114).
/// Source: W. E. Thomson, Proc. IEE 96 (1949) 487; the polynomial is the reverse Bessel one of
/// degree 4.
class BesselThomson4 {
 public:
  /// @param bandwidth_hz  3 dB point > 0
  explicit BesselThomson4(double bandwidth_hz);
  cd operator()(double f_hz) const;

 private:
  double scale_;  ///< w0 / f_3dB
};

}  // namespace chappe
