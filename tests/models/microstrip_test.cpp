#include "models/copper/microstrip.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "models/copper/round_wire.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/response.hpp"
#include "tests/models/line_checks.hpp"

using namespace chappe;

namespace {

Microstrip::Params trace(double length_mm = 250.0) {
  Microstrip::Params p;
  p.length_mm = length_mm;
  p.width_um = 180.0;
  p.spacing_um = 200.0;
  p.thickness_um = 35.0;
  p.height_um = 100.0;
  p.laminate.foil = "cannonball";
  p.laminate.foil_height_um = 1.0;
  return p;
}

Network network_of(const Microstrip::Params& p, const FrequencyGrid& grid) {
  OperatingPoint at;
  at.temperature_c = 20.0;
  return Microstrip("trace", p, {}).network(grid, at);
}

}  // namespace

TEST_CASE("a microstrip at 0 Hz is the resistance of its strips, and near it",
          "[unit][microstrip]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1.0, 1e4};
  const Network s = network_of(trace(), grid);
  const double r_ohm = 2.0 * 1.68e-8 * 0.25 / (180e-6 * 35e-6);
  CHECK(std::abs(s.at(1, 0)[0] - 200.0 / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(0, 0)[0] - r_ohm / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(1, 0)[1] - s.at(1, 0)[0]) < 1e-5);
  CHECK(std::abs(s.at(1, 0)[2] - s.at(1, 0)[0]) < 1e-3);
}

TEST_CASE("the laminate's part of a microstrip's loss is its share of the field",
          "[validation][microstrip]") {
  // pi f er/(er - 1) (e - 1)/sqrt(e) tan_d/c (K. C. Gupta and others, as in skrf mline.py), with
  // the effective permittivity e at f. Internal inductance slows the wave by 2 %.
  Microstrip::Params p = trace();
  p.laminate.foil = "smooth";
  const double f_hz = p.laminate.loss_frequency_ghz * 1e9;
  const Microstrip lossy("a", p, {});
  p.laminate.loss_tangent = 0.0;
  const Microstrip lossless("b", p, {});
  const double er = p.laminate.dielectric_constant;
  const MicrostripPair pair{180e-6, 200e-6, 35e-6, 100e-6};
  const double e = microstrip_odd_permittivity(pair, er, pair.odd_permittivity(er), f_hz);
  const double neper =
      kPi * f_hz * er / (er - 1.0) * (e - 1.0) / std::sqrt(e) * 0.004 / kSpeedOfLight_m_per_s;
  CHECK(lossy.attenuation_db_per_m(f_hz, 20.0) - lossless.attenuation_db_per_m(f_hz, 20.0) ==
        Approx(20.0 / std::log(10.0) * neper).epsilon(0.03));
  const double r = lossless.metre(f_hz, 20.0).series_ohm_per_m.real();
  CHECK(lossless.attenuation_db_per_m(f_hz, 20.0) ==
        Approx(20.0 / std::log(10.0) * r / (2.0 * lossless.differential_impedance_ohm()))
            .epsilon(0.02));
}

TEST_CASE("a microstrip far apart is twice a single one of 50 ohm", "[validation][microstrip]") {
  // er 4.2, w/h 1.95 is 50 ohm to 1 % by Hammerstad and Jensen's single strip; coupling at 5
  // heights takes 1 %, a thickness of 2 % another.
  Microstrip::Params p = trace();
  p.width_um = 195.0;
  p.spacing_um = 490.0;
  p.thickness_um = 2.0;
  p.laminate.dielectric_constant = 4.2;
  CHECK(Microstrip("a", p, {}).differential_impedance_ohm() == Approx(100.0).epsilon(0.03));
}

TEST_CASE("T21 nothing of a microstrip's response arrives ahead of its delay",
          "[property][microstrip]") {
  // The delay is that of the least effective permittivity, the one at low frequency with the
  // laminate's at the end of the band, less what the band resolves. Dispersion has no loss of its
  // own in this law: what little comes early of it is inside the limit. (causality() takes the mean
  // arrival, which dispersion makes later than the first.)
  const Microstrip::Params p = trace();
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 8001);
  const Network s = network_of(p, grid);
  const double symbol_s = 1.0 / 53.125e9;
  const MicrostripPair pair{180e-6, 200e-6, 35e-6, 100e-6};
  const double er =
      pair.odd_permittivity(p.laminate.dielectric().relative_permittivity(160e9).real());
  const TimeResponse pulse = pulse_response(s.at(1, 0), 20e6, symbol_s, {0, grid.size() - 1});
  CHECK(energy_ahead(pulse, 0.25 * std::sqrt(er) / kSpeedOfLight_m_per_s - pulse.dt_s) < 1e-3);
}

TEST_CASE("a microstrip is passive, reciprocal, and two halves are the whole",
          "[property][microstrip]") {
  Microstrip::Params p = trace(GENERATE(10.0, 250.0, 1000.0));
  p.laminate.foil =
      GENERATE(std::string("smooth"), std::string("hammerstad"), std::string("cannonball"));
  test::check_halves([&p](const FrequencyGrid& grid, double share) {
    Microstrip::Params part = p;
    part.length_mm *= share;
    return network_of(part, grid);
  });
}

TEST_CASE("a microstrip's ledger names its delay and loss", "[unit][microstrip]") {
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  const Microstrip line("trace", trace(), {});
  line.ledger(at, rows);
  const double e = MicrostripPair{180e-6, 200e-6, 35e-6, 100e-6}.odd_permittivity(3.4);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == Approx(0.25e9 * std::sqrt(e) / kSpeedOfLight_m_per_s).epsilon(1e-12));
  CHECK(rows[1].value == Approx(0.25 * line.attenuation_db_per_m(26.5625e9, 25.0)).epsilon(1e-12));
  const double vacuum_ohm = MicrostripPair{180e-6, 200e-6, 35e-6, 100e-6}.odd_vacuum_ohm();
  CHECK(line.differential_impedance_ohm() == Approx(2.0 * vacuum_ohm / std::sqrt(e)));
  CHECK_THAT(line.assumptions().at(0), Catch::Contains("microstrip 'trace'"));
  Microstrip::Params p = trace();
  p.width_um = 10.0;
  CHECK_THROWS_AS(Microstrip("thin", p, {}), ModelError);
}
