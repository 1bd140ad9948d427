#include "models/optics/smf.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"

using namespace chappe;

namespace {

Smf::Params usual() {
  Smf::Params p;
  p.length_m = 10e3;
  p.attenuation_db_per_km = 0.35;
  return p;
}

/// A fibre of stated dispersion about the light's own wavelength.
Smf::Params with_dispersion(double ps_per_nm_km, double length_m, double nm) {
  Smf::Params p = usual();
  p.length_m = length_m;
  p.dispersion = "given";
  p.given_ps_per_nm_km = ps_per_nm_km;
  p.given_slope_ps_per_nm2_km = 0.06;
  p.given_nm = nm;
  return p;
}

LightSpec light_of(double nm) {
  LightSpec light;
  light.power_w = 1e-3;
  light.wavelength_m = nm * 1e-9;
  return light;
}

/// Detected power's modulation over that sent, of light with little sinusoidal modulation.
double small_signal(const Smf& fibre, const LightSpec& light, double f_hz) {
  const std::vector<double> offsets{-f_hz, 0.0, f_hz};
  const std::vector<cd> h = fibre.field(offsets, light, {});
  return 0.5 * std::abs(h[2] * std::conj(h[1]) + h[1] * std::conj(h[0])) / std::norm(h[1]);
}

}  // namespace

TEST_CASE("a single-mode fibre's dispersion at lambda0 = 1300, 1310, 1324 nm and S0 = 0.092",
          "[validation][smf]") {
  // an_dispersion_g652.csv of the reference values; printed to 15 digits, asked for to 1e-9.
  const double rows[][4] = {{1264.5, -3.406128405367513, -4.417403325163996, -5.872624333101606},
                            {1271, -2.760709238497766, -3.756548136390753, -5.1895567637845295},
                            {1277.5, -2.125331831882514, -3.106047268550421, -4.5172932891034305},
                            {1291, -0.8366987149241286, -1.7869686975209431, -3.154403818096956},
                            {1304.5, 0.41186272216016456, -0.5092090808602168, -1.8346281250148802},
                            {1311, 0.9993342544487179, 0.09189479036007378, -1.2139073666233045},
                            {1317.5, 1.5782053117654602, 0.6841304874976679, -0.6024400003816004},
                            {1331, 2.753900219825955, 1.886755525393462, 0.6389373984356977},
                            {1337.5, 3.307599559770554, 2.4530360081564475, 1.2233221009066817},
                            {1550, 18.009692524587965, 17.460618823134503, 16.67050372226565}};
  const double zeros[] = {1300, 1310, 1324};
  for (const auto& row : rows) {
    for (std::size_t k = 0; k < 3; ++k) {
      Smf::Params p = usual();
      p.zero_dispersion_nm = zeros[k];
      p.slope_ps_per_nm2_km = 0.092;
      const double d = Smf("f", p, {}).dispersion_at(row[0] * 1e-9).d_s_per_m2;
      CAPTURE(row[0], zeros[k]);
      CHECK(1e6 * d == Approx(row[k + 1]).epsilon(1e-9));
    }
  }
}

TEST_CASE("a single-mode fibre's worst dispersions are the corners of its ranges", "[unit][smf]") {
  Smf::Params p = usual();
  const auto d = [&](const char* which, double nm) {
    p.dispersion = which;
    return 1e6 * Smf("f", p, {}).dispersion_at(nm * 1e-9).d_s_per_m2;
  };
  CHECK(d("worst_positive", 1337.5) == Approx(3.307599559770554).epsilon(1e-9));
  CHECK(d("worst_negative", 1264.5) == Approx(-5.872624333101606).epsilon(1e-9));
  // The gentlest slope where all of the range has one sign.
  CHECK(d("worst_positive", 1264.5) == Approx(-3.406128405367513 * 0.073 / 0.092).epsilon(1e-9));
  CHECK(d("worst_negative", 1550.0) == Approx(16.67050372226565 * 0.073 / 0.092).epsilon(1e-9));
  CHECK(d("typical", 1312.0) == Approx(0.0).margin(1e-12));
}

TEST_CASE("D = 17 ps/(nm km) at 1550 nm is beta2 = -21.68 ps^2/km; beta3 is beta2's slope",
          "[validation][smf]") {
  const Smf fibre("f", with_dispersion(17.0, 1e3, 1550.0), {});
  const double f0 = kSpeedOfLight_m_per_s / 1550e-9, step = 1e9;
  const FibreCoefficients c = fibre.coefficients(std::vector{f0 - step, f0, f0 + step});
  CHECK(1e27 * c.beta2_s2_per_m[1] == Approx(-21.6826).epsilon(1e-5));  // -17 1550^2/(2 pi c)
  const double slope = (c.beta2_s2_per_m[2] - c.beta2_s2_per_m[0]) / (4.0 * kPi * step);
  CHECK(c.beta3_s3_per_m[1] == Approx(slope).epsilon(1e-7));  // difference quotient of 2 GHz
  CHECK(c.loss_per_m[1] == Approx(0.35e-4 * std::log(10.0)).epsilon(1e-12));
  // 2 pi 2.6e-20/(1550e-9 80e-12)
  CHECK(1e3 * c.gamma_per_w_m[1] == Approx(1.317442).epsilon(1e-6));
  CHECK(c.length_m == 1e3);
}

