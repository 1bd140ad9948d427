#pragma once
#include <string>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// A host board trace between a package's ball and the channel, as COM adds it (IEEE 802.3 annex
/// 93A.1.2.4 and equation 92-12): from the ball on C_0 -> line -> C_1; capacitors to ground, single
/// ended; the line's impedance is differential.
class Board final : public Element, public TwoPort {
 public:
  struct Params {
    double chip_capacitance_ff{0.0};
    double length_mm{0.0};
    double impedance_ohm{100.0};
    double connector_capacitance_ff{0.0};
    double gamma0_per_mm{0.0};
    double a1_ns05_per_mm{0.0};
    double a2_ns_per_mm{0.0};
    double delay_ns_per_mm{0.0};
    std::string towards{"transmitter"};
    void visit(auto&& f) {
      f(Info{"chip_capacitance_ff", "fF", "C_0, at the package's end", 0, 1e4},
        chip_capacitance_ff);
      f(Info{.key = "length_mm",
             .unit = "mm",
             .doc = "z_bp",
             .low = 0,
             .high = 1e4,
             .required = true},
        length_mm);
      f(Info{"impedance_ohm", "ohm", "Z_c, differential", 10, 1e3}, impedance_ohm);
      f(Info{"connector_capacitance_ff", "fF", "C_1, at the channel's end", 0, 1e4},
        connector_capacitance_ff);
      f(Info{"gamma0_per_mm", "1/mm", "loss at 0 Hz", 0, 1}, gamma0_per_mm);
      f(Info{"a1_ns05_per_mm", "ns^0.5/mm", "loss growing as sqrt(f)", 0, 1}, a1_ns05_per_mm);
      f(Info{"a2_ns_per_mm", "ns/mm", "loss growing as f", 0, 1}, a2_ns_per_mm);
      f(Info{.key = "delay_ns_per_mm",
             .unit = "ns/mm",
             .doc = "tau",
             .low = 3.3e-3,
             .high = 0.1,
             .required = true},
        delay_ns_per_mm);
      f(Info{.key = "towards",
             .doc = "the end of the section at which its package is",
             .choices = "transmitter|receiver"},
        towards);
    }
  };

  Board(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double frequency_step_hz() const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  double delay_ns() const { return p_.delay_ns_per_mm * p_.length_mm; }

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
