#pragma once
// Small signals of a single-mode laser: one resonance with damping.
#include <complex>

namespace chappe {

using cd = std::complex<double>;

/// Modulation response H(f) = f_r^2/(f_r^2 - f^2 + j f gamma/(2 pi)) and the shape of intensity
/// noise that white photon noise makes, (1 + (2 pi f/gamma_n)^2) |H|^2, 1 at 0 Hz.
/// Source: L. A. Coldren, S. W. Corzine, M. L. Masanovic, "Diode Lasers and Photonic Integrated
/// Circuits" (2nd ed., 2012), chapter 5 (recalled).
struct Relaxation {
  double resonance_hz{0.0};        ///< f_r > 0
  double damping_per_s{0.0};       ///< gamma > 0
  double carrier_rate_per_s{0.0};  ///< gamma_n, at which the carriers answer, > 0

  cd response(double f_hz) const;
  double noise_shape(double f_hz) const;
  /// Mean of noise_shape from 0 Hz to `to_hz` > 0.
  double mean_noise_shape(double to_hz) const;
};

}  // namespace chappe
