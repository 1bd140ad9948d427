#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/resample.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using Catch::Contains;
using testing::distance;
using testing::random_network;

Network line_on(const FrequencyGrid& grid) {
  return ComLine{5e-4, 8.9e-4, 2e-4, 6.141e-3}.network(grid, 92.5, 150.0, 100.0);
}

TEST_CASE("points of a network's own grid keep their bits", "[unit][resample]") {
  Network net = random_network(2, 50, 41);
  for (auto& values : net.s) values[0] = values[0].real();
  const Interpolation how = GENERATE(Interpolation::linear, Interpolation::pchip);
  CHECK(distance(resample(net, net.grid, {how, Beyond::error}).network, net) == 0.0);
  FrequencyGrid part;
  for (std::size_t k = 3; k < 50; k += 4) part.f_hz.push_back(net.grid[k]);
  const Network few = resample(net, part, {how, Beyond::error}).network;
  CHECK(few.at(1, 0)[2] == net.at(1, 0)[11]);
  CHECK(few.port_names == net.port_names);
}

TEST_CASE("magnitude and phase between two points are straight lines", "[unit][resample]") {
  Network net(FrequencyGrid{{1e9, 2e9, 3e9}}, 1, 50.0);
  net.at(0, 0) = {std::polar(0.8, -0.5), std::polar(0.6, -1.5), std::polar(0.4, -2.6)};
  const Network mid = resample(net, FrequencyGrid{{1.5e9, 2.25e9}}).network;
  CHECK(std::abs(mid.at(0, 0)[0] - std::polar(0.7, -1.0)) < 1e-15);
  CHECK(std::abs(mid.at(0, 0)[1] - std::polar(0.55, -1.775)) < 1e-15);
}

TEST_CASE("phase is unwrapped across a long delay", "[unit][resample]") {
  // 13 ns and steps of 30 MHz: 140 degrees a step.
  Network net(FrequencyGrid::uniform(30e6, 200), 1, 50.0);
  const auto law = [](double f) { return std::polar(1.0, -2.0 * kPi * f * 13e-9); };
  for (std::size_t k = 0; k < 200; ++k) net.at(0, 0)[k] = law(net.grid[k]);
  const Resampled fine = resample(net, FrequencyGrid::uniform(10e6, 590));
  double worst = 0.0;
  for (std::size_t k = 0; k < 590; ++k) {
    worst = std::max(worst, std::abs(fine.network.at(0, 0)[k] - law(fine.network.grid[k])));
  }
  CHECK(worst < 1e-9);
  REQUIRE(fine.remarks.size() == 1);
  CHECK_THAT(fine.remarks[0], Contains("140 deg a frequency step"));
}

TEST_CASE("a delay that the step is too coarse for is never silent", "[unit][resample]") {
  // 20 ns and steps of 30 MHz: 216 degrees a step, read as -144 degrees.
  Network net(FrequencyGrid::uniform(30e6, 200), 2, 50.0);
  for (std::size_t k = 0; k < 200; ++k) {
    net.at(1, 0)[k] = net.at(0, 1)[k] = std::polar(0.9, -2.0 * kPi * net.grid[k] * 20e-9);
  }
  const FrequencyGrid fine = FrequencyGrid::uniform(10e6, 590);
  const Resampled out = resample(net, fine);
  REQUIRE(out.remarks.size() == 2);
  CHECK_THAT(out.remarks[0],
             Contains("arrives at -13.33 ns, ahead of t = 0") && Contains("delay of 20 ns"));
  CHECK_THAT(out.remarks[1], Contains("144 deg a frequency step"));
  // 40 ns cannot be seen in the data (read as 6.67 ns): it can be stated.
  CHECK_THROWS_AS(resample(net, fine, {.longest_delay_s = 40e-9}), ModelError);
  CHECK_THROWS_WITH(resample(net, fine, {.longest_delay_s = 40e-9}),
                    Contains("30 MHz is too coarse for a delay of 40 ns: at most 12.5 MHz"));
  CHECK_NOTHROW(resample(net, fine, {.longest_delay_s = 16e-9}));
}

TEST_CASE("a network that answers before it is asked is named with its delay", "[unit][resample]") {
  Network net(FrequencyGrid::uniform(10e6, 1001), 1, 50.0);
  for (std::size_t k = 0; k < 1001; ++k) {
    net.at(0, 0)[k] = std::polar(0.5, 2.0 * kPi * net.grid[k] * 0.7e-9);
  }
  const Resampled out = resample(net, FrequencyGrid::uniform(5e6, 2001));
  REQUIRE(out.remarks.size() == 1);
  CHECK_THAT(out.remarks[0], Contains("S11 arrives at -0.7 ns") && Contains("not causal"));
}

