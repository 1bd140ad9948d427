#include "models/optics/driver.hpp"

#include <cmath>

#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

Driver::Params usual() {
  Driver::Params p;
  p.gain_db = 20.0;
  p.saturation_v = 2.0;
  p.band = {.response = "bessel", .bandwidth_ghz = 40.0};
  p.noise_v2_per_ghz = 1e-6;
  p.power_w = 0.2;
  return p;
}

}  // namespace

TEST_CASE("a driver saturates as tanh: slope 1, 1 dB down at 0.612 of its limit",
          "[unit][driver]") {
  const Driver driver("d", usual(), {});
  CHECK_THAT(driver.map(1e-5, {}).real(), WithinRel(1e-5, 1e-10));
  CHECK(driver.map(-0.7, {}) == -driver.map(0.7, {}));
  CHECK_THAT(driver.map(40.0, {}).real(), WithinRel(2.0, 1e-12));
  // tanh(x)/x = 10^(-1/20) at x = 0.6124
  CHECK_THAT(20.0 * std::log10(driver.map(2.0 * 0.6124, {}).real() / (2.0 * 0.6124)),
             WithinAbs(-1.0, 1e-3));
  Driver::Params p = usual();
  p.saturation_v = 0.0;
  CHECK(Driver("d", p, {}).map(1.7, {}) == cd{1.7});
}

TEST_CASE("a driver's gain, bandwidth, noise and input", "[unit][driver]") {
  Driver::Params p = usual();
  p.input.input_capacitance_ff = 50.0;
  const Driver driver("d", p, {});
  FrequencyGrid grid;
  grid.f_hz = {0.0, 40e9};
  const std::vector<cd> h = driver.transfer(grid, {});
  CHECK_THAT(h[0].real(), WithinRel(10.0, 1e-12));
  const cd y{0.0, 2.0 * kPi * 40e9 * 100.0 * 50e-15};  // 50 fF across 100 ohm: Gamma = -y/(2 + y)
  CHECK_THAT(std::abs(h[1]), WithinRel(10.0 * std::sqrt(0.5) * std::abs(2.0 / (2.0 + y)), 1e-12));
  const NoisePsd noise = driver.added(grid, {}, 0.0);
  CHECK_THAT(noise.density[0], WithinRel(1e-15, 1e-12));
  CHECK_THAT(noise.density[1], WithinRel(5e-16, 1e-12));
  CHECK(std::abs(driver.reflection(grid, {}, 0)[1] + y / (2.0 + y)) < 1e-15);
  CHECK(driver.reflection(grid, {}, 0)[0] == cd{});
  CHECK(driver.reflection(grid, {}, 1)[1] == cd{});
}

TEST_CASE("a driver's energy is its power over the line rate", "[unit][driver]") {
  const Driver driver("d", usual(), {});
  OperatingPoint at;
  CHECK(test::ledger_value(driver, "energy", at) == 0.0);
  at.symbol_rate_bd = 50e9;
  CHECK_THAT(test::ledger_value(driver, "energy", at), WithinRel(2.0, 1e-12));
}
