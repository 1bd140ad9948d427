#pragma once
// Single-mode rate equations of a laser in the figures that are measured: I_th, D, K, gamma_0.

namespace chappe {

struct RateSettings {
  double threshold_a{0.0};           ///< I_th
  double d_hz_per_sqrt_a{0.0};       ///< f_r = D sqrt(I - I_th)
  double k_s{0.0};                   ///< gamma = gamma_0 + K f_r^2
  double damping_offset_per_s{0.0};  ///< gamma_0 = 1/tau_n
  double photon_lifetime_s{0.0};     ///< tau_p < K/(4 pi^2)
  double knee_a{0.0};                ///< w: rounding of the threshold by spontaneous emission
};

/// Carriers as charge q [A s] above that at threshold, photons as the current s [A] that they take:
///   dq/dt = I - I_th - q/tau_n - g s,  ds/dt = s (g - 1)/tau_p + sigma/tau_p,
///   g = 1 + b q - e s.
/// Linear gain compression e s makes the small-signal limit exact at every bias: with
/// r = e/(b tau_n) and the light x = (1 + r) s (x = I - I_th well above threshold)
///   f_r^2 = x b/(4 pi^2 tau_p),  gamma = 1/tau_n + x (b + e/tau_p)/(1 + r),
/// so b = 4 pi^2 D^2 tau_p and e = (K D^2 - b)/(1/tau_p - K D^2/(b tau_n)). Steady state:
///   x = [y + sqrt(y^2 + w^2)]/2,  y = I - I_th + sigma,  w^2 = 4 (1 + r) sigma/(b tau_n).
/// Source: L. A. Coldren, S. W. Corzine, M. L. Masanovic, "Diode Lasers and Photonic Integrated
/// Circuits" (2nd ed., 2012), chapters 2 and 5 (recalled), written without dimensions of the
/// cavity. Valid: e s < 1.
class RateEquations {
 public:
  struct State {
    double charge_as{0.0};
    double photon_a{0.0};
  };

  /// @throws ModelError if K, gamma_0 and tau_p do not fit one another
  explicit RateEquations(const RateSettings& settings);
  /// x of a steady current [A].
  double light_a(double current_a) const;
  /// x of a state [A].
  double light_a(const State& state) const { return (1.0 + ratio_) * state.photon_a; }
  State steady(double current_a) const;
  /// One step of Runge and Kutta's fourth order; the current at its start, middle and end.
  State step(const State& state, const double current_a[3], double step_s) const;
  /// A step that follows light up to `light_a` to 1e-6.
  double longest_step_s(double light_a) const;
  /// Time in which a disturbance has gone to 1e-9.
  double memory_s() const;

  double resonance_hz(double light_a) const;
  double damping_per_s(double light_a) const;
  /// gamma_n = 1/tau_n + b s, of the carriers alone.
  double carrier_rate_per_s(double light_a) const;
  /// Photons [A] for light x [A].
  double photon_a(double light_a) const { return light_a / (1.0 + ratio_); }

 private:
  State slope(const State& state, double current_a) const;

  RateSettings set_;
  double gain_{0.0};           ///< b [1/(A s)]
  double compression_{0.0};    ///< e [1/A]
  double ratio_{0.0};          ///< r
  double spontaneous_a_{0.0};  ///< sigma
};

}  // namespace chappe
