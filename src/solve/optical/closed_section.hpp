#pragma once
// A section with light in closed form: each level's own Gaussian at the slicer, sums of tails.
#include <array>
#include <vector>

#include "solve/optical/closed_pam.hpp"
#include "solve/optical/pattern_receiver.hpp"

namespace chappe {

/// What noise a level has, in the order in which budgets add it.
enum class Cause {
  receiver,     ///< thermal noise, the electrical receiver's own, quantisation
  shot,         ///< by the level's own current
  isi,          ///< residual intersymbol interference, as if it were noise
  jitter,       ///< of all edges, alike for all levels
  transmitter,  ///< of the transmitter and of amplifiers, by the modulator's slope at the level
  rin,          ///< of the light, by the level's own power, behind dispersion
  partition,    ///< mode partition
  echoes,       ///< mean square of the beats between pairs of reflections
  crosstalk     ///< other channels
};
inline constexpr std::size_t kCauses = 9;

/// Levels behind the equalisers and what moves them.
struct ClosedSection {
  std::vector<double> level_v{};                           ///< ascending, their mean 0
  std::vector<std::array<double, kCauses>> variance_v2{};  ///< by level, by Cause
  ThresholdRule rule{ThresholdRule::mid};
};

/// Held levels take the places that the modulator's curve gives them, as far apart as the cursor of
/// the pulse that equalisers were designed for; noise goes through the same equalisers.
ClosedSection closed_section(const OpticalChain& chain, const PatternAtSlicer& slicer);

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
