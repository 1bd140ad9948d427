#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "dsp/lanes.hpp"

namespace chappe {

TEST_CASE("each lane is xoshiro256++", "[validation][lanes]") {
  // State 1, 2, 3, 4: the vector by which public implementations (Rust's rand_xoshiro) are tested.
  const std::vector<std::uint64_t> published{41943041ULL,
                                             58720359ULL,
                                             3588806011781223ULL,
                                             3591011842654386ULL,
                                             9228616714210784205ULL,
                                             9973669472204895162ULL,
                                             14011001112246962877ULL,
                                             12406186145184390807ULL,
                                             15849039046786891736ULL,
                                             10450023813501588000ULL};
  LaneState state{};
  for (std::size_t k = 0; k < 4; ++k) {
    for (auto& word : state.s[k]) word = k + 1;
  }
  for (const std::uint64_t expected : published) {
    std::uint64_t words[kLanes];
    next_words(state, words);
    for (const std::uint64_t word : words) CHECK(word == expected);
  }
}

TEST_CASE("lanes, blocks, streams and seeds start apart", "[property][lanes]") {
  std::set<std::uint64_t> seen;
  for (const BlockKey& key : {BlockKey{{1, 1}, 0}, {{1, 1}, 1}, {{1, 2}, 0}, {{2, 1}, 0}}) {
    const LaneState state = seed_lanes(key);
    for (const auto& words : state.s) seen.insert(std::begin(words), std::end(words));
  }
  CHECK(seen.size() == 4 * 4 * kLanes);
  const RandomWords lane = block_seed(1, 2, 3, 5);
  const LaneState state = seed_lanes({{1, 2}, 3});
  for (std::size_t k = 0; k < lane.size(); ++k) CHECK(state.s[k][5] == lane[k]);
}

}  // namespace chappe
