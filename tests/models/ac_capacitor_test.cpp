#include "models/copper/ac_capacitor.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "signal/network_ops.hpp"

using namespace chappe;

namespace {

AcCapacitor::Params mounted() {
  AcCapacitor::Params p;
  p.inductance_ph = 200.0;
  p.resistance_ohm = 0.05;
  p.pad_ff = 40.0;
  return p;
}

}  // namespace

TEST_CASE("an AC capacitor alone at 0 Hz is open, and passes half the power at its corner",
          "[unit][ac_capacitor]") {
  const AcCapacitor capacitor("c", {}, {});
  FrequencyGrid grid;
  grid.f_hz = {0.0};
  const Network direct = capacitor.network(grid, {});
  CHECK(direct.at(1, 0)[0] == 0.0);
  CHECK(direct.at(0, 0)[0] == 1.0);
  grid.f_hz = {1.0 / (2.0 * kPi * 100.0 * 100e-9), 1e9};  // a leg of 100 nF sees 2 x 50 ohm
  const Network s = capacitor.network(grid, {});
  CHECK(std::norm(s.at(1, 0)[0]) == Approx(0.5).epsilon(1e-12));
  CHECK(std::abs(s.at(1, 0)[1] - 1.0) < 1e-4);
  CHECK(s.z0_ohm == std::vector<cd>{100.0, 100.0});
}

TEST_CASE("an AC capacitor's point at 0 Hz is the mean about it", "[unit][ac_capacitor]") {
  AcCapacitor::Params p;
  p.resistance_ohm = 5.0;
  const double corner_hz = 1.0 / (2.0 * kPi * 105.0 * 100e-9);
  for (const double step_hz : {1e3, 1e5, 1e7}) {
    FrequencyGrid grid;
    grid.f_hz = {0.0, step_hz};
    const double found = AcCapacitor("c", p, {}).network(grid, {}).at(1, 0)[0].real();
    double mean = 0.0;  // midpoints, 1000 of them: error below 1e-5
    for (int i = 0; i < 1000; ++i) {
      const double f_hz = 0.5 * step_hz * (i + 0.5) / 1000.0;
      mean += 1e-3 * f_hz * f_hz / (f_hz * f_hz + corner_hz * corner_hz);
    }
    CHECK(found == Approx(100.0 / 105.0 * mean).epsilon(1e-3).margin(1e-5));
  }
  // Two in a row, as host and module both have one, cascade.
  const Network one = AcCapacitor("c", {}, {}).network(FrequencyGrid::uniform(10e6, 10), {});
  CHECK(std::abs(cascade(one, one).at(1, 0)[0] - 1.0) < 0.02);
}

TEST_CASE("an AC capacitor's inductance and pads are the elements of a leg",
          "[unit][ac_capacitor]") {
  AcCapacitor::Params p = mounted();
  p.pad_ff = 0.0;
  FrequencyGrid grid;
  grid.f_hz = {26.56e9};
  const double omega = 2.0 * kPi * grid[0];
  const cd u = cd(0.05, omega * 200e-12 - 1.0 / (omega * 100e-9)) / 50.0;
  const Network s = AcCapacitor("c", p, {}).network(grid, {});
  CHECK(std::abs(s.at(1, 0)[0] - 2.0 / (2.0 + u)) < 1e-14);
  // At sqrt(L C) inductance and capacitance cancel: the resistance is left.
  grid.f_hz = {1.0 / (2.0 * kPi * std::sqrt(200e-12 * 100e-9))};
  CHECK(std::abs(AcCapacitor("c", p, {}).network(grid, {}).at(0, 0)[0] - 0.001 / 2.001) < 1e-12);
}

TEST_CASE("an AC capacitor is passive, reciprocal and symmetric", "[property][ac_capacitor]") {
  const AcCapacitor capacitor("c", mounted(), {});
  const Network s = capacitor.network(FrequencyGrid::uniform(0.25e9, 400), {});
  CHECK(passivity(s).largest_singular_value <= 1.0 + 1e-12);
  CHECK(reciprocity_error(s) < 1e-14);
  for (std::size_t k = 0; k < s.grid.size(); ++k) {
    REQUIRE(std::abs(s.at(0, 0)[k] - s.at(1, 1)[k]) < 1e-14);
  }
  std::vector<LedgerRow> rows;
  capacitor.ledger({}, rows);
  CHECK(rows.at(0).quantity == "fit");
  CHECK_THAT(capacitor.assumptions().at(0), Catch::Contains("AC capacitor 'c'"));
}
