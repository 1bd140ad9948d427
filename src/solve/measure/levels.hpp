#pragma once
// Levels of a PAM4 waveform, as they leave the reference filter, ahead of any equaliser.
#include <array>
#include <cstdint>
#include <span>

#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

/// In the waveform's unit.
struct Levels {
  double p3{0.0}, p0{0.0};                ///< in the middle of runs of threes and of zeros
  int run_of_threes{0}, run_of_zeros{0};  ///< length of the runs that they are taken from
  /// Of each symbol at its middle: x[n] = level(s[n]) + sum_k h[k] a[n+k] by least squares, k = -4
  /// .. 4 without 0: what linear interference adds is taken out, whatever the pattern.
  std::array<double, 4> level{};
  double average{0.0};  ///< of the waveform
  /// Average power if all symbols were equally frequent.
  double balanced_average() const { return 0.25 * (level[0] + level[1] + level[2] + level[3]); }
  double oma_outer() const { return p3 - p0; }
};

/// P3 and P0 are the means over the central two symbols of the runs of seven threes and of six
/// zeros (IEEE Std 802.3 121.8.4, recalled), over all runs of just that length; where a pattern has
/// none, of the nearest length; of runs of 1 to 3 over the central fifth.
/// @param symbols  one period   @param delay_ui  as Alignment gives it
Levels measure_levels(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                      double delay_ui);

/// Ratio of level mismatch: min(3 ES1, 3 ES2, 2 - 3 ES1, 2 - 3 ES2), ES of the inner levels over
/// the outer ones about their middle (IEEE Std 802.3 120D.3.1.2): 1 for even levels.
double level_mismatch_ratio(const std::array<double, 4>& level);

}  // namespace chappe::measure
