#pragma once
// Passivity of tabulated networks, beyond their last point too, and its enforcement. A network is
// passive where no singular value of S exceeds 1 (power waves; Kurokawa 1965).
#include <cstddef>
#include <string>
#include <vector>

#include "signal/network.hpp"
#include "signal/network_ops.hpp"

namespace chappe {

/// Singular values up to this are taken as passive: rounding of files of six digits.
inline constexpr double kPassiveWithin = 1e-6;

struct PassivityScan {
  Passivity in_band{};                 ///< over the network's own points
  Passivity beyond{};                  ///< above the last point, to `end_hz`; 0 if not scanned
  double end_hz{0.0};                  ///< how far the scan went
  std::size_t violations{0};           ///< points in the band above 1 + kPassiveWithin
  double first_hz{0.0}, last_hz{0.0};  ///< the lowest and the highest of them; 0 if none
  std::vector<std::string> remarks{};  ///< how the network was continued, one line each
  bool passive() const {
    return violations == 0 && beyond.largest_singular_value <= 1.0 + kPassiveWithin;
  }
};

/// Scans the points, a 0 Hz row among them, then goes on in the last step to reach f_max by the
/// continuation that resample() uses (Beyond::taper: magnitudes fade to 0 at the scan's end, each
/// phase goes on by its delay). A network of one or two points is not continued: a remark says so.
/// @param reach  >= 1; 1: the points alone
PassivityScan scan_passivity(const Network& network, double reach = 1.2);

struct PassivityEnforced {
  Network network{};
  std::size_t changed{0};      ///< points
  double rms_change{0.0};      ///< of |delta S_ij|, over all parameters and all points
  double largest_change{0.0};  ///< of |delta S_ij|
  double at_hz{0.0};           ///< where that is
};

/// Singular values above `limit` are set to it, point by point: of all matrices within the limit
/// this is the nearest in the sum of squares. Points within it keep their bits. Neighbouring points
/// are not smoothed, so that causality may suffer: keep an eye on the rms change.
/// @param limit  > 0
PassivityEnforced enforce_passivity(Network network, double limit = 1.0);

}  // namespace chappe
