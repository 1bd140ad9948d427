#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"
#include "models/copper/distributed_line.hpp"

namespace chappe {

/// Differential via: pad, barrel that the signal passes, then the layer where it leaves with what
/// is left of the barrel as an open stub, and its pad. Barrel and stub are one uniform line of the
/// given differential impedance: round, plated conductors of the drill's diameter (skin effect from
/// 0 Hz on) in a causal dielectric. The stub shorts the pair where it is a quarter wave long:
/// f = c/(4 l sqrt(er)). Capacitances are differential, between the legs.
/// Left out: radiation into the plane pair, return path, coupling to other vias.
class Via final : public Element, public TwoPort {
 public:
  struct Params {
    double through_mm{0.0};
    double stub_mm{0.0};
    double impedance_ohm{85.0};
    double dielectric_constant{3.6};
    double loss_tangent{0.005};
    double loss_frequency_ghz{10.0};
    double drill_um{200.0};
    double plating_um{20.0};
    double near_pad_ff{0.0};
    double far_pad_ff{0.0};
    double resistivity_ohm_m{1.68e-8};
    double resistivity_per_k{0.0039};
    std::string towards{"transmitter"};
    void visit(auto&& f) {
      f(Info{.key = "through_mm",
             .unit = "mm",
             .doc = "length of the barrel that the signal passes",
             .low = 0,
             .high = 50,
             .required = true},
        through_mm);
      f(Info{.key = "stub_mm",
             .unit = "mm",
             .doc = "length of the barrel left open; what back-drilling leaves",
             .low = 0,
             .high = 50,
             .required = true},
        stub_mm);
      f(Info{"impedance_ohm", "ohm", "of the barrels, differential", 10, 300}, impedance_ohm);
      f(Info{"dielectric_constant", "1", "around the barrels, at loss_frequency_ghz", 1, 20},
        dielectric_constant);
      f(Info{"loss_tangent", "1", "around the barrels, at loss_frequency_ghz", 0, 0.1},
        loss_tangent);
      f(Info{"loss_frequency_ghz", "GHz", "where the laminate was measured", 1e-3, 900},
        loss_frequency_ghz);
      f(Info{"drill_um", "um", "diameter of the barrels", 50, 2000}, drill_um);
      f(Info{"plating_um", "um", "thickness of their plating", 1, 100}, plating_um);
      f(Info{"near_pad_ff", "fF", "pad at the entry, between the legs", 0, 1e4}, near_pad_ff);
      f(Info{"far_pad_ff", "fF", "pad where the signal leaves, between the legs", 0, 1e4},
        far_pad_ff);
      f(Info{"resistivity_ohm_m", "ohm m", "of the plating at 20 degC", 1e-9, 1e-6},
        resistivity_ohm_m);
      f(Info{"resistivity_per_k", "1/K", "its temperature coefficient", 0, 0.02},
        resistivity_per_k);
      f(Info{.key = "towards",
             .doc = "the end of the section at which its entry is",
             .choices = "transmitter|receiver"},
        towards);
    }
  };

  /// @throws ScenarioError if the plating fills more than the drill
  Via(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::electrical; }
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double frequency_step_hz() const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;

 private:
  std::vector<Immittance> metre(const FrequencyGrid& grid, double temperature_c) const;
  double delay_s(double length_mm) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
