#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "models/copper/laminate.hpp"
#include "models/copper/line_element.hpp"
#include "models/copper/microstrip_geometry.hpp"

namespace chappe {

/// Edge-coupled differential microstrip under air, differential mode, from its geometry. Z = strips
/// and plane with skin effect from 0 Hz on and causal roughness + j w L, Y = j w C(f) with the
/// laminate's causal permittivity in its share of the field. Dispersion (Kirschning and Jansen)
/// multiplies L and C alike: it slows the wave and leaves the impedance as it is at low frequency;
/// it never makes the wave faster. Uniform line of sqrt(Z Y) and sqrt(Z/Y): passive.
/// Left out: solder mask, plating, radiation, glass weave, conversion to the common mode.
/// Valid: the ranges of MicrostripPair.
class Microstrip final : public LineElement {
 public:
  struct Params {
    double length_mm{0.0};
    double width_um{0.0};
    double spacing_um{0.0};
    double thickness_um{0.0};
    double height_um{0.0};
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
      size("height_um", "um", "of the laminate below the strips", 10.0, 1e4, height_um);
      laminate.visit(f);
    }
  };

  /// @throws ModelError outside the range of the cross-section
  Microstrip(std::string name, Params params, const ParamMap& given);
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;
  Immittance metre(double f_hz, double temperature_c) const override;
  /// At low frequency without losses [ohm].
  double differential_impedance_ohm() const;

 private:
  double run_m() const override { return p_.length_mm * 1e-3; }
  double delay_s_per_m() const override;

  Params p_;
  MicrostripPair pair_;
  MicrostripMode mode_;
};

}  // namespace chappe
