#include "models/copper/connector.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/response.hpp"

using namespace chappe;

namespace {

Connector::Params mated() {
  Connector::Params p;
  p.delay_ps = 60.0;
  p.impedance_ohm = 92.0;
  p.a1_db_per_sqrt_ghz = 0.08;
  p.a2_db_per_ghz = 0.02;
  p.near_capacitance_ff = 15.0;
  p.far_capacitance_ff = 10.0;
  return p;
}

Network network_of(const Connector::Params& p, const FrequencyGrid& grid) {
  return Connector("c", p, {}).network(grid, {});
}

}  // namespace

TEST_CASE("a matched connector loses what its two terms say", "[unit][connector]") {
  Connector::Params p = mated();
  p.impedance_ohm = 100.0;
  p.near_capacitance_ff = p.far_capacitance_ff = 0.0;
  FrequencyGrid grid;
  grid.f_hz = {1e9, 26.5625e9, 53.125e9};
  const Network s = network_of(p, grid);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const double ghz = grid[k] * 1e-9;
    CHECK(-20.0 * std::log10(std::abs(s.at(1, 0)[k])) ==
          Approx(0.08 * std::sqrt(ghz) + 0.02 * ghz).epsilon(1e-12));
    CHECK(std::abs(s.at(0, 0)[k]) < 1e-14);
  }
}

TEST_CASE("a lossless connector is its step: greatest echo where it is a quarter wave",
          "[unit][connector]") {
  Connector::Params p = mated();
  p.near_capacitance_ff = p.far_capacitance_ff = p.a1_db_per_sqrt_ghz = p.a2_db_per_ghz = 0.0;
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1e12 / 240.0, 1e12 / 120.0};
  const Network s = network_of(p, grid);
  CHECK(std::abs(s.at(0, 0)[0]) < 1e-14);
  CHECK(std::abs(s.at(0, 0)[1]) ==
        Approx((1e4 - 92.0 * 92.0) / (1e4 + 92.0 * 92.0)).epsilon(1e-12));
  CHECK(std::abs(s.at(0, 0)[2]) < 1e-12);
}

TEST_CASE("a connector is passive, reciprocal, causal, and mirrored at the receiver",
          "[property][connector]") {
  Connector::Params p = mated();
  const FrequencyGrid grid = FrequencyGrid::uniform(50e6, 3201);
  const Network near = network_of(p, grid);
  CHECK(passivity(near).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(near) < 1e-14);
  // 1 dB is lost at 160 GHz: what rings at the end of the band is 3e-4 of the energy.
  CHECK(causality(near.at(1, 0), 50e6, 1.0 / 53.125e9).energy_ahead < 1e-3);
  p.towards = "receiver";
  CHECK(network_of(p, grid).at(0, 0) == near.at(1, 1));
  p.delay_ps = p.near_capacitance_ff = p.far_capacitance_ff = 0.0;
  CHECK(Connector("c", p, {}).frequency_step_hz() == std::numeric_limits<double>::infinity());
}

TEST_CASE("a connector's ledger: latency, FIT, loss", "[unit][connector]") {
  ParamMap given;
  given["delay_ps"] = {60.0, {}, {"a sheet", "", {}, {}, true}};
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 50e9;
  Connector("c", mated(), given).ledger(at, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].value == Approx(0.06));
  CHECK(rows[0].verified);
  CHECK(rows[2].value == Approx(0.08 * 5.0 + 0.02 * 25.0));
  CHECK_FALSE(rows[2].verified);
}
