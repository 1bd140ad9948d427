#include "models/copper/via.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/network_ops.hpp"
#include "signal/response.hpp"

using namespace chappe;

namespace {

Via::Params drilled(double through_mm, double stub_mm) {
  Via::Params p;
  p.through_mm = through_mm;
  p.stub_mm = stub_mm;
  p.near_pad_ff = 20.0;
  p.far_pad_ff = 15.0;
  return p;
}

Network network_of(const Via::Params& p, const FrequencyGrid& grid) {
  return Via("via", p, {}).network(grid, {});
}

}  // namespace

TEST_CASE("a via's stub passes nothing where it is a quarter wave", "[validation][via]") {
  // f = c/(4 l sqrt(er)). Losses move it by less than 2 %; internal inductance most.
  const double stub_mm = GENERATE(0.5, 1.0, 2.0);
  Via::Params p = drilled(0.8, stub_mm);
  p.near_pad_ff = p.far_pad_ff = 0.0;
  const double expected = kSpeedOfLight_m_per_s / (4.0 * stub_mm * 1e-3 * std::sqrt(3.6));
  const FrequencyGrid grid = FrequencyGrid::uniform(expected / 1000.0, 1501);
  const Network s = network_of(p, grid);
  const auto& through = s.at(1, 0);
  const auto least = std::min_element(through.begin(), through.end(),
                                      [](cd a, cd b) { return std::abs(a) < std::abs(b); });
  const double found = grid[static_cast<std::size_t>(least - through.begin())];
  CHECK(found == Approx(expected).epsilon(0.02));
  CHECK(20.0 * std::log10(std::abs(*least)) < -30.0);
}

TEST_CASE("a stub far below its null is a capacitor, a via of no length a through", "[unit][via]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 0.2e9};
  Via::Params p = drilled(0.0, 0.5);
  p.near_pad_ff = p.far_pad_ff = 0.0;
  p.loss_tangent = 0.0;
  p.loss_frequency_ghz = 0.2;
  const Network s = network_of(p, grid);
  const double c = 0.5e-3 * std::sqrt(3.6) / kSpeedOfLight_m_per_s / 85.0;
  const cd y{0.0, 2.0 * kPi * 0.2e9 * c * 100.0};
  CHECK(std::abs(s.at(0, 0)[1] + y / (2.0 + y)) < 1e-4 * std::abs(y));
  CHECK(s.at(1, 0)[0] == 1.0);
  p.stub_mm = 0.0;
  CHECK(network_of(p, grid).at(1, 0) == std::vector<cd>{1.0, 1.0});
  CHECK(Via("via", p, {}).frequency_step_hz() == std::numeric_limits<double>::infinity());
}

TEST_CASE("a via is passive, reciprocal, causal, and mirrored at the receiver", "[property][via]") {
  Via::Params p = drilled(1.5, GENERATE(0.0, 0.25, 2.0));
  const FrequencyGrid grid = FrequencyGrid::uniform(50e6, 3201);
  const Network near = network_of(p, grid);
  CHECK(passivity(near).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(near) < 1e-14);
  // What arrives early is what a band of 160 GHz leaves of a step in the spectrum at its end.
  CHECK(causality(near.at(1, 0), 50e6, 1.0 / 53.125e9).energy_ahead < 1e-3);
  p.towards = "receiver";
  CHECK(network_of(p, grid).at(0, 0) == near.at(1, 1));
}

TEST_CASE("a longer stub loses more below its null, heat adds a little", "[property][via]") {
  FrequencyGrid grid;
  grid.f_hz = {13.28e9, 26.56e9};
  double before = 1.0;
  for (const double stub_mm : {0.1, 0.3, 0.5, 0.8}) {
    Via::Params p = drilled(0.0, stub_mm);
    const double now = std::abs(network_of(p, grid).at(1, 0)[1]);
    CHECK(now < before);
    before = now;
  }
}

TEST_CASE("a via's delay stands in the ledger; plating that does not fit is refused",
          "[unit][via]") {
  std::vector<LedgerRow> rows;
  const Via via("v", drilled(2.0, 0.3), {});
  via.ledger({}, rows);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].value == Approx(2e6 * std::sqrt(3.6) / kSpeedOfLight_m_per_s).epsilon(1e-12));
  CHECK_THAT(via.assumptions().at(0), Catch::Contains("via 'v'"));
  Via::Params p = drilled(2.0, 0.3);
  p.plating_um = 101.0;
  CHECK_THROWS_AS(Via("v", p, {}), ScenarioError);
}
