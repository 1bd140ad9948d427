#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Blocking capacitor in each leg, with its pads: pad, series C + L + R, pad. Nothing passes at
/// 0 Hz: a solver's grid holds that one frequency, and the baseline's wander (1/(2 pi 2 z0 C): kHz)
/// is finer than its step, so it is left out. Two in one section cannot be cascaded at 0 Hz unless
/// something between them leads to ground.
/// Series values are of one leg; pads are capacitances of one leg to ground.
class AcCapacitor final : public Element, public TwoPort {
 public:
  struct Params {
    double capacitance_nf{100.0};
    double inductance_ph{0.0};
    double resistance_ohm{0.0};
    double pad_ff{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"capacitance_nf", "nF", "of one leg", 1e-3, 1e4}, capacitance_nf);
      f(Info{"inductance_ph", "pH", "ESL of one leg", 0, 1e4}, inductance_ph);
      f(Info{"resistance_ohm", "ohm", "ESR of one leg", 0, 100}, resistance_ohm);
      f(Info{"pad_ff", "fF", "each pad to ground", 0, 1e4}, pad_ff);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h, both legs", 0, 1e7}, fit);
    }
  };

  AcCapacitor(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;

 private:
  Params p_;
  ParamMap given_;
};

}  // namespace chappe
