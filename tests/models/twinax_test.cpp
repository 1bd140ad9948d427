#include "models/copper/twinax.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "models/copper/round_wire.hpp"
#include "signal/network_ops.hpp"
#include "signal/response.hpp"

using namespace chappe;

namespace {

Twinax::Params cable(double gauge_awg = 26.0, double length_m = 1.0) {
  Twinax::Params p;
  p.gauge_awg = gauge_awg;
  p.length_m = length_m;
  return p;
}

Network network_of(const Twinax::Params& p, const FrequencyGrid& grid, double temperature_c = 20) {
  OperatingPoint at;
  at.temperature_c = temperature_c;
  return Twinax("cable", p, {}).network(grid, at);
}

double largest_difference(const Network& a, const Network& b) {
  double out = 0.0;
  for (std::size_t i = 0; i < a.s.size(); ++i) {
    for (std::size_t k = 0; k < a.grid.size(); ++k) {
      out = std::max(out, std::abs(a.s[i][k] - b.s[i][k]));
    }
  }
  return out;
}

/// Resistance of one wire over length 1 m.
double dc_ohm_per_m(const Twinax::Params& p) {
  const double radius = 0.5 * awg_diameter_m(p.gauge_awg);
  return p.resistivity_ohm_m / (kPi * radius * radius);
}

/// Two solid wires far from each other and from anything else, at the line's 100 ohm: no cable of
/// copper loses less. dB/m.
double floor_db_per_m(double gauge_awg, double f_hz) {
  const double resistance =
      2.0 * surface_resistance_ohm(1.68e-8, f_hz) / (kPi * awg_diameter_m(gauge_awg));
  return 20.0 / std::log(10.0) * resistance / (2.0 * 100.0);
}

constexpr std::array<double, 5> kFloorGhz{5, 13.28, 26.56, 40, 53.125};

/// The reference table of that floor, printed to 0.01 dB/m.
struct FloorRow {
  double gauge_awg;
  std::array<double, 5> db_per_m;
};
constexpr std::array<FloorRow, 7> kFloor{{{24, {.99, 1.61, 2.27, 2.79, 3.21}},
                                          {26, {1.24, 2.03, 2.87, 3.52, 4.05}},
                                          {27, {1.40, 2.28, 3.22, 3.95, 4.55}},
                                          {28, {1.57, 2.56, 3.61, 4.44, 5.11}},
                                          {30, {1.98, 3.22, 4.56, 5.59, 6.45}},
                                          {32, {2.49, 4.06, 5.75, 7.05, 8.13}},
                                          {34, {3.14, 5.12, 7.25, 8.89, 10.25}}}};

}  // namespace

TEST_CASE("no cable loses less than its conductors' floor", "[validation][twinax]") {
  for (const FloorRow& row : kFloor) {
    for (const double q : {0.01, 0.3, 0.5, 0.6}) {
      Twinax::Params p = cable(row.gauge_awg);
      p.spacing_over_shield = q;
      const Twinax twinax("cable", p, {});
      for (std::size_t i = 0; i < kFloorGhz.size(); ++i) {
        INFO("AWG " << row.gauge_awg << ", q = " << q << ", " << kFloorGhz[i] << " GHz");
        const double floor = floor_db_per_m(row.gauge_awg, kFloorGhz[i] * 1e9);
        REQUIRE(floor == Approx(row.db_per_m[i]).margin(0.0051).epsilon(0.002));
        REQUIRE(twinax.attenuation_db_per_m(kFloorGhz[i] * 1e9, 20.0) > floor);
      }
    }
  }
}

