#pragma once
// Sixteen independent xoshiro256++ generators, whatever the vector width: bits do not depend on it.
// Source: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM Trans.
// Math. Softw. 47 (2021), xoshiro256++.
#include <cstddef>
#include <cstdint>

#include "base/rng.hpp"

namespace chappe {

inline constexpr std::size_t kLanes = 16;

/// State of the lanes, structure of arrays: word k of lane l is s[k][l].
struct LaneState {
  alignas(64) std::uint64_t s[4][kLanes]{};
};

/// One block of one stream of a run: what the numbers of a generator depend on, and nothing else.
struct BlockKey {
  StreamKey stream{};
  std::uint64_t block{0};
};

/// Lanes at the start of a block: lane l begins at block_seed(seed, stream, block, l).
LaneState seed_lanes(const BlockKey& key);

/// The next 64-bit word of every lane (portable path).
inline void next_words(LaneState& state, std::uint64_t* words) {
  auto& s = state.s;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const std::uint64_t sum = s[0][l] + s[3][l];
    words[l] = ((sum << 23) | (sum >> 41)) + s[0][l];
    const std::uint64_t t = s[1][l] << 17;
    s[2][l] ^= s[0][l];
    s[3][l] ^= s[1][l];
    s[1][l] ^= s[2][l];
    s[0][l] ^= s[3][l];
    s[2][l] ^= t;
    s[3][l] = (s[3][l] << 45) | (s[3][l] >> 19);
  }
}

}  // namespace chappe
