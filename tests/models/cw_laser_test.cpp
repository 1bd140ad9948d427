#include "models/optics/cw_laser.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinRel;

namespace {

OperatingPoint at(double temperature_c) {
  OperatingPoint point;
  point.temperature_c = temperature_c;
  point.symbol_rate_bd = 53.125e9;
  return point;
}

CwLaser laser(const CwLaser::Params& p) { return {"laser", p, {}}; }

}  // namespace

TEST_CASE("a laser's wall-plug efficiency is eta_d (h nu/qV) (1 - Ith/I)", "[unit][cw_laser]") {
  CwLaser::Params p;
  p.power_dbm = 13.0;
  p.series_ohm = 0.0;
  const double t = GENERATE(25.0, 70.0);
  const CwLaser::Bias bias = laser(p).bias(at(t));
  const double photon_v = 6.62607015e-34 * 299792458.0 / (1.602176634e-19 * 1310e-9);
  const double threshold = 10e-3 * std::exp((t - 25.0) / 60.0);
  const double eta = 0.35 * std::exp(-(t - 25.0) / 150.0);
  const double expected = eta * photon_v / 1.1 * (1.0 - threshold / bias.current_a);
  CHECK_THAT(1e-3 * std::pow(10.0, 1.3) / bias.laser_w, WithinRel(expected, 1e-12));
  CHECK(bias.total_w == bias.laser_w);
  CHECK(bias.junction_c == t);
}

TEST_CASE("a laser heats itself and takes more in the heat; a cooler costs more than it saves",
          "[property][cw_laser]") {
  CwLaser::Params p;
  p.power_dbm = 16.0;
  p.thermal_k_per_w = 40.0;
  const CwLaser::Bias cold = laser(p).bias(at(25.0)), hot = laser(p).bias(at(70.0));
  CHECK(hot.total_w > cold.total_w);
  // The junction's rise is the heat times R_th, to the tolerance of the iteration.
  CHECK_THAT(cold.junction_c - 25.0,
             WithinRel(40.0 * (cold.laser_w - 1e-3 * std::pow(10.0, 1.6)), 1e-6));
  p.cooled_to_c = 45.0;
  const CwLaser::Bias cooled = laser(p).bias(at(70.0));
  CHECK(cooled.laser_w < hot.laser_w);
  const double heat = cooled.laser_w - 1e-3 * std::pow(10.0, 1.6);
  CHECK_THAT(cooled.total_w - cooled.laser_w, WithinRel(heat * 25.0 / (0.1 * 318.15), 1e-9));
  CHECK(laser(p).bias(at(20.0)).total_w == laser(p).bias(at(20.0)).laser_w);
}

TEST_CASE("a laser that cannot reach its power says so", "[unit][cw_laser]") {
  CwLaser::Params p;
  p.power_dbm = 16.0;
  p.current_max_ma = 150.0;
  CHECK_NOTHROW(laser(p).light(at(25.0)));
  CHECK_THROWS_WITH(laser(p).light(at(110.0)),
                    "laser 'laser' (optics.cw_laser): 16 dBm at 110 degC needs more than "
                    "current_max_ma = 150 mA");
  p.current_max_ma = 1e4;
  p.thermal_k_per_w = 1000.0;  // thermal runaway
  CHECK_THROWS_AS(laser(p).light(at(110.0)), ModelError);
}

TEST_CASE("a shared laser: each lane gets and pays its share", "[unit][cw_laser]") {
  CwLaser::Params p;
  p.power_dbm = 16.0;
  p.fit = 50.0;
  const double alone = test::ledger_value(laser(p), "energy", at(25.0));
  p.lanes = 4;
  p.splitter_excess_db = 0.3;
  const CwLaser shared = laser(p);
  const LightSpec light = shared.light(at(35.0));
  CHECK_THAT(light.power_w, WithinRel(1e-3 * std::pow(10.0, 1.57) / 4.0, 1e-12));
  CHECK_THAT(light.wavelength_m, WithinRel(1311e-9, 1e-12));
  CHECK(light.linewidth_hz == 1e6);
  CHECK_THAT(test::ledger_value(shared, "energy", at(25.0)), WithinRel(alone / 4.0, 1e-12));
  CHECK_THAT(alone, WithinRel(1e12 * shared.bias(at(25.0)).total_w / 106.25e9, 1e-12));
  CHECK(test::ledger_value(shared, "fit", at(25.0)) == 12.5);
}

TEST_CASE("RIN is relative: its density grows as the square of the level", "[unit][cw_laser]") {
  CwLaser::Params p;
  FrequencyGrid grid;
  grid.f_hz = {0.0, 8e9, 60e9};
  const NoisePsd flat = laser(p).added(grid, {}, 2e-3);
  CHECK(flat.unit == NoisePsd::Unit::w2_per_hz);
  for (const double x : flat.density) CHECK_THAT(x, WithinRel(4e-6 * std::pow(10, -14.5), 1e-12));
  p.rin_peak_ghz = 8.0;
  const NoisePsd peak = laser(p).added(grid, {}, 2e-3);
  CHECK_THAT(peak.density[0], WithinRel(flat.density[0], 1e-12));
  // At resonance |H| = 2 pi f_r/gamma.
  const double x = 2.0 * kPi * 8.0 / 30.0;
  CHECK_THAT(peak.density[1], WithinRel(flat.density[1] * (1 + x * x) * x * x, 1e-12));
  CHECK(peak.density[2] < flat.density[2]);
}
