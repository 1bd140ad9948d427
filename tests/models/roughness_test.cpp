#include "models/copper/roughness.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "models/copper/round_wire.hpp"

using namespace chappe;

namespace {

using cd = std::complex<double>;
constexpr double kCopper_ohm_m = 1.68e-8;

/// What multiplies the resistance of a smooth surface, and its reactance.
double resistance(cd factor) { return (cd(1.0, 1.0) * factor).real(); }
double reactance(cd factor) { return (cd(1.0, 1.0) * factor).imag(); }

}  // namespace

TEST_CASE("the cannonball factor has the tabulated values", "[validation][roughness]") {
  // Computed elsewhere from the published real formula, printed to three decimals.
  struct Row {
    double rz_um, ghz, factor;
  };
  for (const Row& row : {Row{1, 13.28, 1.133}, Row{1, 26.56, 1.245}, Row{1, 53.1, 1.435},
                         Row{2, 13.28, 1.435}, Row{2, 26.56, 1.741}, Row{2, 53.1, 2.194}}) {
    INFO("Rz " << row.rz_um << " um, " << row.ghz << " GHz");
    const Foil foil{"cannonball", row.rz_um * 1e-6};
    CHECK(resistance(foil.factor(kCopper_ohm_m, row.ghz * 1e9)) == Approx(row.factor).margin(6e-4));
  }
}

TEST_CASE("the Hammerstad factor has the tabulated values", "[validation][roughness]") {
  struct Row {
    double ghz, factor;
  };
  for (const Row& row : {Row{13.28, 1.239}, Row{26.56, 1.424}, Row{53.1, 1.639}}) {
    const Foil foil{"hammerstad", 0.3e-6};
    CHECK(resistance(foil.factor(kCopper_ohm_m, row.ghz * 1e9)) == Approx(row.factor).margin(1e-3));
  }
  const double f_hz = 10e9, delta_m = skin_depth_m(kCopper_ohm_m, f_hz);
  CHECK(resistance(hammerstad_factor(delta_m, kCopper_ohm_m, f_hz)) == Approx(1.605).margin(6e-4));
}

TEST_CASE("the causal factors keep the real laws exactly", "[unit][roughness]") {
  for (double f_hz = 1e5; f_hz < 1e13; f_hz *= 3.7) {
    const double delta_m = skin_depth_m(kCopper_ohm_m, f_hz);
    const double r = 0.06e-6, x = delta_m / r, q = 0.3e-6 / delta_m;
    REQUIRE(resistance(cannonball_factor(r, kCopper_ohm_m, f_hz)) ==
            Approx(1.0 + 7.0 * kPi / 3.0 / (1.0 + x + 0.5 * x * x)).epsilon(1e-12));
    REQUIRE(resistance(hammerstad_factor(0.3e-6, kCopper_ohm_m, f_hz)) ==
            Approx(1.0 + 2.0 / kPi * std::atan(1.4 * q * q)).epsilon(1e-12));
  }
}

TEST_CASE("a rough surface's resistance and reactance are a Kramers-Kronig pair",
          "[property][roughness]") {
  // What roughness adds, per ohm of R_s at 1 Hz: R(f) = sqrt(f) (K - 1). X(w) = -(2 w/pi) integral
  // of [R(x) - R(w)]/(w^2 - x^2) dx. Midpoints in ln x, 200 a decade, 9 decades below to 20 above:
  // above, R grows as sqrt(x), so 1e-10 is left out; below less; the midpoint rule errs by 1e-5.
  const Foil foil{GENERATE(std::string("cannonball"), std::string("hammerstad")), 1e-6};
  const double f_hz = GENERATE(1e8, 5e9, 26.5625e9, 1e12);
  const auto added = [&](double f) {
    return std::sqrt(f) * (resistance(foil.factor(kCopper_ohm_m, f)) - 1.0);
  };
  const double step = std::log(10.0) / 200.0, here = added(f_hz);
  double sum = 0.0;
  for (int i = -200 * 9; i < 200 * 20; ++i) {
    const double x = f_hz * std::exp((i + 0.5) * step);
    sum += (added(x) - here) / (f_hz * f_hz - x * x) * x * step;
  }
  const double expected = std::sqrt(f_hz) * (reactance(foil.factor(kCopper_ohm_m, f_hz)) - 1.0);
  INFO(foil.law << ", " << f_hz << " Hz");
  CHECK(-2.0 * f_hz / kPi * sum == Approx(expected).epsilon(1e-4));
}

TEST_CASE("roughness only adds, more at higher frequency and height", "[property][roughness]") {
  for (const char* law : {"cannonball", "hammerstad"}) {
    double before = 1.0;
    for (double f_hz = 1e3; f_hz < 1e13; f_hz *= 1.7) {
      const cd factor = Foil{law, 1e-6}.factor(kCopper_ohm_m, f_hz);
      REQUIRE(resistance(factor) > before);
      REQUIRE(reactance(factor) > 1.0);
      REQUIRE(resistance(Foil{law, 2e-6}.factor(kCopper_ohm_m, f_hz)) > resistance(factor));
      before = resistance(factor);
    }
  }
  // The limits: Hammerstad doubles the resistance, cannonball adds 7 pi/3.
  CHECK(resistance(Foil{"hammerstad", 1e-5}.factor(kCopper_ohm_m, 1e18)) == Approx(2.0));
  CHECK(resistance(Foil{"cannonball", 1e-5}.factor(kCopper_ohm_m, 1e18)) ==
        Approx(1.0 + 7.0 * kPi / 3.0).epsilon(1e-3));
}

TEST_CASE("a smooth foil, one of no height and 0 Hz change nothing", "[unit][roughness]") {
  CHECK(Foil{}.factor(kCopper_ohm_m, 1e10) == 1.0);
  CHECK(Foil{"cannonball", 0.0}.factor(kCopper_ohm_m, 1e10) == 1.0);
  CHECK(Foil{"cannonball", 1e-6}.factor(kCopper_ohm_m, 0.0) == 1.0);
  CHECK(Foil{"hammerstad", 1e-6}.factor(kCopper_ohm_m, 0.0) == 1.0);
  CHECK_THROWS_AS((Foil{"velvet", 1e-6}.factor(kCopper_ohm_m, 1e10)), InternalError);
}
