#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/optics/bandwidth.hpp"
#include "models/optics/input_load.hpp"

namespace chappe {

/// Modulator or laser driver: an amplifier G H(f) whose output saturates,
///   v_out = V_s tanh(v/V_s)   (slope 1 at 0; 1 dB compressed at |v| = 0.612 V_s).
/// White noise at its output, ahead of its bandwidth. Its input may reflect, its output is matched.
/// Source: the tanh law is the transfer of a differential bipolar pair (P. R. Gray et al.,
/// "Analysis and Design of Analog Integrated Circuits", section 3.5, recalled). Left out:
/// even-order distortion, slewing.
class Driver final : public Element, public Linear, public Static, public Noise {
 public:
  struct Params {
    double gain_db{0.0};
    double saturation_v{0.0};
    Bandwidth::Params band{};
    InputLoad input{};
    double delay_ps{0.0};
    double noise_v2_per_ghz{0.0};
    double power_w{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"gain_db", "dB", "G", -40, 60}, gain_db);
      f(Info{"saturation_v", "V", "V_s, peak differential; 0 = linear at any swing", 0, 20},
        saturation_v);
      band.visit(f);
      input.visit(f);
      f(Info{"delay_ps", "ps", "beside that of its bandwidth", 0, 1e4}, delay_ps);
      f(Info{"noise_v2_per_ghz", "V^2/GHz", "one sided, at the output, differential", 0, 1},
        noise_v2_per_ghz);
      f(Info{"power_w", "W", "of one lane", 0, 100}, power_w);
      f(Info{"fit", "1e-9/h", "failures of one lane in 1e9 h", 0, 1e7}, fit);
    }
  };

  Driver(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  std::vector<cd> transfer(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  std::vector<cd> reflection(const FrequencyGrid& grid, const OperatingPoint& at,
                             int port) const override;
  cd map(cd x, const OperatingPoint& at) const override;
  NoisePsd added(const FrequencyGrid& grid, const OperatingPoint& at, double level) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override { return band_.assumptions(); }

 private:
  Params p_;
  ParamMap given_;
  Bandwidth band_;
};

}  // namespace chappe
