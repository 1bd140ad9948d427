#pragma once
// S-parameters on another grid.
#include <optional>
#include <string>
#include <vector>

#include "signal/network.hpp"

namespace chappe {

/// Between two points: straight lines, or monotone cubics (math/interpolate.hpp), in magnitude and
/// phase.
enum class Interpolation { linear, pchip };

/// Above the last point: an error, or the magnitude of the last point faded to 0 at the highest
/// frequency asked for (raised cosine), the phase carried on by the delay.
enum class Beyond { error, taper };

struct ResampleOptions {
  Interpolation interpolation{Interpolation::linear};
  Beyond beyond{Beyond::error};
  /// Longest delay known to be in the network [s]: a step that would misread it is refused.
  std::optional<double> longest_delay_s{};
};

struct Resampled {
  Network network{};
  std::vector<std::string> remarks{};  ///< what was assumed, one line each
};

/// Magnitude and unwrapped phase are interpolated apart: straight lines between complex points cut
/// the corner and lose magnitude. Phase is unwrapped after the parameter's mean delay is taken out;
/// where it then still turns by more than 90 degrees from one point to the next (a null between
/// them), real and imaginary part are interpolated there instead. Points of the network's own grid
/// keep their bits.
///
/// A delay T is read right while T step < 1/2. Above, it is read as T - 1/step: up to T step = 1
/// that is ahead of t = 0, which a remark names with both delays (and a turn above 135 degrees a
/// step has its own). Data alone cannot show T step > 1: state longest_delay_s to have it refused.
///
/// 0 Hz: a real-valued system has a real value there. A value that is real within 0.06 degrees is
/// kept (its real part); another, or an absent one, is replaced by the magnitude extrapolated from
/// the next two points on a straight line (not above 1 where these are not), with the sign of the
/// phase extrapolated likewise. Each replacement is named in a remark.
/// @param grid  ascending
/// @throws ModelError above the last point (Beyond::error), or below a first point that is more
/// than a twentieth of the last, or if a step is above 1/(2 longest_delay_s); DataError if the
/// network has fewer than two (with a row at 0 Hz: three) points
Resampled resample(const Network& network, const FrequencyGrid& grid,
                   const ResampleOptions& options = {});

}  // namespace chappe
