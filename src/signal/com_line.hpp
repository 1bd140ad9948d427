#pragma once
// The line law of IEEE Std 802.3 annex 93A: loss and delay by four numbers.
#include <vector>

#include "signal/network.hpp"

namespace chappe {

/// gamma(f) = gamma0 + a1 (1 + j) sqrt f + [a2 (1 - (2j/pi) ln f) + j 2 pi tau] f with f in GHz,
/// and gamma(0) = gamma0. Source: IEEE Std 802.3 eq. 93A-9 to 93A-12, with its units.
struct ComLine {
  double gamma0_per_mm{0.0};
  double a1_per_mm_sqrt_ghz{0.0};  ///< [1/mm/sqrt(GHz)]: ns^(1/2)/mm in COM sheets
  double a2_per_mm_ghz{0.0};       ///< [1/mm/GHz]: ns/mm in COM sheets
  double tau_ns_per_mm{0.0};

  /// Propagation constant [1/m] over the grid.
  std::vector<cd> gamma_per_m(const FrequencyGrid& grid) const;
  /// A line of `length_mm` with the real impedance Zc, referred to z0 (com: 2 R_0, if Zc is
  /// differential).
  Network network(const FrequencyGrid& grid, double impedance_ohm, double length_mm,
                  double z0_ohm) const;
};

}  // namespace chappe
