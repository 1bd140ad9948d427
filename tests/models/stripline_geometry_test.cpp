#include "models/copper/stripline_geometry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "models/strip_solver.hpp"

using namespace chappe;
using strip_solver::stripline_ohm;

TEST_CASE("the moment solution meets Cohn's exact flat strips and itself",
          "[validation][stripline]") {
  // w = s = 0.5, b = 1, no thickness: odd 93.2172 ohm by elliptic integrals. Twenty panels a side
  // are 0.08 % off (charge at a flat edge is singular), with thickness 0.01 %.
  CHECK(stripline_ohm(0.5, 0.5, 0.0, 1.0, -1.0, 40) == Approx(93.2172).epsilon(6e-4));
  CHECK(stripline_ohm(0.5, 0.5, 0.05, 1.0, -1.0, 20) ==
        Approx(stripline_ohm(0.5, 0.5, 0.05, 1.0, -1.0, 40)).epsilon(2e-4));
  // Thin strips by the closed form: the last 0.01 % of thickness is 0.04 % of impedance.
  const StriplinePair thin{0.5, 0.5, 1e-5, 1.0};
  CHECK(thin.impedance().odd_ohm == Approx(93.2172).epsilon(1e-3));
}

TEST_CASE("stripline impedances and losses follow the moment solution", "[validation][stripline]") {
  double worst_odd = 0.0, worst_even = 0.0, worst_wide_even = 0.0, worst_loss = 0.0;
  for (const double w : {0.1, 0.2, 0.35, 0.5, 1.0, 2.0, 5.0}) {
    for (const double x : {0.01, 0.02, 0.05, 0.1, 0.2}) {
      for (const double s : {0.1, 0.2, 0.3, 0.5, 0.8, 1.6, 4.0}) {
        const StriplinePair pair{w, s, x, 1.0};
        const ModeImpedance found = pair.impedance();
        const double odd = stripline_ohm(w, s, x, 1.0, -1.0, 12);
        const double even = stripline_ohm(w, s, x, 1.0, 1.0, 12);
        const double n = 1e-3 * x;
        const double all = (stripline_ohm(w - 2 * n, s + 2 * n, x - 2 * n, 1 + 2 * n, -1.0, 12) -
                            stripline_ohm(w + 2 * n, s - 2 * n, x + 2 * n, 1 - 2 * n, -1.0, 12)) /
                           (2.0 * n * strip_solver::kWave_ohm);
        const OddMode mode = pair.odd_mode();
        const double loss = std::abs((mode.strip_per_m + mode.planes_per_m) / all - 1.0);
        const double even_off = std::abs(found.even_ohm / even - 1.0);
        worst_odd = std::max(worst_odd, std::abs(found.odd_ohm / odd - 1.0));
        worst_even = std::max(worst_even, even_off);
        if (w >= 0.5) worst_wide_even = std::max(worst_wide_even, even_off);
        worst_loss = std::max(worst_loss, loss);
        INFO("w " << w << " t " << x << " s " << s);
        CHECK(mode.vacuum_ohm == found.odd_ohm);
        CHECK(mode.strip_per_m > 0.0);
        CHECK(mode.planes_per_m > 0.0);
      }
    }
  }
  // As the header states them.
  CHECK(worst_odd < 0.022);
  CHECK(worst_even < 0.112);
  CHECK(worst_wide_even < 0.024);
  CHECK(worst_loss < 0.067);
}

TEST_CASE("the odd mode rises smoothly with spacing, through 5 thicknesses",
          "[property][stripline]") {
  double before = 0.0, slope = 1e300;
  for (double s = 0.1; s < 2.0; s += 0.001) {
    const double odd = StriplinePair{0.4, s, 0.05, 1.0}.impedance().odd_ohm;
    if (before > 0.0) {
      REQUIRE(odd > before);
      REQUIRE(odd - before < slope);  // no step, and no kink upwards
      slope = (odd - before) * 1.02;
    }
    before = odd;
  }
  const ModeImpedance far = StriplinePair{0.4, 4.0, 0.05, 1.0}.impedance();
  CHECK(far.even_ohm == Approx(far.odd_ohm).epsilon(1e-3));
  CHECK(far.even_ohm > far.odd_ohm);
}

TEST_CASE("a stripline's cross-section outside the checked range is refused", "[unit][stripline]") {
  CHECK_THROWS_WITH((StriplinePair{0.05, 1, 0.05, 1}.check()),
                    Catch::Contains("width_um = 0.05") && Catch::Contains("[0.1, 5]"));
  CHECK_THROWS_AS((StriplinePair{0.5, 0.05, 0.05, 1}.check()), ModelError);
  CHECK_THROWS_AS((StriplinePair{0.5, 0.5, 0.3, 1}.check()), ModelError);
}
