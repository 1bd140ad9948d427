#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Blocking capacitor in each leg, with its pads: pad, series C + L + R, pad. Nothing passes at
/// 0 Hz, but its corner, f_c = 1/(2 pi (2 z0 + R) C), is some kHz, far finer than a solver's grid:
/// the point at 0 Hz carries the mean of j f/(j f + f_c) over the grid's step df about it,
/// 1 - (2 f_c/df) atan(df/(2 f_c)). (0 instead would take away the mean of a whole period of the
/// response: 0.4 dB of COM.) Wander of the baseline is thus left out on a coarse grid, and comes
/// with a fine one. Alone at 0 Hz the capacitor is open.
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
  double resistance_at_0_hz(const FrequencyGrid& grid) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
