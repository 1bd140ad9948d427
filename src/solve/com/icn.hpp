#pragma once
// Integrated crosstalk noise (IEEE 802.3 92.10.7 form) of a channel's aggressors.
#include <span>

#include "signal/network.hpp"
#include "solve/com/insertion_loss.hpp"

namespace chappe {

/// Defaults are the reference program's.
struct IcnOptions {
  double symbol_rate_bd{0.0};
  double low_hz{0.0}, high_hz{0.0};  ///< f_1, f_2
  double filter_ratio{4.0};          ///< f_r, over the symbol rate
  double fext_edge_ratio{4.0};       ///< f_f
  double next_edge_ratio{4.0};       ///< f_n
  double fext_amplitude_v{0.0};      ///< A_ft, peak differential
  double next_amplitude_v{0.0};      ///< A_nt
};

struct IcnResult {
  double mdfext_mv{0.0};  ///< all far-end aggressors, rms
  double mdnext_mv{0.0};  ///< all near-end aggressors, rms
  double icn_mv{0.0};     ///< sqrt(mdfext^2 + mdnext^2)
  /// What the reference program calls ICN: all aggressors under ONE edge weight, that of the last
  /// file (near-end if there is any). Equal to icn_mv where f_f = f_n.
  double reference_icn_mv{0.0};
};

/// MD = sqrt(2 df/f_2 sum_{f_1..f_2} A^2 W(f) sum_k |S21_k|^2), W of com_power_weight.
/// @param fext, next  differential two-ports from each aggressor to the victim's receiver
/// @throws DataError if their grids differ
IcnResult integrated_crosstalk_noise(std::span<const Network> fext, std::span<const Network> next,
                                     const IcnOptions& options);

}  // namespace chappe
