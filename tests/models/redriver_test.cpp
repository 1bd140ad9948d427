#include "models/copper/redriver.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

namespace {

Redriver::Params usual() {
  Redriver::Params p;
  p.gain_db = 6.0;
  p.low_frequency_db = -10.0;
  p.zero_ghz = 15.0;
  p.pole1_ghz = 30.0;
  p.pole2_ghz = 50.0;
  p.delay_ps = 60.0;
  p.noise_v2_per_ghz = 9e-9;
  return p;
}

}  // namespace

TEST_CASE("a redriver: its gain at 0 Hz and at its zero, nothing backwards", "[unit][redriver]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 15e9};
  const Network s = Redriver("r", usual(), {}).network(grid, {});
  CHECK(20.0 * std::log10(std::abs(s.at(1, 0)[0])) == Approx(-4.0).epsilon(1e-9));
  const double low = std::pow(10.0, -0.5);
  const double zero = std::hypot(low, 1.0);
  const double poles = std::hypot(1.0, 0.5) * std::hypot(1.0, 0.3);
  CHECK(std::abs(s.at(1, 0)[1]) == Approx(std::pow(10.0, 0.3) * zero / poles).epsilon(1e-9));
  CHECK(s.at(0, 1)[1] == cd{});
  CHECK(s.at(0, 0)[1] == cd{});
}

TEST_CASE("a redriver's noise is what enters it times its gain; its capacitances reflect",
          "[unit][redriver]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 26.5625e9};
  Redriver::Params p = usual();
  p.input_capacitance_ff = 40.0;
  p.output_capacitance_ff = 60.0;
  const Redriver redriver("r", p, {});
  const Network s = redriver.network(grid, {});
  const NoisePsd noise = redriver.added(grid, {}, 0.0);
  REQUIRE(noise.density.size() == 2);
  CHECK(noise.density[0] == Approx(9e-18 * std::pow(10.0, -0.4)).epsilon(1e-9));
  CHECK(noise.density[1] == Approx(9e-18 * std::norm(s.at(1, 0)[1])).epsilon(1e-12));
  CHECK(std::abs(s.at(1, 1)[1]) > std::abs(s.at(0, 0)[1]));
  CHECK(s.at(0, 0)[0] == cd{});
}

TEST_CASE("a redriver's ledger: latency, energy, FIT, and its gain as a negative loss",
          "[unit][redriver]") {
  Redriver::Params p = usual();
  p.energy_pj_per_bit = 1.81;
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 30e9;
  Redriver("r", p, {}).ledger(at, rows);
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].value == Approx(0.06));
  CHECK(rows[1].value == Approx(1.81));
  CHECK(rows[3].value < 0.0);
}
