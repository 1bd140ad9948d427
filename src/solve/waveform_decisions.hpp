#pragma once
// Decisions of a block of the waveform count: slicer with DFE, or MLSE behind its later taps.
#include <cstdint>
#include <span>
#include <vector>

#include "solve/waveform_plan.hpp"

namespace chappe {

/// Level indices, as many as symbols.
struct BlockDecisions {
  std::vector<std::uint8_t> ideal{};  ///< what was sent is fed back
  std::vector<std::uint8_t> real{};   ///< the slicer's decisions are fed back
};

/// With MLSE taps from the second on are fed back, ahead of the detector: by what was sent, or by
/// the decisions of a slicer with the whole DFE.
/// @param y  of the ring at the slicer's input ahead of the DFE
BlockDecisions decide_block(const WaveformPlan& plan, std::span<const std::uint8_t> sent,
                            std::span<const double> y);

/// Errors of a block. Errors less than 16 symbols apart are one event.
WaveformCount count_decisions(int levels, std::span<const std::uint8_t> sent,
                              const BlockDecisions& decided);

}  // namespace chappe
