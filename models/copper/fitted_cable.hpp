#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "models/copper/line_element.hpp"

namespace chappe {

/// Cable of a stated attenuation, a1 sqrt(f) + a2 f per metre [dB/m, f in GHz, at 20 degC], as a
/// maker's sheet gives it: a1 is laid on the conductors, which keep their DC resistance below the
/// skin effect, a2 on a causal dielectric. Attenuation is that of the two terms within 3 % from
/// 1 to 110 GHz; the line is causal and passive.
/// Refused: less than the conductors alone can lose, two smooth solid copper wires without shield,
/// proximity or insulation: 2 R_s/(pi d)/(2 Z_0) neper.
class FittedCable final : public LineElement {
 public:
  struct Params {
    double length_m{1.0};
    double gauge_awg{26.0};
    double impedance_ohm{100.0};
    double a1_db_per_m{0.0};
    double a2_db_per_m{0.0};
    double low_ghz{1.0};
    double delay_ns_per_m{0.0};
    double resistivity_per_k{0.0039};
    double fit{0.0};
    void visit(auto&& f) {
      const auto needed = [&](std::string_view key, std::string_view unit, std::string_view doc,
                              double low, double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      f(Info{"length_m", "m", "length of the cable", 0, 1e3}, length_m);
      needed("gauge_awg", "1", "American wire gauge of the wires", 0, 40, gauge_awg);
      f(Info{"impedance_ohm", "ohm", "differential impedance", 50, 200}, impedance_ohm);
      needed("a1_db_per_m", "dB/m", "loss growing as sqrt(f), at 1 GHz", 0, 100, a1_db_per_m);
      needed("a2_db_per_m", "dB/m", "loss growing as f, at 1 GHz", 0, 10, a2_db_per_m);
      f(Info{"low_ghz", "GHz", "lowest frequency that the two terms were fitted to", 0.01, 100},
        low_ghz);
      needed("delay_ns_per_m", "ns/m", "delay at 10 GHz", 3.34, 12, delay_ns_per_m);
      f(Info{"resistivity_per_k", "1/K", "temperature coefficient of the conductors", 0, 0.02},
        resistivity_per_k);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ModelError if the attenuation is below the conductors' floor
  FittedCable(std::string name, Params params, const ParamMap& given);
  double length_m() const override { return p_.length_m; }
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;
  Immittance metre(double f_hz, double temperature_c) const override;

 private:
  double run_m() const override { return p_.length_m; }
  double delay_s_per_m() const override { return p_.delay_ns_per_m * 1e-9; }

  Params p_;
};

/// The conductors' floor [dB/m] at f > 0.
double conductor_floor_db_per_m(double gauge_awg, double impedance_ohm, double f_hz);

}  // namespace chappe
