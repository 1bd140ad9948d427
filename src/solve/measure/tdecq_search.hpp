#pragma once
// The taps that let an eye bear the most noise. Internal to src/solve/measure.
#include <optional>
#include <span>
#include <vector>

#include "solve/measure/eye_windows.hpp"
#include "solve/measure/tap_limits.hpp"

namespace chappe::measure {

/// `quick`: to some 0.01 dB, to compare; `full`: to 1e-4 dB.
enum class Effort { quick, full };

struct SearchSettings {
  double target_ser{4.8e-4};
  double threshold_travel{0.0};           ///< each threshold may move by this, in half gaps
  std::span<const double> correlation{};  ///< of the reference noise, one lag a tap
};

/// An equaliser with the noise that may be added ahead of it.
struct Solution {
  Equaliser equaliser{};
  Thresholds thresholds{kEvenThresholds};
  double sigma_in{0.0};               ///< sigma_G in half gaps: the smaller window's sigma over Ceq
  double noise_gain{1.0};             ///< Ceq
  std::array<double, 2> sigma_out{};  ///< behind the equaliser, early and late window
};

/// Measures an equaliser as it is. @return nothing if the eye is closed
std::optional<Solution> evaluate(const EyeWindows& eye, const Equaliser& equaliser,
                                 const Thresholds& thresholds, const SearchSettings& settings);

/// Taps of least mean square error of the middle of the eye, sum 1, with noise of `sigma` half gaps
/// ahead.
Equaliser mmse_equaliser(const EyeWindows& eye, std::size_t taps, std::size_t cursor, double sigma,
                         const SearchSettings& settings);

/// Maximises sigma_in over the taps (sum 1, within the limits) and, where they may move, the
/// thresholds, from `start`: BFGS with exact slopes on the smooth minimum of both windows, limits
/// by a growing penalty; what is left over a limit is taken back along the line to the single tap.
/// @return nothing if no open eye is found
std::optional<Solution> optimise(const EyeWindows& eye, const Equaliser& start,
                                 const TapLimits& limits, const SearchSettings& settings,
                                 Effort effort);

}  // namespace chappe::measure
