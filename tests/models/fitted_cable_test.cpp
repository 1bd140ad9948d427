#include "models/copper/fitted_cable.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "models/copper/twinax_geometry.hpp"
#include "signal/network_ops.hpp"
#include "signal/response.hpp"

using namespace chappe;

namespace {

FittedCable::Params stated() {
  FittedCable::Params p;
  p.a1_db_per_m = 0.8;
  p.a2_db_per_m = 0.03;
  p.delay_ns_per_m = 4.35;
  return p;
}

Network network_of(const FittedCable::Params& p, const FrequencyGrid& grid) {
  OperatingPoint at;
  at.temperature_c = 20.0;
  return FittedCable("cable", p, {}).network(grid, at);
}

}  // namespace

TEST_CASE("the conductors' floor is the reference table", "[validation][fitted_cable]") {
  // dB/m at 100 ohm, printed to 0.01.
  CHECK(conductor_floor_db_per_m(24, 100, 5e9) == Approx(0.99).margin(0.0051).epsilon(0));
  CHECK(conductor_floor_db_per_m(26, 100, 26.56e9) == Approx(2.87).margin(0.0051).epsilon(0));
  CHECK(conductor_floor_db_per_m(30, 100, 53.125e9) == Approx(6.45).margin(0.0101).epsilon(0));
  CHECK(conductor_floor_db_per_m(34, 100, 40e9) == Approx(8.89).margin(0.0151).epsilon(0));
}

TEST_CASE("a fitted cable has the attenuation that is stated", "[unit][fitted_cable]") {
  const FittedCable cable("cable", stated(), {});
  for (const double ghz : {1.0, 5.0, 13.28, 26.56, 53.125, 106.25}) {
    INFO(ghz << " GHz");
    CHECK(cable.attenuation_db_per_m(ghz * 1e9, 20.0) ==
          Approx(0.8 * std::sqrt(ghz) + 0.03 * ghz).epsilon(0.03));
  }
  // Heat acts on the conductors' part.
  FittedCable::Params p = stated();
  p.a2_db_per_m = 0.0;
  const FittedCable copper("cable", p, {});
  CHECK(copper.attenuation_db_per_m(20e9, 70.0) ==
        Approx(std::sqrt(1.195) * copper.attenuation_db_per_m(20e9, 20.0)).epsilon(2e-3));
}

TEST_CASE("a cable stated below its conductors' floor is refused", "[unit][fitted_cable]") {
  FittedCable::Params p = stated();
  p.a2_db_per_m = 0.0;
  p.a1_db_per_m = 0.55;  // the floor of AWG 26 is 0.557 at 1 GHz
  CHECK_THROWS_AS(FittedCable("thin", p, {}), ModelError);
  CHECK_THROWS_WITH(FittedCable("thin", p, {}),
                    Catch::Contains("element 'thin' (copper.fitted_cable)") &&
                        Catch::Contains("0.55 dB/m at 1 GHz") && Catch::Contains("AWG 26"));
  p.a1_db_per_m = 0.56;
  CHECK_NOTHROW(FittedCable("good", p, {}));
  p.gauge_awg = 28.0;
  CHECK_THROWS_AS(FittedCable("thin", p, {}), ModelError);
  p.low_ghz = 10.0;  // fitted from 10 GHz on: the linear term counts there
  p.a1_db_per_m = 0.5;
  p.a2_db_per_m = 0.08;
  CHECK_NOTHROW(FittedCable("good", p, {}));
}

TEST_CASE("T29 a fitted cable at 0 Hz is the resistance of its wires", "[unit][fitted_cable]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1.0};
  const Network s = network_of(stated(), grid);
  const double r_ohm = 2.0 * 1.68e-8 / (kPi * std::pow(0.5 * awg_diameter_m(26), 2));
  CHECK(std::abs(s.at(1, 0)[0] - 200.0 / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(1, 0)[1] - s.at(1, 0)[0]) < 1e-6);
}

TEST_CASE("T21 nothing of a fitted cable's response arrives ahead of its delay",
          "[property][fitted_cable]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 8001);
  const Network s = network_of(stated(), grid);
  const double symbol_s = 1.0 / 53.125e9;
  const TimeResponse pulse = pulse_response(s.at(1, 0), 20e6, symbol_s, {0, grid.size() - 1});
  // At 160 GHz the dielectric is 0.2 % faster than at 10 GHz.
  CHECK(energy_ahead(pulse, 0.998 * 4.35e-9 - pulse.dt_s) < 1e-4);
  CHECK(causality(s.at(1, 0), 20e6, symbol_s).energy_ahead < 1e-4);
}

TEST_CASE("a fitted cable is passive, reciprocal, and two halves are the whole",
          "[property][fitted_cable]") {
  FrequencyGrid grid = FrequencyGrid::uniform(0.25e9, 400);
  grid.f_hz.insert(grid.f_hz.begin() + 1, {1.0, 1e3, 1e5, 1e7});
  FittedCable::Params p = stated();
  p.impedance_ohm = GENERATE(90.0, 110.0);
  const Network whole = network_of(p, grid);
  CHECK(passivity(whole).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(whole) == 0.0);
  p.length_m = 0.5;
  const Network half = network_of(p, grid), joined = cascade(half, half);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    REQUIRE(std::abs(joined.at(1, 0)[k] - whole.at(1, 0)[k]) < 1e-10);
  }
}

TEST_CASE("a fitted cable's ledger: latency, FIT, loss", "[unit][fitted_cable]") {
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  FittedCable::Params p = stated();
  p.length_m = 2.0;
  const FittedCable cable("c", p, {});
  cable.ledger(at, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].value == Approx(8.7));
  CHECK(rows[2].value == Approx(2.0 * cable.attenuation_db_per_m(26.5625e9, 25.0)));
  CHECK_THAT(cable.assumptions().at(0), Catch::Contains("cable 'c'"));
}
