#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "models/copper/laminate.hpp"
#include "models/copper/line_element.hpp"
#include "models/copper/stripline_geometry.hpp"

namespace chappe {

/// Edge-coupled differential stripline midway between two planes, differential mode, from its
/// geometry. Z = strips and planes with skin effect from 0 Hz on and causal roughness + j w L,
/// Y = j w C(f) with a causal dielectric; uniform line of sqrt(Z Y) and sqrt(Z/Y): causal and
/// passive by construction. Left out: glass weave, etched (trapezoidal) sides, unequal distances to
/// the planes, conversion to the common mode.
/// Valid: the ranges of StriplinePair.
class Stripline final : public LineElement {
 public:
  struct Params {
    double length_mm{0.0};
    double width_um{0.0};
    double spacing_um{0.0};
    double thickness_um{0.0};
    double plane_distance_um{0.0};
    Laminate laminate{};
    void visit(auto&& f) {
      const auto size = [&](std::string_view key, std::string_view unit, std::string_view doc,
                            double low, double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      size("length_mm", "mm", "length of the trace", 0.0, 1e4, length_mm);
      size("width_um", "um", "width of each strip", 1.0, 1e4, width_um);
      size("spacing_um", "um", "between the strips' edges", 1.0, 1e4, spacing_um);
      size("thickness_um", "um", "of the strips", 0.1, 1e3, thickness_um);
      size("plane_distance_um", "um", "between the planes' faces", 10.0, 1e4, plane_distance_um);
      laminate.visit(f);
    }
  };

  /// @throws ModelError outside the range of the cross-section
  Stripline(std::string name, Params params, const ParamMap& given);
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;
  Immittance metre(double f_hz, double temperature_c) const override;
  /// Without losses, with the dielectric constant as given [ohm].
  double differential_impedance_ohm() const;

 private:
  double run_m() const override { return p_.length_mm * 1e-3; }
  double delay_s_per_m() const override;

  Params p_;
  OddMode mode_;
};

}  // namespace chappe
