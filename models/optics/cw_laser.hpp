#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Continuous-wave laser that feeds one lane or, through a splitter, several. What one lane gets is
/// P/lanes less the splitter's excess loss; it pays 1/lanes of the energy and of the failures.
///   Current for its power P: I = I_th + P/(eta_d h nu/q); wall-plug efficiency
///   P/(I V) = eta_d (h nu/(q V)) (1 - I_th/I), V = V_0 + R_s I, further divided by its supply's.
///   I_th = I_th,25 exp((T - 25)/T_0), eta_d = eta_25 exp(-(T - 25)/T_1); T is the case's, or the
///   cooler's, plus R_th (I V - P).   Cooler: W = Q (T_case - T_set)/(eta_c T_set[K]) for the heat
///   Q that it pumps, eta_c the share of a Carnot machine that it reaches; nothing while it is
///   cold. RIN: flat, or (1 + (2 pi f/gamma)^2) |H|^2 with a resonance (Relaxation).
/// Source: the definition of the efficiency; T_0 laws as in L. A. Coldren and S. W. Corzine, "Diode
/// Lasers and Photonic Integrated Circuits", chapter 2 (recalled).
/// Left out: side modes, ageing, the heater's power of a cooled laser in the cold.
class CwLaser final : public Element, public LightSource, public Noise {
 public:
  struct Params {
    double power_dbm{10.0};
    double wavelength_nm{1310.0};
    double wavelength_nm_per_k{0.1};
    double linewidth_mhz{1.0};
    double rin_db_per_hz{-145.0};
    double rin_peak_ghz{0.0};
    double rin_damping_per_ns{30.0};
    int lanes{1};
    double splitter_excess_db{0.0};
    double threshold_ma{10.0};
    double threshold_t0_k{60.0};
    double differential_efficiency{0.35};
    double efficiency_t1_k{150.0};
    double voltage_v{1.1};
    double series_ohm{3.0};
    double thermal_k_per_w{0.0};
    double current_max_ma{1000.0};
    double supply_efficiency{1.0};
    std::optional<double> cooled_to_c{};
    double cooler_efficiency{0.1};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"power_dbm", "dBm", "of the whole laser, ahead of its splitter", -30, 40}, power_dbm);
      f(Info{"wavelength_nm", "nm", "in vacuum, at 25 degC", 600, 2000}, wavelength_nm);
      f(Info{"wavelength_nm_per_k", "nm/K", "its drift", 0, 1}, wavelength_nm_per_k);
      f(Info{"linewidth_mhz", "MHz", "full width at half maximum", 0, 1e4}, linewidth_mhz);
      f(Info{"rin_db_per_hz", "dB/Hz", "relative intensity noise at 0 Hz", -200, -80},
        rin_db_per_hz);
      f(Info{"rin_peak_ghz", "GHz", "its relaxation resonance; 0 = flat", 0, 200}, rin_peak_ghz);
      f(Info{"rin_damping_per_ns", "1/ns", "damping of the resonance", 0.1, 1e3},
        rin_damping_per_ns);
      f(Info{"lanes", "1", "that it feeds", 1, 64}, lanes);
      f(Info{"splitter_excess_db", "dB", "splitter's loss beyond 1/lanes", 0, 20},
        splitter_excess_db);
      f(Info{"threshold_ma", "mA", "I_th at 25 degC", 0.01, 1e3}, threshold_ma);
      f(Info{"threshold_t0_k", "K", "T_0", 10, 1e4}, threshold_t0_k);
      f(Info{"differential_efficiency", "1", "eta_d at 25 degC, of one facet", 0.01, 1},
        differential_efficiency);
      f(Info{"efficiency_t1_k", "K", "T_1", 10, 1e5}, efficiency_t1_k);
      f(Info{"voltage_v", "V", "V_0", 0.1, 10}, voltage_v);
      f(Info{"series_ohm", "ohm", "R_s", 0, 100}, series_ohm);
      f(Info{"thermal_k_per_w", "K/W", "R_th, active region over case", 0, 1e3}, thermal_k_per_w);
      f(Info{"current_max_ma", "mA", "largest current", 1, 1e5}, current_max_ma);
      f(Info{"supply_efficiency", "1", "of its current source", 0.1, 1}, supply_efficiency);
      f(Info{"cooled_to_c", "degC", "T_set of its cooler; auto = none", -20, 100}, cooled_to_c);
      f(Info{"cooler_efficiency", "1", "eta_c", 0.01, 1}, cooler_efficiency);
      f(Info{"fit", "1e-9/h", "failures of the whole laser in 1e9 h", 0, 1e7}, fit);
    }
  };

  CwLaser(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::optical_field; }
  LightSpec light(const OperatingPoint& at) const override;
  NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

  struct Bias {
    double current_a{0.0}, laser_w{0.0};  ///< W: electrical power of the diode alone
    double junction_c{0.0};
    double total_w{0.0};  ///< from the supply, cooler included, of the whole laser
  };
  /// @throws ModelError if the power cannot be reached within current_max_ma
  Bias bias(const OperatingPoint& at) const;

 private:
  double power_w() const;
  double photon_v() const;  ///< h nu/q at 25 degC

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