TEST_CASE("a smooth line is met to a known error, cubics closer than lines",
          "[property][resample]") {
  const Network coarse = line_on(FrequencyGrid::uniform(50e6, 601));
  FrequencyGrid between;
  for (double f = 1.025e9; f < 29e9; f += 50e6) between.f_hz.push_back(f);
  const Network want = line_on(between);
  const auto worst_db = [&](Interpolation how) {
    const Network got = resample(coarse, between, {how, Beyond::error}).network;
    double worst = 0.0;
    for (std::size_t k = 0; k < between.size(); ++k) {
      worst = std::max(worst,
                       std::abs(20.0 * std::log10(std::abs(got.at(1, 0)[k] / want.at(1, 0)[k]))));
    }
    return worst;
  };
  CHECK(worst_db(Interpolation::linear) < 5e-3);
  CHECK(worst_db(Interpolation::pchip) < worst_db(Interpolation::linear));
}

TEST_CASE("a reflection through a null is not bent by its jump of phase", "[unit][resample]") {
  // A straight line through zero in the complex plane: magnitude dips to 0 and phase jumps by pi.
  Network net(FrequencyGrid{{1e9, 2e9, 3e9, 4e9}}, 1, 50.0);
  net.at(0, 0) = {cd{0.3}, cd{0.1}, cd{-0.1}, cd{-0.3}};
  const Network mid = resample(net, FrequencyGrid{{2.5e9, 2.75e9}}).network;
  CHECK(std::abs(mid.at(0, 0)[0]) < 1e-15);
  CHECK(std::abs(mid.at(0, 0)[1] + 0.05) < 1e-15);
}

TEST_CASE("T21 the value at 0 Hz is real, and a replaced one is named", "[unit][resample]") {
  Network net(FrequencyGrid::uniform(10e6, 4), 1, 50.0);
  const auto at = [](double magnitude, double degrees) {
    return std::polar(magnitude, degrees * kPi / 180.0);
  };
  net.at(0, 0) = {at(0.989, -2.8), at(0.98, -10.5), at(0.97, -21.0), at(0.96, -31.5)};
  const FrequencyGrid fine = FrequencyGrid::uniform(5e6, 7);
  const Resampled out = resample(net, fine);
  CHECK(out.network.at(0, 0)[0].imag() == 0.0);
  CHECK(out.network.at(0, 0)[0].real() == Approx(0.99).epsilon(1e-12));
  CHECK(std::abs(out.network.at(0, 0)[1] - at(0.985, -5.25)) < 1e-12);
  REQUIRE(out.remarks.size() == 1);
  CHECK_THAT(out.remarks[0], Contains("S11 = 0.99 (file: 0.989 at -2.8 deg)"));

  SECTION("a real value is kept without a word") {
    net.at(0, 0)[0] = cd{0.95, 5e-4};
    const Resampled kept = resample(net, fine);
    CHECK(kept.network.at(0, 0)[0] == cd{0.95, 0.0});
    CHECK(kept.remarks.empty());
  }
  SECTION("an inverting path is negative at 0 Hz") {
    for (cd& x : net.at(0, 0)) x = -x;
    CHECK(resample(net, fine).network.at(0, 0)[0].real() == Approx(-0.99).epsilon(1e-12));
  }
  SECTION("an absent value is made") {
    net.grid.f_hz = {10e6, 20e6, 300e6};
    net.at(0, 0) = {at(0.98, -10.5), at(0.97, -21.0), at(0.5, 0.0)};
    const Resampled made = resample(net, fine);
    CHECK(made.network.at(0, 0)[0].real() == Approx(0.99).epsilon(1e-12));
    REQUIRE(made.remarks.size() == 1);
    CHECK_THAT(made.remarks[0], Contains("S11 = 0.99"));
  }
  SECTION("a passive network stays passive at 0 Hz") {
    net.at(0, 0) = {at(0.9, -3.0), at(0.999, -10.5), at(0.9, -21.0), at(0.9, -31.5)};
    CHECK(resample(net, fine).network.at(0, 0)[0] == cd{1.0});
  }
}

TEST_CASE("beyond the points of the file nothing is made up in silence", "[unit][resample]") {
  Network net = line_on(FrequencyGrid::uniform(50e6, 201));
  const FrequencyGrid wide = FrequencyGrid::uniform(50e6, 241);
  CHECK_THROWS_AS(resample(net, wide), ModelError);
  CHECK_THROWS_WITH(resample(net, wide), Contains("ends at 10 GHz, 12 GHz was asked for"));
  const Resampled out = resample(net, wide, {Interpolation::linear, Beyond::taper});
  CHECK(std::abs(out.network.at(1, 0)[240]) < 1e-12);
  CHECK(std::abs(out.network.at(1, 0)[220]) ==
        Approx(0.5 * std::abs(net.at(1, 0)[200])).epsilon(1e-12));
  REQUIRE(out.remarks.size() == 1);
  CHECK_THAT(out.remarks[0], Contains("above 10 GHz"));
  Network high(FrequencyGrid{{5e9, 6e9, 7e9}}, 1, 50.0);
  CHECK_THROWS_WITH(resample(high, FrequencyGrid{{1e9}}), Contains("begins at 5 GHz"));
  CHECK_THROWS_AS(resample(Network(FrequencyGrid{{1e9}}, 1, 50.0), FrequencyGrid{{1e9}}),
                  DataError);
}

}  // namespace
}  // namespace chappe
