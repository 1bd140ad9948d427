#pragma once
// Which symbol stands where in a waveform.
#include <cstdint>
#include <span>

#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

/// Where the pulse of symbol n peaks: at n + delay_ui.
struct Alignment {
  double delay_ui{0.0};     ///< in [0, period)
  double correlation{0.0};  ///< of samples and symbols there, in [0, 1]
  bool inverted{false};     ///< the lowest power stands for symbol 3
};

/// By the circular correlation of the waveform with the symbols, at 8 instants a symbol, and a
/// parabola through its peak. A dispersed or slow pulse is thus taken where it is highest.
/// @param symbols  0 to 3, one period; wave.symbols() is a multiple of its length
Alignment align(const PatternWave& wave, std::span<const std::uint8_t> symbols);

}  // namespace chappe::measure
