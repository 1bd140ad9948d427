#include "fec/lane_mux.hpp"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "base/errors.hpp"

using namespace chappe;

namespace {

/// Mean symbols of codeword `word` hit by all starts of an event of l symbols.
double mean_hits(const BurstSpread& spread, int length, std::size_t word) {
  double sum = 0.0;
  for (const auto& [hits, weight] : spread.of_length(length)) {
    sum += weight * hits[word];
  }
  return sum;
}

BurstModel lengths_up_to(int longest) {
  return {.events_per_symbol = 1e-4, .length = geometric_lengths(0.5, longest)};
}

}  // namespace

TEST_CASE("most symbols of a codeword that a burst of bits hits, 400G map", "[validation][fec]") {
  const std::vector<int> four{0, 1, 2, 3}, even{0, 2, 4, 6}, eight{0, 1, 2, 3, 4, 5, 6, 7};
  using Row = std::vector<std::pair<int, int>>;
  const auto most = [](MuxKind kind, const std::vector<int>& lanes) {
    const LaneMux mux = checkerboard_mux(kind, lanes, 1);
    Row row;
    for (const int bits : {2, 8, 16, 32, 64})
      row.emplace_back(bits, most_symbols_hit(mux, bits, 10, 2));
    return row;
  };
  CHECK(most(MuxKind::bit, four) == Row{{2, 1}, {8, 4}, {16, 4}, {32, 4}, {64, 6}});
  CHECK(most(MuxKind::bit, even) == Row{{2, 2}, {8, 4}, {16, 4}, {32, 4}, {64, 8}});
  CHECK(most(MuxKind::bit, eight) == Row{{2, 1}, {8, 4}, {16, 8}, {32, 8}, {64, 8}});
  CHECK(most(MuxKind::symbol, eight) == Row{{2, 1}, {8, 2}, {16, 2}, {32, 3}, {64, 5}});
  CHECK(most(MuxKind::symbol, four) == Row{{2, 1}, {8, 2}, {16, 2}, {32, 3}, {64, 4}});
}

TEST_CASE("a wrong line symbol hits one codeword symbol, whatever the map", "[property][fec]") {
  const FecCode& kp4 = fec_code("rs544_514");
  for (const MuxKind kind : {MuxKind::bit, MuxKind::symbol}) {
    for (const int words : {1, 2, 4}) {
      const BurstSpread spread =
          burst_spread(kp4, round_robin_mux(kind, 4, 2, words), lengths_up_to(3));
      for (std::size_t w = 0; w < 4; ++w) {
        const double expected = static_cast<int>(w) < words ? 2720.0 : 0.0;
        // PAM4 bit-mux hits lanes 0, 2 with the first bit (1/3) and lanes 1, 3 with the second.
        const double share =
            kind == MuxKind::bit && words > 1 ? (w % 2 == 0 ? 2.0 / 3.0 : 4.0 / 3.0) : 1.0;
        CHECK(mean_hits(spread, 1, w) == Approx(expected * share).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("a burst of three symbols within and over codeword symbols, counted by hand",
          "[unit][fec]") {
  // One word, symbol by symbol, 5 PAM4 symbols each: of 5 phases 3 stay within one symbol. At the
  // ends of the group's 2720 line symbols, 2 starts before and the last 2 are cut short.
  const FecCode& kp4 = fec_code("rs544_514");
  const BurstSpread spread =
      burst_spread(kp4, round_robin_mux(MuxKind::symbol, 1, 1, 1), lengths_up_to(3));
  const std::map<Hits, double> ways = spread.of_length(3);
  CHECK(ways.at(Hits{2}) == Approx(2.0 * 543).epsilon(1e-12));
  CHECK(ways.at(Hits{1}) == Approx(3.0 * 544 + 2 + 2).epsilon(1e-12));
  CHECK(ways.size() == 2);
}

TEST_CASE("maps that do not fit a group are refused", "[unit][fec]") {
  const FecCode& kp4 = fec_code("rs544_514");
  CHECK_THROWS_AS(burst_spread(kp4, round_robin_mux(MuxKind::bit, 7, 1, 1), lengths_up_to(2)),
                  InternalError);
  CHECK_THROWS_AS(round_robin_mux(MuxKind::bit, 4, 1, 5), InternalError);
}
