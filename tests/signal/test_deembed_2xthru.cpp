#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/com_line.hpp"
#include "signal/deembed_2xthru.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/resample.hpp"
#include "signal/tdr.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/validation.hpp"

namespace chappe {
namespace {

using testing::distance;

/// A connector (a capacitor) and 40 mm of a lossy line of `ohm`: 0.25 ns.
Network fixture(const FrequencyGrid& grid, double ohm, double farad) {
  const Network line = ComLine{5e-4, 8.9e-4, 2e-4, 6.141e-3}.network(grid, ohm, 40.0, 50.0);
  return cascade(shunt_capacitor(grid, farad, 50.0), line);
}

/// A device to be measured: 20 mm of 42 ohm between two capacitors.
Network device(const FrequencyGrid& grid) {
  const Network line = ComLine{5e-4, 8.9e-4, 2e-4, 6.141e-3}.network(grid, 42.0, 20.0, 50.0);
  const Network pad = shunt_capacitor(grid, 40e-15, 50.0);
  return cascade(cascade(pad, line), pad);
}

FrequencyGrid from_step(double df_hz, std::size_t points) {
  FrequencyGrid grid = FrequencyGrid::uniform(df_hz, points + 1);
  grid.f_hz.erase(grid.f_hz.begin());
  return grid;
}

/// Largest of |a - b| up to top_hz, and of the difference of S21 in dB.
struct Difference {
  double s{0.0}, s21_db{0.0};
};
Difference compare(const Network& a, const Network& b, double top_hz) {
  Difference out;
  for (std::size_t k = 0; k < a.grid.size() && a.grid[k] <= top_hz; ++k) {
    for (std::size_t p = 0; p < a.s.size(); ++p) {
      out.s = std::max(out.s, std::abs(a.s[p][k] - b.s[p][k]));
    }
    out.s21_db =
        std::max(out.s21_db, std::abs(20.0 * std::log10(std::abs(a.at(1, 0)[k] / b.at(1, 0)[k]))));
  }
  return out;
}

TEST_CASE("a 2x-thru parts into halves whose cascade it is, and into nothing between them",
          "[property][deembed]") {
  const FrequencyGrid grid = GENERATE(from_step(10e6, 4000), FrequencyGrid::uniform(10e6, 4000));
  const double right_ohm = GENERATE(52.0, 48.0);
  const Network both = cascade(fixture(grid, 52.0, 30e-15), flip(fixture(grid, right_ohm, 50e-15)));
  const Fixtures found = split_2xthru(both);
  // By construction: rounding only, for whatever the gates did.
  CHECK(distance(cascade(found.left, found.right), both) < 1e-12);
  CHECK(distance(deembed(both, found), through(grid, 50.0)) < 1e-11);
  REQUIRE(found.delay_s.size() == 1);
  CHECK(found.delay_s[0] == Approx(2 * 40.0 * 6.141e-12).epsilon(0.02));
  CHECK(found.middle_ohm[0] == Approx(0.5 * (52.0 + right_ohm)).margin(0.1));
}

TEST_CASE("a known device comes out from between fixtures told from their 2x-thru",
          "[validation][deembed]") {
  const FrequencyGrid grid = from_step(10e6, 4000);
  const Network a = fixture(grid, 52.0, 30e-15), b = flip(fixture(grid, 52.0, 50e-15));
  const Fixtures found = split_2xthru(cascade(a, b));
  const Network dut = device(grid);
  const Network got = deembed(cascade(cascade(a, dut), b), found);
  // The gates cut the ringing of a band that ends: the error grows towards its end (40 GHz).
  testing::validate("2x-thru: S21 of a known device to 20 GHz [dB]", 0.0,
                    compare(got, dut, 20e9).s21_db, 0.02);
  testing::validate("2x-thru: S21 of a known device to 28 GHz [dB]", 0.0,
                    compare(got, dut, 28e9).s21_db, 0.05);
  testing::validate("2x-thru: S of a known device to 28 GHz", 0.0, compare(got, dut, 28e9).s, 0.05);
  CHECK(compare(found.left, a, 28e9).s < 0.04);
  CHECK(compare(found.right, b, 28e9).s < 0.04);
}

TEST_CASE("balanced fixtures are told for both modes and removed from a balanced 4-port",
          "[property][deembed]") {
  const FrequencyGrid grid = from_step(10e6, 2000);
  const Pairing pairing{1, 3, 2, 4};
  // Two lines that are not coupled: both modes are the line's own.
  const auto twice = [&](const Network& line) {
    Network out(grid, 4, 50.0);
    for (int row = 0; row < 2; ++row) {
      for (int col = 0; col < 2; ++col) {
        out.at(row, col) = out.at(row + 2, col + 2) = line.at(row, col);
      }
    }
    return out;
  };
  const Network half = fixture(grid, 50.0, 30e-15);
  const Network both = twice(cascade(half, flip(half)));
  const Fixtures found = split_2xthru(both, pairing);
  REQUIRE(found.middle_ohm.size() == 2);
  CHECK(found.middle_ohm[0] == Approx(100.0).margin(0.1));
  CHECK(found.middle_ohm[1] == Approx(25.0).margin(0.1));
  CHECK(found.left.z0_ohm == std::vector<cd>(4, cd{50.0}));
  CHECK(found.left.port_names == std::vector<std::string>{"1", "3", "middle+", "middle-"});
  CHECK(found.right.port_names == std::vector<std::string>{"middle+", "middle-", "2", "4"});
  CHECK(distance(cascade(found.left, found.right), side_order(both, pairing)) < 1e-12);
  const Network dut = device(grid);
  const Network total = twice(cascade(cascade(half, dut), flip(half)));
  const Network got = deembed(side_order(total, pairing), found);
  const Network d = differential(got, Pairing{1, 2, 3, 4});
  Network want = dut;
  want.z0_ohm = {cd{100.0}, cd{100.0}};
  CHECK(compare(d, want, 14e9).s21_db < 0.05);
}

TEST_CASE("a 2x-thru that cannot be parted is refused", "[unit][deembed]") {
  const FrequencyGrid grid = from_step(10e6, 1000);
  Network both = fixture(grid, 50.0, 30e-15);
  CHECK_THROWS_WITH(deembed(through(FrequencyGrid::uniform(10e6, 9), 50.0), split_2xthru(both)),
                    Catch::Contains("resample first"));
  Network turned = both;
  for (cd& x : turned.at(1, 0)) x = -x;
  CHECK_THROWS_WITH(split_2xthru(turned), Catch::Contains("not positive at 0 Hz"));
  Network other = both;
  other.z0_ohm[1] = 75.0;
  CHECK_THROWS_WITH(split_2xthru(other), Catch::Contains("renormalise first"));
  CHECK_THROWS_WITH(split_2xthru(through(grid, 50.0)), Catch::Contains("into halves"));
  both.grid.f_hz[500] += 3e6;
  CHECK_THROWS_WITH(split_2xthru(both), Catch::Contains("equal steps"));
}

TEST_CASE("IEEE 370 example: fixture, device, fixture", "[validation][deembed]") {
  const auto folder = testing::shared_folder() / "channels" / "ieee370";
  if (testing::shared_folder().empty() || !std::filesystem::exists(folder)) {
    WARN("skipped: no shared folder channels/ieee370");
    return;
  }
  const Network thru = read_touchstone((folder / "diff_2xthru_with_connectors.s4p").string());
  const Network fdf = read_touchstone((folder / "diff_fdf_with_connectors.s4p").string());
  const Pairing pairing = detect_pairing(thru);
  const Fixtures found = split_2xthru(thru, pairing);
  const Network modes_of_thru = mixed_mode(thru, pairing);
  const Network again = mixed_mode(cascade(found.left, found.right), Pairing{1, 2, 3, 4});
  double worst = 0.0;
  for (const auto& [row, col] : {std::pair{0, 0}, std::pair{1, 0}, std::pair{1, 1}, std::pair{2, 2},
                                 std::pair{3, 2}, std::pair{3, 3}}) {
    for (std::size_t k = 0; k < thru.grid.size(); ++k) {
      worst = std::max(worst, std::abs(modes_of_thru.at(row, col)[k] - again.at(row, col)[k]));
    }
  }
  CHECK(worst < 1e-10);
  const Network dut = deembed(side_order(fdf, pairing), found);
  const Passivity p = passivity(dut);
  const Network d = differential(dut, Pairing{1, 2, 3, 4});
  CHECK(p.largest_singular_value < 1.0);  // seen: 0.99965
  CHECK(reciprocity_error(dut) < 1e-12);
  // No answer from elsewhere is known: the figures that follow are ours. The losses lie between 0
  // dB and those with fixtures (1.05, 2.23 and 4.45 dB).
  CHECK(found.middle_ohm[0] == Approx(104.026).margin(0.001));
  CHECK(found.middle_ohm[1] == Approx(38.723).margin(0.001));
  CHECK(found.delay_s[0] == Approx(0.45e-9).epsilon(1e-9));
  // A TDR, whose edge is slower, sees the same impedance there.
  const FrequencyGrid grid = FrequencyGrid::uniform(10e6, 1001);
  const Tdr seen = tdr(resample(differential(thru, pairing), grid).network, 1);
  const auto at = std::llround((0.45e-9 - seen.reflection.t0_s) / seen.reflection.dt_s);
  CHECK(seen.impedance_ohm[static_cast<std::size_t>(at)] ==
        Approx(found.middle_ohm[0]).margin(0.5));
  const auto loss_db = [&](std::size_t k) { return -20.0 * std::log10(std::abs(d.at(1, 0)[k])); };
  CHECK(loss_db(99) == Approx(0.684).margin(0.001));
  CHECK(loss_db(499) == Approx(1.342).margin(0.001));
  CHECK(loss_db(999) == Approx(2.933).margin(0.001));
}

}  // namespace
}  // namespace chappe
