#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Die, bump, package line and ball of one end of a lane, as IEEE 802.3 annex 93A composes them
/// (93A.1.2): from the die to the ball
///   (C_d1, L_s1), (C_d2, L_s2), .. -> C_b -> line 1 .. line 3 -> C_v -> line 4 -> C_p,
/// capacitors to ground, inductors in series, single ended; lines with differential impedance.
/// Fewer than four lines: the missing ones have no length, C_v then stands behind the last.
/// Valid: any frequency (the line's law is fitted by its source up to its symbol rate).
class Package final : public Element, public TwoPort {
 public:
  struct Params {
    std::vector<double> die_capacitance_ff{};
    std::vector<double> die_inductance_ph{};
    double bump_capacitance_ff{0.0};
    std::vector<double> segment_length_mm{};
    std::vector<double> segment_impedance_ohm{};
    double via_capacitance_ff{0.0};
    double ball_capacitance_ff{0.0};
    double gamma0_per_mm{0.0};
    double a1_ns05_per_mm{0.0};
    double a2_ns_per_mm{0.0};
    double delay_ns_per_mm{0.0};
    std::string towards{"transmitter"};
    void visit(auto&& f) {
      f(Info{.key = "die_capacitance_ff",
             .unit = "fF",
             .doc = "C_d of each rung, at the die first",
             .low = 0,
             .high = 1e4,
             .required = true},
        die_capacitance_ff);
      f(Info{"die_inductance_ph", "pH", "L_s behind each C_d; empty = none", 0, 1e4},
        die_inductance_ph);
      f(Info{"bump_capacitance_ff", "fF", "C_b", 0, 1e4}, bump_capacitance_ff);
      f(Info{.key = "segment_length_mm",
             .unit = "mm",
             .doc = "z_p of 1 to 4 lines, from the die on",
             .low = 0,
             .high = 1e3,
             .required = true},
        segment_length_mm);
      f(Info{.key = "segment_impedance_ohm",
             .unit = "ohm",
             .doc = "Z_c of each line, differential",
             .low = 10,
             .high = 1e3,
             .required = true},
        segment_impedance_ohm);
      f(Info{"via_capacitance_ff", "fF", "C_v, behind the third line", 0, 1e4}, via_capacitance_ff);
      f(Info{"ball_capacitance_ff", "fF", "C_p", 0, 1e4}, ball_capacitance_ff);
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
             .doc = "the end of the section at which its die is",
             .choices = "transmitter|receiver"},
        towards);
    }
  };

  /// @throws ScenarioError where the lists do not fit each other
  Package(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double frequency_step_hz() const override;
  bool in_package() const override { return true; }
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  double delay_ns() const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
