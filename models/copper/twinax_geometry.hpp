#pragma once
// Two round wires inside a round shield, driven differentially: what geometry says of L, C and loss.

namespace chappe {

/// Diameter of a solid wire of American wire gauge n [m]: 0.127 mm * 92^((36 - n)/39) (ASTM B258).
/// @param gauge_awg  [0, 40]
double awg_diameter_m(double gauge_awg);

/// Cross-section of a shielded pair. p = spacing/wire diameter, q = spacing/shield diameter.
struct ShieldedPair {
  double wire_diameter_m{0.0};
  double spacing_m{0.0};  ///< of the wires' centres
  double shield_diameter_m{0.0};

  /// g(p, q) = ln(2 p (1 - q^2)/(1 + q^2)) - (1 + 4 p^2)(1 - 4 q^2)/(16 p^4):
  /// differential mode L = mu g/pi [H/m], C = pi eps/g [F/m], Z0 = sqrt(mu/eps) g/pi. Line charges and
  /// their images in the shield, first finite-size term. Source: shielded-pair entry of the handbook
  /// tables (recalled); checked in tests by a boundary solution of Laplace's equation, within 1 % for
  /// p >= 2, q <= 0.55.
  double geometry_factor() const;

  /// High-frequency resistance of the pair of wires and of the shield, each divided by the surface
  /// resistance R_s [1/m]: -dg/dn pi^-1 by the incremental-inductance rule (H. A. Wheeler, Proc. IRE 30
  /// (1942) 412).
  double wire_resistance_factor_per_m() const;
  double shield_resistance_factor_per_m() const;
};

/// The pair of given wire, impedance and q whose loss-free Z0 is `impedance_ohm`; bisection to 1e-12.
/// @param relative_permittivity  > = 1   @param spacing_over_shield  q, (0, 0.7]
/// @throws ModelError if no spacing with p in [1.2, 50] has that impedance
ShieldedPair shielded_pair(double wire_diameter_m, double impedance_ohm, double relative_permittivity,
                           double spacing_over_shield);

}  // namespace chappe
