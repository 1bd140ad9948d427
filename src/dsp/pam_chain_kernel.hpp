#pragma once
// The two steps of the PAM4 chain that are neither FIR nor noise, portable and on vectors.
#include <array>
#include <cstddef>
#include <cstdint>

#include "dsp/lanes.hpp"

namespace chappe::pam_chain {

/// Symbols that one step of the lanes gives: two bits of each of 16 words of 64 bits. Symbol 32 b +
/// 2 l has bits 2b and 2b + 1 of the low half of lane l's word, symbol 32 b + 2 l + 1 those of the
/// high.
inline constexpr std::size_t kSymbolGroup = 32 * kLanes;

struct Decisions {
  const float* y{};            ///< slicer input
  const std::int32_t* sent{};  ///< indices 0 to 3
  std::size_t n{};             ///< a multiple of kLanes
  std::array<float, 3> thresholds{};
};

struct Errors {
  std::uint64_t symbols{0}, bits{0};
};

void draw_portable(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
                   std::int32_t* index, float* level);
void draw_vector(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
                 std::int32_t* index, float* level);
Errors count_portable(const Decisions& decisions);
Errors count_vector(const Decisions& decisions);

}  // namespace chappe::pam_chain
