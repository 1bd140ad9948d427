#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "signal/tdr.hpp"
#include "tests/signal/helpers.hpp"
#include "tests/validation.hpp"

namespace chappe {
namespace {

/// A line without loss.
Network line(const FrequencyGrid& grid, double ohm, double delay_s) {
  std::vector<cd> gamma;
  for (const double f : grid.f_hz) gamma.push_back(cd{0.0, 2.0 * kPi * f * delay_s});
  return uniform_line(grid, gamma, ohm, 1.0, 50.0);
}

std::size_t sample_at(const TimeResponse& r, double time_s) {
  return static_cast<std::size_t>(std::llround((time_s - r.t0_s) / r.dt_s));
}

/// A short behind 10 ps, 0 to 50 GHz in 10 GHz, with the +1 at 0 Hz of the reference's file.
Network metas_short() {
  Network out(FrequencyGrid::uniform(10e9, 6), 1, 50.0);
  for (std::size_t k = 0; k < 6; ++k) {
    out.at(0, 0)[k] = k == 0 ? cd{1.0} : -std::polar(1.0, -2.0 * kPi * out.grid[k] * 20e-12);
  }
  return out;
}

TEST_CASE("T20 METAS TDR of a 10 ps short: low-pass step, peak 1.118959 at +9.09 ps",
          "[validation][tdr]") {
  const Tdr found = tdr(metas_short(), 1, metas_tdr(6));
  // The reference's files hold six decimals.
  const std::array<double, 11> step{0.0,      0.184766, 0.366140, 0.546103, 0.732988, 0.903091,
                                    1.118959, 0.912283, 0.508142, 0.626334, 0.825229};
  REQUIRE(found.reflection.value.size() == step.size());
  for (std::size_t k = 0; k < step.size(); ++k) {
    CHECK(found.reflection.value[k] == Approx(step[k]).margin(1e-6));
    CHECK(found.reflection.time_s(k) * 1e12 ==
          Approx(-45.454545 + 9.0909091 * static_cast<double>(k)).margin(1e-5));
  }
  testing::validate("T20 METAS TDR: step peak at +9.09 ps", 1.118959, found.reflection.value[6],
                    1e-6);
  CHECK(found.impedance_ohm[6] == Approx(50.0 * kTdrOpen));
  CHECK_FALSE(found.remarks.empty());
}

TEST_CASE("T20 METAS band-pass impulse: magnitude of the n points' transform",
          "[validation][tdr]") {
  const TimeResponse r = band_pass_impulse(metas_short().at(0, 0), 10e9);
  const std::array<double, 6> want{0.354646, 0.296613, 0.246370, 0.166667, 0.669600, 0.499406};
  for (std::size_t k = 0; k < 6; ++k) {
    testing::validate("T20 METAS band-pass impulse, sample " + std::to_string(k), want[k],
                      r.value[k], 1e-6);
    CHECK(r.time_s(k) * 1e12 == Approx(-50.0 + 1e2 / 6.0 * static_cast<double>(k)).margin(1e-5));
  }
}

TEST_CASE("TDR shows a line's impedance for twice its delay, for odd and even sizes",
          "[unit][tdr]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 2001);
  TdrOptions options;
  options.samples = GENERATE(4000, 4001, 8192);
  options.window = GENERATE(TdrWindow::hann, TdrWindow::none);
  options.rise_s = options.window == TdrWindow::none ? 20e-12 : 0.0;
  const double ohm = GENERATE(35.0, 60.0);
  const Tdr found = tdr(line(grid, ohm, 1e-9), 1, options);
  const auto at = [&](double t) { return found.impedance_ohm[sample_at(found.reflection, t)]; };
  CHECK(found.z0_ohm == 50.0);
  CHECK(at(-0.3e-9) == Approx(50.0).margin(0.02));
  CHECK(at(0.3e-9) == Approx(ohm).margin(0.02));
  CHECK(at(1.7e-9) == Approx(ohm).margin(0.02));
  // The edge is at twice the delay: half way in reflection.
  const double rho = (ohm - 50.0) / (ohm + 50.0);
  CHECK(found.reflection.value[sample_at(found.reflection, 1.95e-9)] / rho ==
        Approx(1.0).margin(1e-3));
  CHECK(std::abs(found.reflection.value[sample_at(found.reflection, 2.05e-9)] / rho) < 0.06);
  CHECK(found.remarks.empty());
}

TEST_CASE("the edge of a TDR has the rise time stated, and its source the impedance stated",
          "[unit][tdr]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(20e6, 2501);
  const Network net = line(grid, 100.0, 3e-9);
  TdrOptions options;
  options.rise_s = 35e-12;
  options.window = TdrWindow::none;
  options.samples = 20000;
  const Tdr found = tdr(net, 1, options);
  const double height = 1.0 / 3.0;
  const auto crossing = [&](double part) {
    const auto& v = found.reflection.value;
    std::size_t k = 0;
    while (v[k] < part * height) ++k;
    return found.reflection.time_s(k) -
           found.reflection.dt_s * (v[k] - part * height) / (v[k] - v[k - 1]);
  };
  CHECK(crossing(0.8) - crossing(0.2) == Approx(35e-12).epsilon(0.01));
  CHECK(crossing(0.5) == Approx(0.0).margin(1e-12));
  options.z0_ohm = 100.0;
  const Tdr matched = tdr(net, 1, options);
  CHECK(std::abs(matched.reflection.value[sample_at(matched.reflection, 3e-9)]) < 1e-3);
  CHECK(matched.impedance_ohm[sample_at(matched.reflection, 3e-9)] == Approx(100.0).margin(0.1));
}

TEST_CASE("TDR asks for 0 Hz and equal steps, and says when its axis ends too early",
          "[unit][tdr]") {
  Network net = line(FrequencyGrid::uniform(100e6, 101), 60.0, 1e-9);
  const Tdr wraps = tdr(line(net.grid, 60.0, 4.2e-9), 1);
  REQUIRE(wraps.remarks.size() == 1);
  CHECK_THAT(wraps.remarks[0], Catch::Contains("smaller frequency step"));
  net.z0_ohm[0] = cd{50.0, 1.0};
  CHECK_THROWS_WITH(tdr(net, 1), Catch::Contains("state the impedance"));
  net.grid.f_hz[0] = 50e6;
  CHECK_THROWS_AS(tdr(net, 2), DataError);
  CHECK_THROWS_WITH(tdr(net, 2), Catch::Contains("resample first"));
}

}  // namespace
}  // namespace chappe
