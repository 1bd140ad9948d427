#pragma once
// When the eye crosses its average power.
#include <cstdint>
#include <optional>
#include <span>

#include "solve/measure/eye_windows.hpp"
#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

/// Mean time of the first crossing of `level` behind the equaliser, from the middle of a symbol
/// towards the next one, over all pairs of symbols on either side of it (0 or 1 with 2 or 3), in
/// UI; 0.5 in an even eye whose middle is right. By 16 instants a symbol and straight lines.
/// @param symbols  one period   @param centre_ui  middle of symbol 0
/// @return nothing if there is no crossing
std::optional<double> mean_crossing(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                                    double centre_ui, const Equaliser& equaliser, double level);

}  // namespace chappe::measure