TEST_CASE("far from each other and from the shield, wires lose the floor", "[validation][twinax]") {
  // 150 ohm at er = 12: spacing 38 diameters, so the floor's 100 ohm is scaled. Left over: a
  // quarter of the DC resistance (0.2 to 0.6 % for these gauges, taken out), proximity 0.04 %,
  // internal inductance 0.1 %.
  for (const FloorRow& row : kFloor) {
    Twinax::Params p = cable(row.gauge_awg);
    p.impedance_ohm = 150.0;
    p.dielectric_constant = 12.0;
    p.loss_tangent = 0.0;
    p.spacing_over_shield = 0.01;
    const Twinax twinax("cable", p, {});
    const double quarter_db = 20.0 / std::log(10.0) * 2.0 * 0.25 * dc_ohm_per_m(p) / (2.0 * 100.0);
    for (std::size_t i = 0; i < kFloorGhz.size(); ++i) {
      INFO("AWG " << row.gauge_awg << ", " << kFloorGhz[i] << " GHz");
      const double loss = 1.5 * twinax.attenuation_db_per_m(kFloorGhz[i] * 1e9, 20.0) - quarter_db;
      CHECK(loss == Approx(floor_db_per_m(row.gauge_awg, kFloorGhz[i] * 1e9)).epsilon(2e-3));
      CHECK(loss == Approx(row.db_per_m[i]).margin(0.0051).epsilon(0.005));
    }
  }
}

TEST_CASE("T29 a cable at 0 Hz is the resistance of its two wires", "[unit][twinax]") {
  const Twinax::Params p = cable(30.0, 3.0);
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1.0, 1e3};
  const Network s = network_of(p, grid);
  const double r_ohm = 2.0 * dc_ohm_per_m(p) * p.length_m;
  CHECK(r_ohm == Approx(1.97).epsilon(0.01));
  CHECK(std::abs(s.at(1, 0)[0] - 200.0 / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(0, 0)[0] - r_ohm / (200.0 + r_ohm)) < 1e-14);
  // No jump beside 0 Hz: the shield's surface impedance begins with sqrt(f), 3e-6 of 100 ohm at 1
  // Hz and 1e-4 at 1 kHz, where the inductance of 1.5 uH is as much.
  CHECK(std::abs(s.at(1, 0)[1] - s.at(1, 0)[0]) < 5e-6);
  CHECK(std::abs(s.at(0, 0)[1] - s.at(0, 0)[0]) < 5e-6);
  CHECK(std::abs(s.at(1, 0)[2] - s.at(1, 0)[0]) < 3e-4);
}

TEST_CASE("a cable of no length is a through, and two halves are the whole", "[property][twinax]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(0.2e9, 300);
  const Network none = network_of(cable(26, 0.0), grid);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    REQUIRE(none.at(1, 0)[k] == 1.0);
    REQUIRE(none.at(0, 0)[k] == 0.0);
  }
  const Network half = network_of(cable(26, 0.75), grid);
  CHECK(largest_difference(cascade(half, half), network_of(cable(26, 1.5), grid)) < 1e-10);
  CHECK(Twinax("cable", cable(26, 0.0), {}).frequency_step_hz() ==
        std::numeric_limits<double>::infinity());
}

TEST_CASE("a cable is passive, reciprocal and symmetric", "[property][twinax]") {
  Twinax::Params p = cable(GENERATE(24.0, 32.0), GENERATE(0.1, 5.0));
  p.impedance_ohm = GENERATE(85.0, 100.0, 110.0);
  FrequencyGrid grid = FrequencyGrid::uniform(0.25e9, 400);
  grid.f_hz.insert(grid.f_hz.begin() + 1, {1.0, 1e3, 1e5, 1e7});
  const Network s = network_of(p, grid);
  CHECK(passivity(s).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(s) == 0.0);
  CHECK(s.at(0, 0) == s.at(1, 1));
}

