#pragma once
// From an oscilloscope's record to whole periods of the pattern.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solve/measure/pattern_wave.hpp"

namespace chappe::measure {

struct Record {
  PatternWave wave;
  std::size_t periods{0};
  double unused_symbols{0.0};  ///< behind the last whole period
  double rate_error_ppm{0.0};  ///< of the samples a symbol as given, where it was corrected; else 0
};

/// Takes all whole periods. Where the symbols drift by more than 0.03 UI over them against the rate
/// that is given, the rate is taken from the waveform itself: a line through the delays of eighths
/// of the record, each found by correlation within 1.5 UI.
/// @param samples_per_symbol  >= 2   @param symbols  one period, at least 8, not all the same
/// @throws DataError if the record is shorter than one period
Record take_periods(std::span<const double> samples, double samples_per_symbol,
                    std::span<const std::uint8_t> symbols);

}  // namespace chappe::measure
