#pragma once
// Sixteen independent xoshiro256++ generators, whatever the vector width: bits do not depend on it.
// Source of the generator: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
// generators", ACM Trans. Math. Softw. 47 (2021), xoshiro256++; of the seeding: G. Steele, D. Lea,
// C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014 (SplitMix64), as the
// former advises.
#include <cstddef>
#include <cstdint>

namespace chappe {

inline constexpr std::size_t kLanes = 16;

/// State of the lanes, structure of arrays: word k of lane l is s[k][l].
struct LaneState {
  alignas(64) std::uint64_t s[4][kLanes]{};
};

/// Lanes for one block of one stream.
/// @param key  the block's 64-bit seed, e.g. block_seed(seed, stream, block) of base/rng.hpp
inline LaneState seed_lanes(std::uint64_t key) {
  LaneState state{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (auto& word : state.s) {
      key += 0x9e3779b97f4a7c15ULL;
      std::uint64_t z = key;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
      word[lane] = z ^ (z >> 31);
    }
  }
  return state;
}

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
