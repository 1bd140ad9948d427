#include "models/copper/lumped.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "signal/lines.hpp"

using namespace chappe;

TEST_CASE("an admittance and an impedance of any law are the known capacitor and inductor",
          "[unit][lumped]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 60);
  std::vector<cd> y, z;
  for (const double f_hz : grid.f_hz) {
    y.emplace_back(0.0, 2.0 * kPi * f_hz * 80e-15);
    z.emplace_back(0.0, 2.0 * kPi * f_hz * 120e-12);
  }
  const Network a = shunt_admittance(grid, y, 100.0), b = shunt_capacitor(grid, 80e-15, 100.0);
  const Network c = series_impedance(grid, z, 100.0), d = series_inductor(grid, 120e-12, 100.0);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    REQUIRE(std::abs(a.at(1, 0)[k] - b.at(1, 0)[k]) < 1e-14);
    REQUIRE(std::abs(a.at(0, 0)[k] - b.at(0, 0)[k]) < 1e-14);
    REQUIRE(std::abs(c.at(1, 0)[k] - d.at(1, 0)[k]) < 1e-14);
    REQUIRE(std::abs(c.at(0, 0)[k] - d.at(0, 0)[k]) < 1e-14);
  }
}

TEST_CASE("an infinite impedance is open, an infinite admittance shorts", "[unit][lumped]") {
  FrequencyGrid grid;
  grid.f_hz = {0.0};
  const std::vector<cd> endless{cd(1.0, -std::numeric_limits<double>::infinity())};
  CHECK(series_impedance(grid, endless, 100.0).at(0, 0)[0] == 1.0);
  CHECK(series_impedance(grid, endless, 100.0).at(1, 0)[0] == 0.0);
  CHECK(shunt_admittance(grid, endless, 100.0).at(0, 0)[0] == -1.0);
  CHECK(shunt_admittance(grid, endless, 100.0).at(1, 0)[0] == 0.0);
}
