#pragma once
// Prototype low-pass transfers, 1 at 0 Hz. Frequencies and corners in the same unit; H(-f) = conj
// H(f).
#include <array>
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

/// ENBW/f_3dB of a Butterworth low-pass, (pi/2n)/sin(pi/2n). @param order  n in [1, 8]
double butterworth_noise_bandwidth_ratio(int order);

/// Bessel-Thomson low-pass of order n: H = a_0/(sum_k a_k s^k), the reverse Bessel polynomial
/// a_k = (2n-k)!/(2^(n-k) k! (n-k)!), with s = j w0 f/f_3dB and |H(j w0)|^2 = 1/2 (fourth order:
/// 105/(s^4 + 10 s^3 + 45 s^2 + 105 s + 105), w0 = 2.114).
/// Source: W. E. Thomson, Proc. IEE 96 (1949) 487.
class BesselThomson {
 public:
  /// @param bandwidth_hz  3 dB point > 0   @param order  n in [1, 4]
  BesselThomson(double bandwidth_hz, int order);
  cd operator()(double f_hz) const;
  /// ENBW/f_3dB: pi/w0 times the integral of |H|^2 over w/(2 pi) in closed form.
  /// Source: H. M. James, N. B. Nichols, R. S. Phillips, "Theory of Servomechanisms" (1947),
  /// appendix: integrals I_1 to I_4.
  double noise_bandwidth_ratio() const;

 private:
  std::array<double, 5> a_{};  ///< zero above the order
  int order_;
  double corner_;  ///< w0
  double scale_;   ///< w0 / f_3dB
};

/// The fourth order, as reference receivers have it.
class BesselThomson4 : public BesselThomson {
 public:
  explicit BesselThomson4(double bandwidth_hz) : BesselThomson(bandwidth_hz, 4) {}
};

}  // namespace chappe
