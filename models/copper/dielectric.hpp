#pragma once
#include <complex>

namespace chappe {

/// Causal wide-band permittivity with a loss tangent that is nearly constant between f1 and f2:
/// eps(f) = eps_inf + m k(f), k(f) = ln((f2 + jf)/(f1 + jf)), set by eps_r and tan_d at f0.
/// Source: Djordjevic, Biljic, Likar-Smiljanic, Sarkar, IEEE Trans. EMC 43 (2001) 662; Svensson and
/// Dermer (2001). Valid for f1 <= f0 <= f2.
class WidebandDielectric {
 public:
  /// @param relative_permittivity  at f0, >= 1   @param loss_tangent  at f0, >= 0   @param f0_hz
  /// [Hz]
  WidebandDielectric(double relative_permittivity, double loss_tangent, double f0_hz);
  /// eps' - j eps'' at f >= 0 [Hz]
  std::complex<double> relative_permittivity(double f_hz) const;

 private:
  static constexpr double kLow_hz = 1e3, kHigh_hz = 1e12;
  double eps_infinity_{1.0}, slope_{0.0};
};

}  // namespace chappe
