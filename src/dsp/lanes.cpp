#include "dsp/lanes.hpp"

namespace chappe {

LaneState seed_lanes(const BlockKey& key) {
  LaneState state{};
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    const RandomWords words = block_seed(key.stream.seed, key.stream.stream, key.block, lane);
    for (std::size_t k = 0; k < words.size(); ++k) state.s[k][lane] = words[k];
  }
  return state;
}

}  // namespace chappe
