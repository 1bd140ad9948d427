#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Linear redriver (continuous-time equaliser with gain) inside a section, as in active copper
/// cables: nothing is decided in it. From input to output, into 100 ohm,
///   H(f) = G (g + j f/f_z) / ((1 + j f/f_p1)(1 + j f/f_p2)) exp(-j 2 pi f tau)
/// (the CTLE form of IEEE 802.3 equation 120D-5), nothing from output to input; at both ends a
/// capacitance between the legs reflects. Its noise is white at its input.
/// Left out: compression (its swing must stay in its linear range), its supply's noise.
class Redriver final : public Element, public TwoPort, public Noise {
 public:
  struct Params {
    double gain_db{0.0};
    double low_frequency_db{0.0};
    double zero_ghz{0.0}, pole1_ghz{0.0}, pole2_ghz{0.0};
    double delay_ps{0.0};
    double input_capacitance_ff{0.0};
    double output_capacitance_ff{0.0};
    double noise_v2_per_ghz{0.0};
    double energy_pj_per_bit{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"gain_db", "dB", "G", -20, 40}, gain_db);
      f(Info{"low_frequency_db", "dB", "g: gain at 0 Hz over G", -40, 0}, low_frequency_db);
      const auto corner = [&](const char* key, const char* doc, double& value) {
        f(Info{.key = key, .unit = "GHz", .doc = doc, .low = 0.1, .high = 1e3, .required = true},
          value);
      };
      corner("zero_ghz", "f_z", zero_ghz);
      corner("pole1_ghz", "f_p1", pole1_ghz);
      corner("pole2_ghz", "f_p2", pole2_ghz);
      f(Info{"delay_ps", "ps", "tau, beside that of its poles", 0, 1e4}, delay_ps);
      f(Info{"input_capacitance_ff", "fF", "between the legs, at the input", 0, 1e4},
        input_capacitance_ff);
      f(Info{"output_capacitance_ff", "fF", "between the legs, at the output", 0, 1e4},
        output_capacitance_ff);
      f(Info{"noise_v2_per_ghz", "V^2/GHz", "one sided, at the input, differential", 0, 1},
        noise_v2_per_ghz);
      f(Info{"energy_pj_per_bit", "pJ/bit", "of line rate, one lane and direction", 0, 1e3},
        energy_pj_per_bit);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  Redriver(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;

 private:
  cd gain(double f_hz) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
