#include "models/optics/multiplexer.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"

using namespace chappe;

namespace {

Multiplexer::Params usual() {
  Multiplexer::Params p;
  p.loss_db = 1.5;
  return p;
}

double loss_db(const Multiplexer::Params& p, double nm, double offset_hz = 0.0) {
  LightSpec light;
  light.wavelength_m = nm * 1e-9;
  const std::vector<double> offsets{offset_hz};
  return -10.0 * std::log10(std::norm(Multiplexer("m", p, {}).field(offsets, light, {}).front()));
}

}  // namespace

TEST_CASE("a multiplexer without a passband loses the same everywhere", "[unit][multiplexer]") {
  CHECK(loss_db(usual(), 1310.0, 1e12) == Approx(1.5).epsilon(1e-12));
  std::vector<LedgerRow> rows;
  Multiplexer("m", usual(), {}).ledger({}, rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == 1.5);
  CHECK(Multiplexer("m", usual(), {}).in_module());
}

TEST_CASE("a multiplexer's passband is as deep at its edges as it says", "[unit][multiplexer]") {
  Multiplexer::Params p = usual();
  p.passband_nm = 13.0;
  p.centre_nm = 1291.0;
  p.passband_edge_db = 1.0;
  p.order = 3;
  CHECK(loss_db(p, 1291.0) == Approx(1.5).epsilon(1e-12));
  // The edge lies at c/lambda_c^2 x 6.5 nm, to first order 6.5 nm: 6 x 0.5 % of the added dB.
  CHECK(loss_db(p, 1297.5) == Approx(2.5).epsilon(0.02));
  const double edge_hz = kSpeedOfLight_m_per_s * 6.5e-9 / (1291e-9 * 1291e-9);
  CHECK(loss_db(p, 1291.0, edge_hz) == Approx(2.5).epsilon(1e-9));
  CHECK(loss_db(p, 1291.0, 0.5 * edge_hz) == Approx(1.5 + std::pow(0.5, 6)).epsilon(1e-9));
  p.offset_nm = 6.5;
  CHECK(loss_db(p, 1297.5) == Approx(1.5).epsilon(1e-12));
  std::vector<LedgerRow> rows;
  Multiplexer("m", p, {}).ledger({}, rows);
  CHECK(rows.size() == 1);
}

TEST_CASE("offsets above 0 are light of longer wavelength", "[unit][multiplexer]") {
  Multiplexer::Params p = usual();
  p.passband_nm = 0.4;
  p.offset_nm = 0.1;  // the passband lies at longer wavelengths than the light
  CHECK(loss_db(p, 1310.0, 10e9) < loss_db(p, 1310.0, -10e9));
}

TEST_CASE("a demultiplexer's neighbours leak in by their power and its isolation",
          "[unit][multiplexer]") {
  Multiplexer::Params p = usual();
  CHECK(Multiplexer("m", p, {}).crosstalk().channels == 0);
  p.neighbours = 2;
  CHECK_THROWS_WITH(Multiplexer("m", p, {}),
                    Catch::Contains("neighbours = 2 needs isolation_db > 0"));
  p.isolation_db = 25.0;
  p.neighbour_power_db = 3.0;
  const LightCrosstalk leak = Multiplexer("m", p, {}).crosstalk();
  CHECK(leak.channels == 2);
  CHECK(leak.power_ratio == Approx(std::pow(10.0, -2.2)).epsilon(1e-12));
}

TEST_CASE("a multiplexer reflects what it says, or nothing", "[unit][multiplexer]") {
  Multiplexer::Params p = usual();
  CHECK(std::isinf(Multiplexer("m", p, {}).reflectance_db()));
  p.reflectance_db = -40.0;
  CHECK(Multiplexer("m", p, {}).reflectance_db() == -40.0);
}