TEST_CASE("a longer, thinner or hotter cable never loses less", "[property][twinax]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(0.5e9, 121);
  const Network base = network_of(cable(26, 1.0), grid);
  for (const Network& worse : {network_of(cable(26, 1.1), grid), network_of(cable(28, 1.0), grid),
                               network_of(cable(26, 1.0), grid, 70.0)}) {
    for (std::size_t k = 0; k < grid.size(); ++k) {
      REQUIRE(std::abs(worse.at(1, 0)[k]) < std::abs(base.at(1, 0)[k]));
    }
  }
  double before = 0.0;
  const Twinax twinax("cable", cable(), {});
  for (double f_hz = 1e3; f_hz < 2e11; f_hz *= 1.2) {
    const double loss = twinax.attenuation_db_per_m(f_hz, 20.0);
    REQUIRE(loss > before);
    before = loss;
  }
}

TEST_CASE("the conductor's part of loss rises by 0.195 % a kelvin", "[validation][twinax]") {
  // Half of 0.0039/K, as R_s goes with the root of resistivity; a quarter of the DC resistance
  // (0.1 % of the whole) goes with resistivity itself.
  Twinax::Params p = cable();
  p.loss_tangent = 0.0;
  const Twinax twinax("cable", p, {});
  const double at_20 = twinax.attenuation_db_per_m(26.5625e9, 20.0);
  CHECK(twinax.attenuation_db_per_m(26.5625e9, 21.0) / at_20 - 1.0 ==
        Approx(1.95e-3).epsilon(3e-3));
  CHECK(twinax.attenuation_db_per_m(26.5625e9, 70.0) / at_20 ==
        Approx(std::sqrt(1.0 + 50.0 * 0.0039)).epsilon(2e-4));
  // An element's own temperature counts, not the link's.
  OperatingPoint at;
  at.temperature_c = 20.0;
  at.element_temperature_c["cable"] = 70.0;
  FrequencyGrid grid;
  grid.f_hz = {26.5625e9};
  CHECK(twinax.network(grid, at).at(1, 0) == network_of(p, grid, 70.0).at(1, 0));
}

TEST_CASE("the dielectric's part of loss is pi f sqrt(er) tan_d/c", "[unit][twinax]") {
  Twinax::Params p = cable();
  p.loss_tangent = 0.0;
  const double f_hz = 10e9;
  const double without = Twinax("cable", p, {}).attenuation_db_per_m(f_hz, 20.0);
  p.loss_tangent = 1e-3;
  const double added = Twinax("cable", p, {}).attenuation_db_per_m(f_hz, 20.0) - without;
  const double expected =
      20.0 / std::log(10.0) * kPi * f_hz * std::sqrt(1.7) * 1e-3 / kSpeedOfLight_m_per_s;
  // Internal inductance slows the wave by 0.2 %.
  CHECK(added == Approx(expected).epsilon(5e-3));
}

TEST_CASE("a cable matches its impedance and has its delay", "[unit][twinax]") {
  Twinax::Params p = cable(26, 2.0);
  FrequencyGrid grid = FrequencyGrid::uniform(1e7, 6001);
  const Network s = network_of(p, grid);
  // At 20 GHz and above, internal inductance is below 0.3 % of the whole: 1.5e-3 of reflection.
  for (std::size_t k = 2000; k < grid.size(); ++k) REQUIRE(std::abs(s.at(0, 0)[k]) < 1.5e-3);
  const auto delay = group_delay_s(s.at(1, 0), grid.f_hz);
  const double ideal = 2.0 * std::sqrt(1.7) / kSpeedOfLight_m_per_s;
  for (const std::size_t k : {2000, 4000, 6000}) CHECK(delay[k] == Approx(ideal).epsilon(2e-3));
  CHECK(Twinax("cable", p, {}).frequency_step_hz() == Approx(1.0 / (8.0 * ideal)).epsilon(1e-12));
}

