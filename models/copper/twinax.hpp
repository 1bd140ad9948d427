#pragma once
#include <optional>
#include <string>

#include "base/params.hpp"
#include "models/copper/line_element.hpp"
#include "models/copper/twinax_geometry.hpp"

namespace chappe {

/// Shielded twinaxial cable, differential mode, from its geometry: no fitted attenuation.
/// Z = 2 Z_wire(f) + proximity and shield terms + j w L, Y = j w C(f); exact internal impedance of
/// a round wire with its DC resistance; causal dielectric; uniform line of sqrt(Z Y) and sqrt(Z/Y).
/// Roughness of wires and shield by its law, causally. Skew within the pair: the legs arrive apart,
/// so the differential S21 is multiplied by cos(pi f skew) and the rest leaves as common mode,
/// which is not followed; the faster leg is half the skew ahead of the delay. Left out: plating,
/// periodic deformation of the shield, conversion back from the common mode. Valid: wire
/// spacing 1.2 to 50 wire diameters (from impedance and dielectric), shield not touched.
class Twinax final : public LineElement {
 public:
  struct Params {
    double length_m{1.0};
    double gauge_awg{26.0};
    double impedance_ohm{100.0};
    double dielectric_constant{1.7};
    double loss_tangent{2e-4};
    double loss_frequency_ghz{10.0};
    double spacing_over_shield{0.5};
    double resistivity_ohm_m{1.68e-8};
    double resistivity_per_k{0.0039};
    std::string foil{"smooth"};
    double wire_height_um{0.0};
    double shield_height_um{0.0};
    double skew_ps_per_m{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"length_m", "m", "length of the cable", 0, 1e3}, length_m);
      f(Info{"gauge_awg", "1", "American wire gauge of the solid wires", 0, 40}, gauge_awg);
      f(Info{"impedance_ohm", "ohm", "differential impedance; sets the spacing", 50, 200},
        impedance_ohm);
      f(Info{"dielectric_constant", "1", "of the insulation at loss_frequency_ghz", 1, 12},
        dielectric_constant);
      f(Info{"loss_tangent", "1", "of the insulation at loss_frequency_ghz", 0, 0.1}, loss_tangent);
      f(Info{"loss_frequency_ghz", "GHz", "where the insulation was measured", 1e-3, 900},
        loss_frequency_ghz);
      f(Info{"spacing_over_shield", "1", "wire spacing over shield diameter", 0.01, 0.7},
        spacing_over_shield);
      f(Info{"resistivity_ohm_m", "ohm m", "of the conductors at 20 degC", 1e-9, 1e-6},
        resistivity_ohm_m);
      f(Info{"resistivity_per_k", "1/K", "its temperature coefficient", 0, 0.02},
        resistivity_per_k);
      f(Info{.key = "foil",
             .doc = "law of the surfaces' roughness",
             .choices = "smooth|hammerstad|cannonball"},
        foil);
      f(Info{"wire_height_um", "um", "wires: R_q for hammerstad, R_z for cannonball", 0, 20},
        wire_height_um);
      f(Info{"shield_height_um", "um", "shield: R_q for hammerstad, R_z for cannonball", 0, 20},
        shield_height_um);
      f(Info{"skew_ps_per_m", "ps/m", "between the wires of the pair", 0, 100}, skew_ps_per_m);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ModelError if the impedance cannot be made
  Twinax(std::string name, Params params, const ParamMap& given);
  Network network(const FrequencyGrid& grid, const OperatingPoint& at) const override;
  double length_m() const override { return p_.length_m; }
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;
  std::vector<std::string> assumptions() const override;
  Immittance metre(double f_hz, double temperature_c) const override;

 private:
  double run_m() const override { return p_.length_m; }
  double delay_s_per_m() const override;

  Params p_;
  ShieldedPair pair_;
  PairFactors factors_;
};

}  // namespace chappe