TEST_CASE("light of a higher frequency arrives first where D > 0", "[unit][smf]") {
  // The transform of an envelope over exp(-j w0 t): its offsets run against the light's frequency.
  const Smf fibre("f", with_dispersion(17.0, 1e3, 1550.0), {});
  const double f = 50e9, step = 1e6;
  const auto delay_s = [&](double offset) {
    const std::vector<double> two{offset - step, offset + step};
    const std::vector<cd> h = fibre.field(two, light_of(1550.0), {});
    return -std::arg(h[1] * std::conj(h[0])) / (4.0 * kPi * step);
  };
  CHECK(delay_s(-f) < 0.0);
  CHECK(delay_s(f) > 0.0);
  // D L dlambda to first order in dlambda, the slope of D to second: 0.06/2 x 0.4^2 ps a km.
  const double nm = 1550.0 * 1550.0 * f / kSpeedOfLight_m_per_s * 1e-9;
  const double between = 0.5 * (delay_s(f) - delay_s(-f)), both = 0.5 * (delay_s(f) + delay_s(-f));
  CHECK(between == Approx(17e-12 * nm).epsilon(1e-6));
  CHECK(both == Approx(0.5 * (0.06 + 2.0 * 17.0 / 1550.0) * 1e-12 * nm * nm).epsilon(1e-3));
}

TEST_CASE("power modulation fades where sqrt(c/(2 D L lambda^2)) says so", "[validation][smf]") {
  // an_fading_null.csv: D, L, lambda and the first null [GHz].
  const double rows[][4] = {
      {17, 1, 1550, 60.58138456827995},     {17, 4.25, 1550, 29.386287943668478},
      {17, 10, 1550, 19.157515904234113},   {16, 10, 1552.52, 19.71506252355712},
      {3.3, 2, 1337.5, 112.67552626340613}, {3.3, 10, 1337.5, 50.390027225107794}};
  for (const auto& row : rows) {
    const Smf fibre("f", with_dispersion(row[0], 1e3 * row[1], row[2]), {});
    const LightSpec light = light_of(row[2]);
    const double null_hz = row[3] * 1e9;
    CAPTURE(row[0], row[1], row[2]);
    // cos is pi/2 x 2 e steep in f about its null: 1e-9 is 3e-10 of the frequency.
    CHECK(small_signal(fibre, light, null_hz) < 1e-9);
    const double share = 0.6;
    CHECK(small_signal(fibre, light, share * null_hz) ==
          Approx(std::cos(0.5 * kPi * share * share)).epsilon(1e-9));
  }
}

TEST_CASE("positive chirp fades earlier where D > 0", "[validation][smf]") {
  // F. Devaux, Y. Sorel, J. F. Kerdiles, J. Lightwave Technol. 11 (1993) 1937:
  // |H| = sqrt(1 + a^2) |cos(pi D L lambda^2 f^2/c + arctan a)|. Over exp(-j w0 t) light of chirp a
  // has the sidebands (1 - j a) m/4 on both sides.
  const double chirp = 0.7, nm = 1550.0;
  const Smf fibre("f", with_dispersion(17.0, 10e3, nm), {});
  for (const double f_hz : {5e9, 10e9, 15e9}) {
    const std::vector<double> offsets{-f_hz, 0.0, f_hz};
    const std::vector<cd> h = fibre.field(offsets, light_of(nm), {});
    const cd side{1.0, -chirp};
    const double seen = 0.5 *
                        std::abs(side * h[2] * std::conj(h[1]) + std::conj(side * h[0]) * h[1]) /
                        std::norm(h[1]);
    const double turn = kPi * 17e-6 * 10e3 * nm * nm * 1e-18 * f_hz * f_hz / kSpeedOfLight_m_per_s;
    CHECK(
        seen ==
        Approx(std::hypot(1.0, chirp) * std::abs(std::cos(turn + std::atan(chirp)))).epsilon(1e-9));
  }
}

