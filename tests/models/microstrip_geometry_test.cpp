#include "models/copper/microstrip_geometry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "models/strip_solver.hpp"

using namespace chappe;
using strip_solver::microstrip_capacitance;

namespace {

/// Resistance over the surface resistance: all walls recede by n, in units of the new height.
double receding_walls(double u, double g, double x) {
  const auto ohm = [&](double n) {
    const double h = 1.0 + 2.0 * n;
    return strip_solver::kWave_ohm /
           microstrip_capacitance((u - 2 * n) / h, (g + 2 * n) / h, (x - 2 * n) / h, 1.0, -1.0, 12);
  };
  const double n = 1e-3 * x;
  return (ohm(n) - ohm(-n)) / (2.0 * n * strip_solver::kWave_ohm);
}

}  // namespace

TEST_CASE("the moment solution of a microstrip agrees with itself", "[validation][microstrip]") {
  // A single flat strip, w = h: Hammerstad and Jensen's 126.42 ohm holds to 0.03 %; 40 panels of a
  // flat strip are 0.05 % off. A dielectric of 1 is none: the image in the plane alone.
  const double c = microstrip_capacitance(1.0, 1.0, 0.0, 1.0, 0.0, 40);
  CHECK(strip_solver::kWave_ohm / c == Approx(126.42).epsilon(1e-3));
  CHECK(microstrip_capacitance(1, 0.5, 0.1, 3.5, -1, 14) ==
        Approx(microstrip_capacitance(1, 0.5, 0.1, 3.5, -1, 28)).epsilon(1e-3));
}

TEST_CASE("microstrip impedance, permittivity and loss follow the moment solution",
          "[validation][microstrip]") {
  double worst_ohm = 0.0, worst_er = 0.0, worst_wide_er = 0.0, worst_loss = 0.0;
  for (const double u : {0.2, 0.5, 1.0, 3.0, 10.0}) {
    for (const double g : {0.2, 0.5, 1.0, 2.0, 5.0}) {
      for (const double x : {0.02, 0.1, 0.4}) {
        const MicrostripMode mode = MicrostripPair{u, g, x, 1.0}.odd_mode(3.5);
        const double air = microstrip_capacitance(u, g, x, 1.0, -1.0, 12);
        const double er = microstrip_capacitance(u, g, x, 3.5, -1.0, 12) / air;
        const double ohm = strip_solver::kWave_ohm / (air * std::sqrt(er));
        const double er_off = std::abs(mode.permittivity / er - 1.0);
        worst_ohm = std::max(worst_ohm,
                             std::abs(mode.vacuum_ohm / std::sqrt(mode.permittivity) / ohm - 1.0));
        worst_er = std::max(worst_er, er_off);
        if (u >= 1.0) worst_wide_er = std::max(worst_wide_er, er_off);
        const double all = mode.strip_per_m + mode.plane_per_m;
        worst_loss = std::max(worst_loss, std::abs(all / receding_walls(u, g, x) - 1.0));
        REQUIRE(mode.strip_per_m > 0.0);
        REQUIRE(mode.plane_per_m > 0.0);
      }
    }
  }
  // As the header states them.
  CHECK(worst_ohm < 0.02);
  CHECK(worst_er < 0.072);
  CHECK(worst_wide_er < 0.037);
  CHECK(worst_loss < 0.067);
}

TEST_CASE("a microstrip's permittivity rises with frequency towards the dielectric's",
          "[property][microstrip]") {
  const MicrostripPair pair{180e-6, 200e-6, 35e-6, 100e-6};
  const double er = 3.5, low = pair.odd_permittivity(er);
  CHECK(low > 0.5 * (er + 1.0) * 0.95);
  CHECK(microstrip_odd_permittivity(pair, er, low, 0.0) == low);
  double before = low;
  for (double f_hz = 1e9; f_hz < 1e13; f_hz *= 1.3) {
    const double now = microstrip_odd_permittivity(pair, er, low, f_hz);
    REQUIRE(now > before);
    REQUIRE(now < er);
    before = now;
  }
  CHECK(before > 0.9 * er);
  // Without a dielectric there is nothing to disperse.
  CHECK(microstrip_odd_permittivity(pair, 1.0, 1.0, 50e9) == 1.0);
}

TEST_CASE("a microstrip's cross-section outside the checked range is refused",
          "[unit][microstrip]") {
  CHECK_THROWS_WITH((MicrostripPair{0.1, 1, 0.05, 1}.check()),
                    Catch::Contains("width_um = 0.1") && Catch::Contains("[0.2, 10]"));
  CHECK_THROWS_AS((MicrostripPair{1, 0.1, 0.05, 1}.check()), ModelError);
  CHECK_THROWS_AS((MicrostripPair{1, 1, 0.5, 1}.check()), ModelError);
}
