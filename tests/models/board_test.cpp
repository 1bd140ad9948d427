#include "models/copper/board.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "signal/network_ops.hpp"

using namespace chappe;

namespace {

/// IEEE 802.3 equation 92-12 as the 802.3ck sheets carry it.
Board::Params reference_board() {
  Board::Params p;
  p.chip_capacitance_ff = 29.0;
  p.length_mm = 110.3;
  p.connector_capacitance_ff = 19.0;
  p.a1_ns05_per_mm = 3.8206e-4;
  p.a2_ns_per_mm = 9.5909e-5;
  p.delay_ns_per_mm = 5.79e-3;
  return p;
}

}  // namespace

TEST_CASE("the reference board loses what is tabulated per inch", "[validation][board]") {
  // dB/inch at 5.16, 12.89, 14 and 26.56 GHz, printed to three digits; the bare line (matched).
  Board::Params p = reference_board();
  p.chip_capacitance_ff = p.connector_capacitance_ff = 0.0;
  p.length_mm = 25.4;
  FrequencyGrid grid;
  grid.f_hz = {5.16e9, 12.89e9, 14e9, 26.56e9};
  const Network s = Board("board", p, {}).network(grid, {});
  const double loss_db[] = {0.301, 0.575, 0.612, 0.996};
  for (std::size_t k = 0; k < grid.size(); ++k) {
    CHECK(-20.0 * std::log10(std::abs(s.at(1, 0)[k])) == Approx(loss_db[k]).margin(6e-4));
    CHECK(std::abs(s.at(0, 0)[k]) < 1e-12);
  }
  CHECK(s.z0_ohm == std::vector<cd>{100.0, 100.0});
}

TEST_CASE("a board of no length is its two capacitors", "[unit][board]") {
  Board::Params p = reference_board();
  p.length_mm = 0.0;
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 60);
  const Network s = Board("board", p, {}).network(grid, {});
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const cd y{0.0, 2.0 * kPi * grid[k] * 48e-15 * 50.0};
    CHECK(std::abs(s.at(1, 0)[k] - 2.0 / (2.0 + y)) < 1e-12);
    CHECK(std::abs(s.at(0, 0)[k] + y / (2.0 + y)) < 1e-12);
  }
}

TEST_CASE("a board is passive, reciprocal, and mirrored at the receiver", "[property][board]") {
  Board::Params p = reference_board();
  p.impedance_ohm = 92.0;
  const FrequencyGrid grid = FrequencyGrid::uniform(0.1e9, 400);
  const Network near = Board("a", p, {}).network(grid, {});
  CHECK(passivity(near).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(near) < 1e-14);
  p.towards = "receiver";
  const Network far = Board("b", p, {}).network(grid, {});
  CHECK(far.at(0, 0) == near.at(1, 1));
  CHECK(far.at(1, 0) == near.at(0, 1));
}

TEST_CASE("a board's delay stands in the ledger, unverified without a source", "[unit][board]") {
  std::vector<LedgerRow> rows;
  ParamMap given;
  given["delay_ns_per_mm"] = {5.79e-3, {}, {"a sheet", "", {}, {}, true}};
  Board("board", reference_board(), given).ledger({}, rows);
  Board("board", reference_board(), {}).ledger({}, rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == Approx(110.3 * 5.79e-3).epsilon(1e-12));
  CHECK(rows[0].unit == "ns");
  CHECK(rows[0].source == "a sheet");
  CHECK(rows[0].verified);
  CHECK_FALSE(rows[1].verified);
}