TEST_CASE("T21 nothing of a cable's response arrives ahead of its delay", "[property][twinax]") {
  // A pulse of one symbol; the delay is that of light in the insulation, less the time that the
  // band resolves. What is left (5e-5) rings at the end of the band; required: 1e-3.
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 8001);
  const double symbol_s = 1.0 / 53.125e9, delay_s = std::sqrt(1.7) / kSpeedOfLight_m_per_s;
  for (const double gauge_awg : {24.0, 32.0}) {
    const Network s = network_of(cable(gauge_awg, 1.0), grid);
    const TimeResponse pulse = pulse_response(s.at(1, 0), 20e6, symbol_s, {0, grid.size() - 1});
    CHECK(energy_ahead(pulse, delay_s - pulse.dt_s) < 1e-4);
    const Causality found = causality(s.at(1, 0), 20e6, symbol_s);
    CHECK(found.arrival_s == Approx(delay_s).epsilon(5e-3));
    CHECK(found.energy_ahead < 1e-4);
  }
}

TEST_CASE("a cable's ledger says what rests on which number", "[unit][twinax]") {
  ParamMap given;
  given["dielectric_constant"] = {1.7, {}, {"a sheet", "", {}, {}, true}};
  const Twinax twinax("cable", cable(26, 2.0), given);
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  twinax.ledger(at, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].quantity == "latency");
  CHECK(rows[0].value == Approx(2e9 * std::sqrt(1.7) / kSpeedOfLight_m_per_s).epsilon(1e-12));
  CHECK(rows[0].source == "a sheet");
  CHECK(rows[0].verified);
  CHECK(rows[1].quantity == "fit");
  CHECK(rows[2].quantity == "loss");
  CHECK(rows[2].value == Approx(2.0 * twinax.attenuation_db_per_m(26.5625e9, 25.0)).epsilon(1e-12));
  CHECK_FALSE(rows[2].verified);
  CHECK(twinax.length_m() == 2.0);
  REQUIRE(twinax.assumptions().size() == 1);
  CHECK_THAT(twinax.assumptions()[0], Catch::Contains("twinax 'cable'"));
}

TEST_CASE("roughness raises a cable's conductor loss by its factor", "[unit][twinax]") {
  // Wires and shield alike: 1.245 at 26.56 GHz for Rz = 1 um, on all but the share of the DC
  // resistance (0.5 %) and the impedance that its reactance raises (0.3 %).
  Twinax::Params p = cable();
  p.loss_tangent = 0.0;
  const double smooth = Twinax("cable", p, {}).attenuation_db_per_m(26.56e9, 20.0);
  p.foil = "cannonball";
  p.wire_height_um = p.shield_height_um = 1.0;
  CHECK(Twinax("cable", p, {}).attenuation_db_per_m(26.56e9, 20.0) ==
        Approx(1.245 * smooth).epsilon(0.01));
  p.wire_height_um = 0.0;
  const double shield = Twinax("cable", p, {}).attenuation_db_per_m(26.56e9, 20.0);
  CHECK(shield > smooth);
  CHECK(shield < 1.2 * smooth);
  p.foil = "smooth";
  CHECK(Twinax("cable", p, {}).attenuation_db_per_m(26.56e9, 20.0) == smooth);
}

TEST_CASE("skew takes cos(pi f skew) of what a cable passes, and stays passive",
          "[property][twinax]") {
  Twinax::Params p = cable(26, 2.0);
  const FrequencyGrid grid = FrequencyGrid::uniform(0.25e9, 400);
  const Network without = network_of(p, grid);
  p.skew_ps_per_m = 4.0;  // 8 ps: a null at 62.5 GHz
  p.foil = "cannonball";
  p.shield_height_um = 1.0;
  CHECK(std::abs(network_of(p, grid).at(1, 0)[250]) < 1e-15);
  p.foil = "smooth";
  const Network with = network_of(p, grid);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    REQUIRE(with.at(1, 0)[k] == without.at(1, 0)[k] * std::cos(kPi * grid[k] * 8e-12));
    REQUIRE(with.at(0, 0)[k] == without.at(0, 0)[k]);
  }
  CHECK(passivity(with).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(with) == 0.0);
}
