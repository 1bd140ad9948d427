#include "models/optics/mmf.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

namespace {

/// OM4 with the most dispersion of its limits.
Mmf::Params usual() {
  Mmf::Params p;
  p.length_m = 100.0;
  p.attenuation_db_per_km = 3.5;
  p.modal_bandwidth_mhz_km = 4700.0;
  p.zero_dispersion_nm = 1320.0;
  p.slope_ps_per_nm2_km = 0.10125;
  return p;
}

LightSpec light_of(double nm, double width_nm) {
  LightSpec light;
  light.wavelength_m = nm * 1e-9;
  light.spectral_width_m = width_nm * 1e-9;
  light.partition_factor = 0.3;
  return light;
}

}  // namespace

TEST_CASE("a multimode fibre's modal bandwidth is its product over its length, 3 dB optical",
          "[unit][mmf]") {
  const LightSpec light = light_of(850.0, 0.0);
  const Mmf fibre("f", usual(), {});
  CHECK(fibre.bandwidth_hz(light) == Approx(47e9).epsilon(1e-12));
  FrequencyGrid grid;
  grid.f_hz = {0.0, 47e9};
  const std::vector<cd> h = fibre.intensity(grid, light, {});
  CHECK(h[0] == cd{1.0});
  CHECK(h[1].real() == Approx(0.5).epsilon(1e-12));
}

TEST_CASE("a multimode fibre's chromatic bandwidth joins by inverse squares", "[validation][mmf]") {
  // D(850 nm) = 0.10125/4 (850 - 1320^4/850^3); 0.187 of the link model is printed to 3 digits.
  const double d = 0.10125 / 4.0 * (850.0 - std::pow(1320.0, 4) / std::pow(850.0, 3));
  CHECK(d == Approx(-103.6).epsilon(1e-3));
  const double chromatic_ghz = 0.187e3 / (std::abs(d) * 0.6 * 0.1);
  const double expected = 1.0 / std::hypot(1.0 / 47.0, 1.0 / chromatic_ghz);
  CHECK(1e-9 * Mmf("f", usual(), {}).bandwidth_hz(light_of(850.0, 0.6)) ==
        Approx(expected).epsilon(3e-3));
}

TEST_CASE("a wideband multimode fibre: its bandwidth runs from 850 to 953 nm", "[unit][mmf]") {
  Mmf::Params p = usual();
  p.modal_bandwidth_953_mhz_km = 2470.0;
  p.wavelength_high_nm = 953.0;
  const Mmf fibre("f", p, {});
  CHECK(fibre.bandwidth_hz(light_of(845.0, 0.0)) == Approx(47e9).epsilon(1e-12));
  CHECK(fibre.bandwidth_hz(light_of(901.5, 0.0)) == Approx(35.85e9).epsilon(1e-12));
  CHECK(fibre.bandwidth_hz(light_of(953.0, 0.0)) == Approx(24.7e9).epsilon(1e-12));
}

TEST_CASE("a multimode fibre loses dB by length; of no length it does nothing", "[property][mmf]") {
  Mmf::Params p = usual();
  const LightSpec light = light_of(850.0, 0.6);
  const std::vector<double> offsets{-5e10, 0.0};
  CHECK(std::norm(Mmf("f", p, {}).field(offsets, light, {})[0]) ==
        Approx(std::pow(10.0, -0.035)).epsilon(1e-12));
  p.length_m = 0.0;
  const Mmf none("f", p, {});
  CHECK(none.field(offsets, light, {})[1] == cd{1.0});
  CHECK(none.intensity(FrequencyGrid::uniform(50e9, 2), light, {})[1] == cd{1.0});
  CHECK(none.partition_noise(light, 53.125e9, {}) == 0.0);
}

TEST_CASE("mode partition noise of a multimode fibre is that of its dispersion", "[unit][mmf]") {
  const double d = 0.10125 / 4.0 * (850.0 - std::pow(1320.0, 4) / std::pow(850.0, 3));
  const double x = 3.14159265358979 * 53.125e9 * d * 1e-6 * 100.0 * 0.6e-9;
  const double sigma = 0.3 / std::sqrt(2.0) * (1.0 - std::exp(-x * x));
  CHECK(Mmf("f", usual(), {}).partition_noise(light_of(850.0, 0.6), 53.125e9, {}) ==
        Approx(sigma * sigma).epsilon(1e-10));
}

TEST_CASE("a multimode fibre refuses light of 1310 nm", "[unit][mmf]") {
  const Mmf fibre("f", usual(), {});
  const LightSpec light = light_of(1310.0, 0.6);
  const std::vector<double> carrier{0.0};
  CHECK_THROWS_WITH(fibre.field(carrier, light, {}),
                    Catch::Contains("light of 1310 nm is outside [840, 860] nm"));
  CHECK_THROWS_AS(fibre.intensity({{0.0}}, light, {}), ModelError);
  CHECK_THROWS_AS(fibre.partition_noise(light, 1e9, {}), ModelError);
  CHECK_THROWS_AS(fibre.field(carrier, LightSpec{}, {}), ModelError);
}

TEST_CASE("a multimode fibre's ledger: latency, loss, failures", "[unit][mmf]") {
  std::vector<LedgerRow> rows;
  Mmf("f", usual(), {}).ledger({}, rows);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].value == Approx(494.675).epsilon(1e-5));  // 100 m x 1.483/c
  CHECK(rows[1].value == Approx(0.35).epsilon(1e-12));
}
