#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Mated connector as one step of impedance: capacitor, line, capacitor, all differential. The
/// line's loss is a1 sqrt(f) + a2 f [dB, f in GHz] for the whole connector; the phase that belongs
/// to it is that of IEEE 802.3 eq. 93A-9 to 93A-12 (ComLine), the delay is at 1 GHz.
/// Left out: crosstalk, resonance of its ground contacts.
class Connector final : public Element, public TwoPort {
 public:
  struct Params {
    double delay_ps{0.0};
    double impedance_ohm{0.0};
    double a1_db_per_sqrt_ghz{0.0};
    double a2_db_per_ghz{0.0};
    double near_capacitance_ff{0.0};
    double far_capacitance_ff{0.0};
    double fit{0.0};
    std::string towards{"transmitter"};
    void visit(auto&& f) {
      f(Info{.key = "delay_ps",
             .unit = "ps",
             .doc = "through the contacts, at 1 GHz",
             .low = 0,
             .high = 1e3,
             .required = true},
        delay_ps);
      f(Info{.key = "impedance_ohm",
             .unit = "ohm",
             .doc = "of the contacts, differential",
             .low = 10,
             .high = 300,
             .required = true},
        impedance_ohm);
      f(Info{"a1_db_per_sqrt_ghz", "dB/sqrt(GHz)", "loss growing as sqrt(f)", 0, 10},
        a1_db_per_sqrt_ghz);
      f(Info{"a2_db_per_ghz", "dB/GHz", "loss growing as f", 0, 10}, a2_db_per_ghz);
      f(Info{"near_capacitance_ff", "fF", "between the legs, at the entry", 0, 1e4},
        near_capacitance_ff);
      f(Info{"far_capacitance_ff", "fF", "between the legs, at the exit", 0, 1e4},
        far_capacitance_ff);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
      f(Info{.key = "towards",
             .doc = "the end of the section at which its entry is",
             .choices = "transmitter|receiver"},
        towards);
    }
  };

  Connector(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double frequency_step_hz() const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  Params p_;
  ParamMap given_;
};

}  // namespace chappe
