#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/optics/bandwidth.hpp"
#include "models/optics/input_load.hpp"
#include "models/optics/travelling_wave.hpp"

namespace chappe {

/// Mach-Zehnder modulator, of any material. Field out over field in (envelopes over exp(-j w0 t),
/// as for the fibres: light of positive chirp turns its phase back while its power rises):
///   E = sqrt(T) e^(-j a theta/2) (cos(D/2) - j d sin(D/2)),  theta = pi v/V_pi,
///   D = theta + b - pi/2,  |E|^2 = T [(1 + d^2) + (1 - d^2) sin(theta + b)]/2,
/// b the bias angle from quadrature with its drift, d^2 = 1/ER of 0 Hz (unequal arms), v the
/// differential voltage across its input, rising v gives more light. `a` is such that the chirp
/// alpha = -2 P dphi/dP at quadrature is the one stated: a = [alpha (1 - d^2) - 2 d]/(1 + d^2);
/// equal arms driven push-pull: 0, one arm alone: +-1.
///   Electro-optic response: bandwidth (measured or filter) times that of a travelling wave
/// (TravellingWave) where electrode_loss_db or index_mismatch is given, times its input's share of
/// the voltage that comes in (InputLoad).
/// Source: F. Koyama, K. Iga, J. Lightwave Technol. 6 (1988) 87 (recalled).
/// Left out: voltage dependence of a depletion modulator's loss and of its capacitance.
class Mzm final : public Element, public Linear, public Static {
 public:
  struct Params {
    std::optional<double> v_pi_v{};
    std::optional<double> v_pi_l_v_cm{};
    double length_mm{0.0};
    double insertion_loss_db{4.0};
    double extinction_db{30.0};
    double bias_deg{0.0};
    double bias_drift_deg{0.0};
    double bias_deg_per_k{0.0};
    double chirp{0.0};
    Bandwidth::Params band{};
    double electrode_loss_db{0.0};
    double electrode_loss_ghz{50.0};
    double index_mismatch{0.0};
    InputLoad load{};
    double power_w{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"v_pi_v", "V", "differential voltage from dark to bright; auto = V_pi L/length", 0.05,
             50},
        v_pi_v);
      f(Info{"v_pi_l_v_cm", "V cm", "V_pi L; auto = v_pi_v is given", 0.01, 100}, v_pi_l_v_cm);
      f(Info{"length_mm", "mm", "L, of the electrodes", 0, 100}, length_mm);
      f(Info{"insertion_loss_db", "dB", "-10 log10 T, at its brightest", 0, 40}, insertion_loss_db);
      f(Info{"extinction_db", "dB", "brightest over darkest at 0 Hz", 3, 100}, extinction_db);
      f(Info{"bias_deg", "deg", "from quadrature, towards bright", -90, 90}, bias_deg);
      f(Info{"bias_drift_deg", "deg", "what the bias control leaves, added to bias_deg", -90, 90},
        bias_drift_deg);
      f(Info{"bias_deg_per_k", "deg/K", "drift with temperature from 25 degC", -10, 10},
        bias_deg_per_k);
      f(Info{"chirp", "1", "alpha at quadrature, small signal", -10, 10}, chirp);
      band.visit(f);
      f(Info{"electrode_loss_db", "dB", "of a travelling-wave electrode", 0, 60},
        electrode_loss_db);
      f(Info{"electrode_loss_ghz", "GHz", "where; it grows as sqrt(f)", 0.1, 1e3},
        electrode_loss_ghz);
      f(Info{"index_mismatch", "1", "n_m - n_g over length_mm", -5, 5}, index_mismatch);
      load.visit(f);
      f(Info{"power_w", "W", "of bias control and heaters, one lane", 0, 100}, power_w);
      f(Info{"fit", "1e-9/h", "failures of one lane in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError unless V_pi is known in one way
  Mzm(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::optical_field; }
  std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                             int port) const override;
  cd map(cd x, const OperatingPoint& at) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override { return band_.assumptions(); }
  double v_pi_v() const { return v_pi_v_; }

 private:
  Params p_;
  ParamMap given_;
  Bandwidth band_;
  TravellingWave wave_{};
  double v_pi_v_{0.0};
};

}  // namespace chappe
