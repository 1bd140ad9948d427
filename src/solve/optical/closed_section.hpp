#pragma once
// A section with light in closed form: each level's own Gaussian at the slicer, sums of tails.
#include <array>
#include <vector>

#include "solve/optical/closed_pam.hpp"
#include "solve/optical/pattern_density.hpp"
#include "solve/optical/pattern_receiver.hpp"

namespace chappe {

/// What noise a level has, in the order in which budgets add it.
enum class Cause {
  receiver,     ///< thermal noise, the electrical receiver's own, quantisation
  shot,         ///< by the current of its time
  isi,          ///< a level's spread in the pattern, as if it were noise
  jitter,       ///< of all edges, alike for all levels
  transmitter,  ///< of the transmitter and of amplifiers ahead of the modulator
  light,        ///< intensity noise of the light, mode partition
  echoes,       ///< mean square of the beats between pairs of reflections
  crosstalk     ///< other channels
};
inline constexpr std::size_t kCauses = 8;

/// Levels behind the equalisers and what moves them.
struct ClosedSection {
  std::vector<double> level_v{};                           ///< ascending, their mean 0
  std::vector<std::array<double, kCauses>> variance_v2{};  ///< by level, by Cause
  ThresholdRule rule{ThresholdRule::mid};
};

/// Levels where a pattern has them in the mean; interference and noise of its decisions by their
/// mean squares, level by level.
/// @param pattern  that of the slicer
ClosedSection closed_section(const OpticalChain& chain, const PatternAtSlicer& slicer,
                             const PatternPart& pattern);

/// The same receiver with evenly spaced levels that are held for ever and no equaliser: its own
/// noise and shot noise within its filters.
ClosedSection unequalised_section(const OpticalChain& chain);

/// What is asked of it.
struct ClosedScales {
  double distance{1.0};         ///< of levels from thresholds
  double receiver_noise{1.0};   ///< of the receiver's noise voltage
  double light{1.0};            ///< of received power; thresholds follow
  std::size_t causes{kCauses};  ///< only the first so many
};
SlicerErrors closed_errors(const ClosedSection& section, const ClosedScales& scales = {});

}  // namespace chappe
