#pragma once
// What the traces of a board share: the laminate and its foil.
#include <string>

#include "base/params.hpp"
#include "models/copper/dielectric.hpp"
#include "models/copper/roughness.hpp"

namespace chappe {

struct Laminate {
  double dielectric_constant{3.4};
  double loss_tangent{0.004};
  double loss_frequency_ghz{10.0};
  std::string foil{"smooth"};
  double foil_height_um{0.0};
  double resistivity_ohm_m{1.68e-8};
  double resistivity_per_k{0.0039};
  void visit(auto&& f) {
    f(Info{"dielectric_constant", "1", "of the laminate at loss_frequency_ghz", 1, 20},
      dielectric_constant);
    f(Info{"loss_tangent", "1", "of the laminate at loss_frequency_ghz", 0, 0.1}, loss_tangent);
    f(Info{"loss_frequency_ghz", "GHz", "where the laminate was measured", 1e-3, 900},
      loss_frequency_ghz);
    f(Info{.key = "foil",
           .doc = "law of the foil's roughness",
           .choices = "smooth|hammerstad|cannonball"},
      foil);
    f(Info{"foil_height_um", "um", "R_q (root mean square) for hammerstad, R_z for cannonball", 0,
           20},
      foil_height_um);
    f(Info{"resistivity_ohm_m", "ohm m", "of the foil at 20 degC", 1e-9, 1e-6}, resistivity_ohm_m);
    f(Info{"resistivity_per_k", "1/K", "its temperature coefficient", 0, 0.02}, resistivity_per_k);
  }

  WidebandDielectric dielectric() const {
    return {dielectric_constant, loss_tangent, loss_frequency_ghz * 1e9};
  }
  Foil surface() const { return {foil, foil_height_um * 1e-6}; }
  double resistivity_at_ohm_m(double temperature_c) const {
    return resistivity_ohm_m * (1.0 + resistivity_per_k * (temperature_c - 20.0));
  }
};

}  // namespace chappe
