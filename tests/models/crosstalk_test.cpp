#include "models/copper/crosstalk.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "signal/network_ops.hpp"
#include "signal/response.hpp"

using namespace chappe;

namespace {

Crosstalk::Params usual() {
  Crosstalk::Params p;
  p.coupling_db = 45.0;
  p.frequency_ghz = 12.89;
  p.exponent = 1.0;
  p.corner_ghz = 40.0;
  return p;
}

}  // namespace

TEST_CASE("crosstalk: its level at the reference, its slope below, its limit above",
          "[unit][crosstalk]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1e7, 2e7, 12.89e9, 4e13};
  const Network s = Crosstalk("x", usual(), {}).network(grid, {});
  const auto db = [&](std::size_t k) { return -20.0 * std::log10(std::abs(s.at(1, 0)[k])); };
  CHECK(s.at(1, 0)[0] == cd{});
  CHECK(db(3) == Approx(45.0).epsilon(1e-12));
  CHECK(db(1) - db(2) == Approx(20.0 * std::log10(2.0)).epsilon(1e-6));
  CHECK(db(4) == Approx(45.0 - 20.0 * std::log10(std::hypot(1.0, 40.0 / 12.89))).epsilon(1e-6));
  CHECK(s.at(0, 1) == s.at(1, 0));
  CHECK(s.at(0, 0)[3] == cd{});
}

TEST_CASE("crosstalk is causal, and refused where it would be a gain", "[property][crosstalk]") {
  Crosstalk::Params p = usual();
  p.delay_ps = 100.0;
  p.corner_ghz = 5.0;
  const FrequencyGrid grid = FrequencyGrid::uniform(50e6, 6401);
  const Network s = Crosstalk("x", p, {}).network(grid, {});
  // A saturated coupling rings at the end of any band: the limit is that of a sharp edge there.
  CHECK(causality(s.at(1, 0), 50e6, 1.0 / 53.125e9).energy_ahead < 0.02);
  p = usual();
  p.coupling_db = 5.0;
  CHECK_THROWS_WITH(Crosstalk("x", p, {}), Catch::Contains("would be a gain"));
}
