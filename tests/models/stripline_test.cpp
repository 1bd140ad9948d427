#include "models/copper/stripline.hpp"

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

Stripline::Params trace(double length_mm = 250.0) {
  Stripline::Params p;
  p.length_mm = length_mm;
  p.width_um = 120.0;
  p.spacing_um = 180.0;
  p.thickness_um = 15.0;
  p.plane_distance_um = 260.0;
  p.laminate.foil = "cannonball";
  p.laminate.foil_height_um = 1.0;
  return p;
}

Network network_of(const Stripline::Params& p, const FrequencyGrid& grid) {
  OperatingPoint at;
  at.temperature_c = 20.0;
  return Stripline("trace", p, {}).network(grid, at);
}

}  // namespace

TEST_CASE("a stripline at 0 Hz is the resistance of its strips, and near it", "[unit][stripline]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0, 1.0, 1e4};
  const Network s = network_of(trace(), grid);
  const double r_ohm = 2.0 * 1.68e-8 * 0.25 / (120e-6 * 15e-6);
  CHECK(std::abs(s.at(1, 0)[0] - 200.0 / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(0, 0)[0] - r_ohm / (200.0 + r_ohm)) < 1e-14);
  CHECK(std::abs(s.at(1, 0)[1] - s.at(1, 0)[0]) < 1e-5);
  CHECK(std::abs(s.at(1, 0)[2] - s.at(1, 0)[0]) < 1e-3);
}

TEST_CASE("a strip's impedance passes from 0 Hz to skin effect as a slab's does",
          "[unit][stripline]") {
  // F = 1/(2w), area w t: a slab lit from both sides, (rho g/(2w)) coth(g t/2).
  const double w = 1e-3, t = 20e-6, rho = 1.68e-8;
  for (double f_hz = 1e3; f_hz < 1e12; f_hz *= 3.0) {
    const cd g = cd(1.0, 1.0) / skin_depth_m(rho, f_hz);
    const cd slab = rho * g / (2.0 * w) / std::tanh(0.5 * g * t);
    const cd z = strip_impedance_ohm_per_m(0.5 / w, w * t, rho, {}, f_hz);
    REQUIRE(std::abs(z / slab - 1.0) < 1e-12);
    REQUIRE(z.real() > 0.999999 * rho / (w * t));
    const Foil rough{"cannonball", 2e-6};
    REQUIRE(strip_impedance_ohm_per_m(0.5 / w, w * t, rho, rough, f_hz).real() > z.real());
  }
  const cd high = strip_impedance_ohm_per_m(0.5 / w, w * t, rho, {}, 1e11);
  CHECK(high.real() == Approx(surface_resistance_ohm(rho, 1e11) / (2.0 * w)).epsilon(1e-9));
}

TEST_CASE("the laminate's part of a stripline's loss is pi f sqrt(er) tan_d/c",
          "[validation][stripline]") {
  // 2.312 dB/inch per GHz and unit of sqrt(Dk) Df, printed to four digits. Left over: internal
  // inductance slows the wave by 2 %.
  Stripline::Params p = trace();
  p.laminate.foil = "smooth";
  p.laminate.loss_frequency_ghz = 26.5625;
  const double f_hz = 26.5625e9;
  const double with = Stripline("a", p, {}).attenuation_db_per_m(f_hz, 20.0);
  p.laminate.loss_tangent = 0.0;
  const Stripline lossless("b", p, {});
  const double without = lossless.attenuation_db_per_m(f_hz, 20.0);
  const double expected = 2.312 * 26.5625 * std::sqrt(3.4) * 0.004;
  CHECK((with - without) * 0.0254 == Approx(expected).epsilon(0.02));
  // The conductor's: R/(2 Z) of the pair.
  const double r = lossless.metre(f_hz, 20.0).series_ohm_per_m.real();
  const double neper = r / (2.0 * lossless.differential_impedance_ohm());
  CHECK(without == Approx(20.0 / std::log(10.0) * neper).epsilon(0.02));
}

TEST_CASE("roughness and heat raise a stripline's conductor loss by their factors",
          "[validation][stripline]") {
  // Rz 2 um: 1.741 at 26.56 GHz. The reactance that belongs to it raises Z a little: 2 %.
  Stripline::Params p = trace();
  p.laminate.loss_tangent = 0.0;
  p.laminate.foil_height_um = 2.0;
  const Stripline rough("a", p, {});
  p.laminate.foil = "smooth";
  const Stripline smooth("b", p, {});
  const double f_hz = 26.56e9;
  CHECK(rough.metre(f_hz, 20.0).series_ohm_per_m.real() ==
        Approx(1.741 * smooth.metre(f_hz, 20.0).series_ohm_per_m.real()).epsilon(1e-3));
  CHECK(rough.attenuation_db_per_m(f_hz, 20.0) ==
        Approx(1.741 * smooth.attenuation_db_per_m(f_hz, 20.0)).epsilon(0.02));
  CHECK(smooth.attenuation_db_per_m(f_hz, 70.0) ==
        Approx(std::sqrt(1.195) * smooth.attenuation_db_per_m(f_hz, 20.0)).epsilon(1e-3));
}

TEST_CASE("T21 nothing of a stripline's response arrives ahead of its delay",
          "[property][stripline]") {
  // The delay is that of the least permittivity in the band, less what the band resolves.
  const Stripline::Params p = trace();
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 8001);
  const Network s = network_of(p, grid);
  const double symbol_s = 1.0 / 53.125e9;
  const double er = p.laminate.dielectric().relative_permittivity(160e9).real();
  const TimeResponse pulse = pulse_response(s.at(1, 0), 20e6, symbol_s, {0, grid.size() - 1});
  CHECK(energy_ahead(pulse, 0.25 * std::sqrt(er) / kSpeedOfLight_m_per_s - pulse.dt_s) < 1e-4);
  CHECK(causality(s.at(1, 0), 20e6, symbol_s).energy_ahead < 1e-4);
}

TEST_CASE("a stripline is passive, reciprocal, and two halves are the whole",
          "[property][stripline]") {
  Stripline::Params p = trace(GENERATE(10.0, 250.0, 1000.0));
  p.laminate.foil =
      GENERATE(std::string("smooth"), std::string("hammerstad"), std::string("cannonball"));
  test::check_halves([&p](const FrequencyGrid& grid, double share) {
    Stripline::Params part = p;
    part.length_mm *= share;
    return network_of(part, grid);
  });
}

TEST_CASE("a stripline's ledger names its delay and loss", "[unit][stripline]") {
  std::vector<LedgerRow> rows;
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  const Stripline line("trace", trace(), {});
  line.ledger(at, rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == Approx(0.25e9 * std::sqrt(3.4) / kSpeedOfLight_m_per_s).epsilon(1e-12));
  CHECK(rows[1].value == Approx(0.25 * line.attenuation_db_per_m(26.5625e9, 25.0)).epsilon(1e-12));
  const double odd_ohm = StriplinePair{120e-6, 180e-6, 15e-6, 260e-6}.impedance().odd_ohm;
  CHECK(line.differential_impedance_ohm() == Approx(2.0 * odd_ohm / std::sqrt(3.4)));
  CHECK_THAT(line.assumptions().at(0), Catch::Contains("stripline 'trace'"));
  Stripline::Params p = trace();
  p.width_um = 10.0;
  CHECK_THROWS_AS(Stripline("thin", p, {}), ModelError);
}
