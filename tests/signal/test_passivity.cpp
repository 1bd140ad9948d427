#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/com_line.hpp"
#include "signal/passivity.hpp"
#include "signal/resample.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::distance;

Network line(std::size_t points) {
  return ComLine{5e-4, 8.9e-4, 2e-4, 6.141e-3}.network(FrequencyGrid::uniform(50e6, points), 92.5,
                                                       150.0, 100.0);
}

TEST_CASE("T28 passivity is scanned to 1.2 f_max, with a row at 0 Hz and without",
          "[unit][passivity]") {
  Network net = line(401);
  if (GENERATE(false, true)) {
    net.grid.f_hz.erase(net.grid.f_hz.begin());
    for (auto& values : net.s) values.erase(values.begin());
  }
  const PassivityScan scan = scan_passivity(net);
  CHECK(scan.end_hz == Approx(1.2 * 20e9).epsilon(1e-12));
  CHECK(scan.violations == 0);
  CHECK(scan.passive());
  CHECK(scan.in_band.largest_singular_value <= 1.0 + 1e-12);
  CHECK(scan.beyond.largest_singular_value > 0.1);
  CHECK(scan.beyond.largest_singular_value <= 1.0);
  CHECK(scan.beyond.at_hz > 20e9);
  REQUIRE(scan.remarks.size() == 1);
  CHECK_THAT(scan.remarks[0], Catch::Contains("above 20 GHz, the last point: magnitudes faded to"));
  CHECK(scan_passivity(net, 1.0).end_hz == 20e9);
}

TEST_CASE("T28 a scan says where a network is not passive, and that it stopped at the last point",
          "[unit][passivity]") {
  Network net(FrequencyGrid{{1e9, 2e9}}, 2, 50.0);
  net.at(1, 0) = net.at(0, 1) = {cd{0.9}, cd{0.0, 1.02}};
  const PassivityScan scan = scan_passivity(net);
  CHECK(scan.violations == 1);
  CHECK(scan.first_hz == 2e9);
  CHECK(scan.last_hz == 2e9);
  CHECK(scan.in_band.largest_singular_value == Approx(1.02).epsilon(1e-12));
  CHECK_FALSE(scan.passive());
  CHECK(scan.end_hz == 2e9);
  REQUIRE(scan.remarks.size() == 1);
  CHECK_THAT(scan.remarks[0], Catch::Contains("not scanned"));
}

TEST_CASE("T28 enforcement holds singular values and reports the change", "[unit][passivity]") {
  Network net = line(101);
  const Network before = net;
  // One point is made larger by a fifth: each singular value with it.
  for (auto& values : net.s) values[2] *= 1.2;
  const double worst = largest_singular_values(net)[2];
  REQUIRE(worst > 1.05);
  const PassivityEnforced out = enforce_passivity(net);
  CHECK(out.changed == 1);
  CHECK(passivity(out.network).largest_singular_value <= 1.0 + 1e-12);
  CHECK(out.at_hz == 100e6);
  CHECK(out.largest_change == Approx(distance(out.network, net)).epsilon(1e-12));
  double sum = 0.0;
  for (std::size_t p = 0; p < 4; ++p) sum += std::norm(out.network.s[p][2] - net.s[p][2]);
  CHECK(out.rms_change == Approx(std::sqrt(sum / (4.0 * 101.0))).epsilon(1e-12));
  for (std::size_t p = 0; p < 4; ++p) CHECK(out.network.s[p][1] == before.s[p][1]);
  const PassivityEnforced again = enforce_passivity(before);
  CHECK(again.changed == 0);
  CHECK(again.rms_change == 0.0);
  CHECK(distance(again.network, before) == 0.0);
}

TEST_CASE("enforcement leaves reciprocity and large networks right", "[property][passivity]") {
  Network net = testing::random_network(6, 5, 61);
  for (int row = 0; row < 6; ++row) {
    for (int col = 0; col < row; ++col) net.at(row, col) = net.at(col, row);
  }
  for (auto& values : net.s) {
    for (cd& x : values) x *= 3.0;
  }
  const PassivityEnforced out = enforce_passivity(net, 0.99);
  CHECK(passivity(out.network).largest_singular_value == Approx(0.99).epsilon(1e-12));
  CHECK(reciprocity_error(out.network) < 1e-13);
}

}  // namespace
}  // namespace chappe
