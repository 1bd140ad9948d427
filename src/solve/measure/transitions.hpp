#pragma once
// Edges and excursions of a PAM4 waveform ahead of any equaliser.
#include <cstdint>
#include <optional>
#include <span>

#include "solve/measure/levels.hpp"
#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

/// From 20 % to 80 % of OMAouter, in UI; the mean edge of all that follow `run` zeros (threes) and
/// lead to `run` threes (zeros), up to 5: whatever the pattern holds most of.
struct TransitionTime {
  double rise_ui{0.0}, fall_ui{0.0};
  int run{0};
  double slower_ui() const { return rise_ui > fall_ui ? rise_ui : fall_ui; }
};

/// Transmitter transition time: the slower of both (IEEE Std 802.3 140.7.7 and kin, recalled).
/// @return nothing if the pattern has no edge 0-3 and 3-0, or its edges do not cross both levels
std::optional<TransitionTime> transition_time(const PatternWave& wave,
                                              std::span<const std::uint8_t> symbols,
                                              double delay_ui, const Levels& levels);

/// How far the power goes beyond P3 and P0 in 1 % of the time, over OMAouter, in percent; below 0
/// where it stays inside (IEEE Std 802.3cu over- and undershoot, hit ratio 0.01: recalled).
struct Excursions {
  double overshoot_percent{0.0}, undershoot_percent{0.0};
};
Excursions excursions(const PatternWave& wave, const Levels& levels);

}  // namespace chappe::measure
