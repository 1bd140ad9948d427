#pragma once
// Two round wires inside a round shield, driven differentially: what geometry says of L, C and
// loss.

namespace chappe {

/// Diameter of a solid wire of American wire gauge n [m]: 0.127 mm * 92^((36 - n)/39) (ASTM B258).
/// @param gauge_awg  [0, 40]
double awg_diameter_m(double gauge_awg);

/// What a cross-section says of the differential mode.
struct PairFactors {
  /// g: L = mu g/pi [H/m], C = pi eps/g [F/m], Z0 = sqrt(mu/eps) g/pi.
  double geometry{0.0};
  /// High-frequency resistance of both wires and of the shield over the surface resistance R_s
  /// [1/m]: the integral of the squared surface current over the squared current of a wire.
  double wire_resistance_per_m{0.0};
  double shield_resistance_per_m{0.0};
};

/// Cross-section of a shielded pair.
struct ShieldedPair {
  double wire_diameter_m{0.0};
  double spacing_m{0.0};  ///< of the wires' centres
  double shield_diameter_m{0.0};

  /// Laplace's equation in the cross-section. The field of each wire is a line charge and
  /// multipoles at its centre, with images in the shield by inversion (circle theorem) and in the
  /// plane between the wires by symmetry; their strengths follow from a constant potential on the
  /// wire, order by order. Without multipoles g = ln(2 p (1 - q^2)/(1 + q^2)), p = spacing/wire
  /// diameter and q = spacing/shield diameter; without a shield g = acosh(p). Sixteen orders are
  /// kept: relative error below 1e-5 for p >= 1.2 and wires that leave 2 % of the shield's radius
  /// free, q (1 + 1/p) <= 0.98. Derived here; checked in tests by least squares on the boundary
  /// and, for the resistances, by the incremental-inductance rule (H. A. Wheeler, Proc. IRE 30
  /// (1942) 412).
  PairFactors factors() const;
};

/// The pair of given wire, impedance and q whose loss-free Z0 is `impedance_ohm`.
/// @param relative_permittivity  >= 1   @param spacing_over_shield  q, (0, 0.7]
/// @throws ModelError if no spacing with p in [1.2, 50] and q (1 + 1/p) <= 0.98 has that impedance
ShieldedPair shielded_pair(double wire_diameter_m, double impedance_ohm,
                           double relative_permittivity, double spacing_over_shield);

}  // namespace chappe
