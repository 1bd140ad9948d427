#pragma once
#include <string>
#include <vector>

#include "link/element.hpp"
#include "models/optics/direct_laser_params.hpp"
#include "models/optics/input_load.hpp"
#include "models/optics/rate_equations.hpp"
#include "models/optics/relaxation.hpp"

namespace chappe {

/// A laser whose current is the signal: I = bias + v/series_ohm, v the voltage across its input,
/// behind one parasitic pole. Launched power P = slope x of the RateEquations' light x.
///   Linear: share of the incoming voltage, parasitic pole, small-signal response at the bias.
///   Static: sqrt(P) of the steady state at a fixed temperature, phase -(alpha/2) ln(P/P_bias)
/// (envelopes over exp(-j w0 t)).   Process: the rate equations over the periodic record, phase
/// with the adiabatic part -2 pi kappa int (P - mean) dt beside; with a random stream white photon
/// noise.
///   Temperature of the active region: case + R_th (I V - P) at the bias; it is too slow to follow
/// the signal, so the rollover shows in steady light against bias, not in the signal.
///   RIN(f) = c gamma_n^2/(x (2 pi f_r)^4) times Relaxation's shape, c from the RIN stated at the
/// bias; a level below 1 % of the bias's light counts as 1 %.
/// Source: Coldren, Corzine, Masanovic, chapters 2 and 5 (recalled); kappa: T. L. Koch, R. A.
/// Linke, Appl. Phys. Lett. 48 (1986) 613 (recalled).
class DirectLaserElement : public Element,
                           public LightSource,
                           public Linear,
                           public Static,
                           public Noise,
                           public Process {
 public:
  DirectLaserElement(std::string name, DirectLaserParams params, const ParamMap& given)
      : Element(std::move(name)), p_(params), given_(given) {}
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::optical_field; }
  LightSpec light(const OperatingPoint& at) const override;
  std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                             int port) const override;
  cd map(cd x, const OperatingPoint& at) const override;
  NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const override;
  /// @param in  one lane, volts coming in; at least a few samples a cycle of the resonance
  Waveform run(const Waveform& in, const OperatingPoint& at, Rng* rng) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

  /// Where the laser stands at its bias, or at another steady current.
  struct Operation {
    double junction_c{0.0}, threshold_a{0.0}, slope_w_per_a{0.0};
    double light_a{0.0}, power_w{0.0}, electrical_w{0.0};
    RateEquations rates;
  };
  /// @throws ModelError if it runs away or gives no light at its bias
  Operation operation(const OperatingPoint& at) const;
  /// Steady light against current, with its heat [W].
  double steady_power_w(double current_a, double case_c) const;

 protected:
  virtual double threshold_a(double junction_c) const = 0;
  /// @throws ModelError if K, gamma_0 and tau_p do not fit one another
  void check() const { rates(25.0); }

 private:
  InputLoad load() const { return {p_.series_ohm, p_.input_capacitance_ff}; }
  cd ahead_of_diode(double f_hz) const;
  RateEquations rates(double junction_c) const;
  Operation operation(double current_a, double case_c) const;
  Relaxation relaxation(const RateEquations& rates, double light_a) const;
  double photon_noise() const;
  std::vector<double> currents(const Waveform& in) const;
  std::vector<double> integrate(const std::vector<double>& current_a, double step_s,
                                const Operation& now, Rng* rng) const;

  DirectLaserParams p_;
  ParamMap given_;
};

}  // namespace chappe