TEST_CASE("a single-mode fibre's loss: one number, or its table", "[unit][smf]") {
  Smf::Params p = usual();
  const std::vector<double> carrier{0.0};
  const auto db = [&](double nm) {
    return -10.0 * std::log10(std::norm(Smf("f", p, {}).field(carrier, light_of(nm), {}).front()));
  };
  CHECK(db(1310.0) == Approx(3.5).epsilon(1e-12));
  p.attenuation_db_per_km.reset();
  p.attenuation_table_nm = {1310.0, 1383.0, 1550.0};
  p.attenuation_table_db_per_km = {0.34, 0.31, 0.20};
  CHECK(db(1271.0) == Approx(3.4).epsilon(1e-12));
  CHECK(db(1346.5) == Approx(3.25).epsilon(1e-12));
  CHECK(db(1550.0) == Approx(2.0).epsilon(1e-12));
  p.length_m = 0.0;
  CHECK(Smf("f", p, {}).field(carrier, light_of(1310.0), {}).front() == cd{1.0});
}

TEST_CASE("two halves of a single-mode fibre are the whole; it gains nothing", "[property][smf]") {
  Smf::Params p = with_dispersion(-4.0, 2e3, 1271.0);
  const std::vector<double> offsets{-80e9, -1e9, 0.0, 30e9, 100e9};
  const LightSpec light = light_of(1271.0);
  const std::vector<cd> whole = Smf("f", p, {}).field(offsets, light, {});
  p.length_m = 1e3;
  const std::vector<cd> half = Smf("f", p, {}).field(offsets, light, {});
  for (std::size_t k = 0; k < offsets.size(); ++k) {
    CHECK(std::abs(half[k] * half[k] - whole[k]) < 1e-12);
    CHECK(std::abs(whole[k]) < 1.0);
  }
}

TEST_CASE("PMD of first order: two equal powers, one later by the DGD", "[unit][smf]") {
  Smf::Params p = usual();
  const LightSpec light = light_of(1310.0);
  FrequencyGrid grid;
  grid.f_hz = {0.0, 10e9, 53.125e9};
  CHECK(Smf("f", p, {}).intensity(grid, light, {}).empty());
  p.pmd_ps_per_sqrt_km = 0.2;
  p.dgd_factor = 3.75;
  const double dgd_s = 0.75e-12 * std::sqrt(10.0);
  const std::vector<cd> h = Smf("f", p, {}).intensity(grid, light, {});
  REQUIRE(h.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const cd mean =
        0.5 * (std::polar(1.0, kPi * grid[k] * dgd_s) + std::polar(1.0, -kPi * grid[k] * dgd_s));
    CHECK(std::abs(h[k] - mean) < 1e-12);
  }
}

TEST_CASE("a DGD above 3.75 times its mean has probability 8e-8", "[unit][smf]") {
  // Maxwell's tail: erfc(u) + 2 u exp(-u^2)/sqrt(pi), u = 2 x/sqrt(pi).
  const double u = 2.0 * 3.75 / std::sqrt(kPi);
  const double tail = std::erfc(u) + 2.0 * u * std::exp(-u * u) / std::sqrt(kPi);
  CHECK(tail == Approx(8e-8).epsilon(0.1));
}

TEST_CASE("a single-mode fibre refuses light that its data do not cover", "[unit][smf]") {
  ParamMap given;
  given["wavelength_low_nm"] = {1260.0, {}, {"a datasheet", "", {}, {}, false}};
  const Smf fibre("f", usual(), given);
  const std::vector<double> carrier{0.0};
  CHECK_THROWS_AS(fibre.field(carrier, light_of(850.0), {}), ModelError);
  CHECK_THROWS_WITH(fibre.field(carrier, light_of(850.0), {}),
                    Catch::Contains("'f' (optics.smf): light of 850 nm is outside [1260, 1625] nm "
                                    "(a datasheet)"));
  CHECK_THROWS_AS(fibre.coefficients(carrier), ModelError);
  CHECK_NOTHROW(fibre.field(carrier, light_of(1260.0), {}));
  CHECK_NOTHROW(fibre.field(carrier, light_of(1625.0), {}));
}

TEST_CASE("a single-mode fibre's parameters must fit one another", "[unit][smf]") {
  Smf::Params p = usual();
  p.attenuation_db_per_km.reset();
  CHECK_THROWS_WITH(Smf("f", p, {}), Catch::Contains("needs attenuation_db_per_km or its table"));
  p.attenuation_table_nm = {1310.0, 1310.0};
  p.attenuation_table_db_per_km = {0.3};
  CHECK_THROWS_WITH(Smf("f", p, {}),
                    Catch::Contains("has 2 values") && Catch::Contains("is not ascending"));
  p = usual();
  p.zero_dispersion_low_nm = 1330.0;
  CHECK_THROWS_WITH(Smf("f", p, {}), Catch::Contains("zero_dispersion_low_nm = 1330.0 is above"));
}

TEST_CASE("a single-mode fibre's ledger: 4.89 ns a metre at n = 1.466", "[unit][smf]") {
  Smf::Params p = usual();
  p.group_index = 1.466;
  p.length_m = 1.0;
  std::vector<LedgerRow> rows;
  Smf("f", p, {}).ledger({}, rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == Approx(4.89005).epsilon(1e-6));  // 1.466/c
  CHECK(rows[0].unit == "ns");
}
