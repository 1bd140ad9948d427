#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <numeric>

#include "base/constants.hpp"
#include "signal/com_line.hpp"
#include "signal/response.hpp"
#include "signal/touchstone.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

std::vector<cd> delay(double delay_s, double df_hz, std::size_t n) {
  std::vector<cd> h;
  for (std::size_t k = 0; k < n; ++k) {
    h.push_back(std::polar(1.0, -2.0 * kPi * static_cast<double>(k) * df_hz * delay_s));
  }
  return h;
}

std::size_t peak(const TimeResponse& r) {
  return static_cast<std::size_t>(std::max_element(r.value.begin(), r.value.end()) -
                                  r.value.begin());
}

TEST_CASE("T20 a delay of k samples peaks at exactly k dt, for odd and even sizes",
          "[unit][response]") {
  const std::size_t samples = GENERATE(64, 65, 66, 99, 128);
  const std::size_t before = GENERATE(0, 7);
  const std::size_t k = GENERATE(0, 1, 20);
  const double df = 1e9;
  const double dt = 1.0 / (static_cast<double>(samples) * df);
  const TimeResponse r =
      impulse_response(delay(static_cast<double>(k) * dt, df, 33), df, {samples, before});
  CHECK(r.value.size() == samples);
  CHECK(r.dt_s == dt);
  CHECK(peak(r) == k + before);
  CHECK(r.time_s(peak(r)) == Approx(static_cast<double>(k) * dt).margin(1e-25));
  // The weights sum to H(0).
  CHECK(std::accumulate(r.value.begin(), r.value.end(), 0.0) == Approx(1.0).epsilon(1e-12));
}

TEST_CASE("a delay over the full band is one sample and nothing else", "[unit][response]") {
  const std::size_t samples = GENERATE(64, 65);
  const double df = 1e9, dt = 1.0 / (static_cast<double>(samples) * df);
  const TimeResponse r = impulse_response(delay(5 * dt, df, 33), df, {samples, 0});
  double rest = 0.0;
  for (std::size_t k = 0; k < samples; ++k)
    rest = std::max(rest, k == 5 ? 0.0 : std::abs(r.value[k]));
  CHECK(r.value[5] == Approx(1.0).epsilon(1e-14));
  CHECK(rest < 1e-14);
}

TEST_CASE(
    "T20 METAS step of a 10 ps short: 1.118959 at +9.09 ps, by trapezoids from the axis' start",
    "[validation][response]") {
  // Reflection of a short behind 10 ps, 0 to 50 GHz in 10 GHz: -exp(-j 2 pi f 20 ps), with 1 at 0
  // Hz.
  std::vector<cd> s11 = delay(20e-12, 10e9, 6);
  for (cd& x : s11) x = -x;
  s11[0] = 1.0;
  const TimeResponse impulse = impulse_response(s11, 10e9, {11, 5});
  CHECK(impulse.time_s(0) * 1e12 == Approx(-45.454545).epsilon(1e-7));
  CHECK(impulse.value[0] == Approx(0.242235).margin(1e-6));
  CHECK(impulse.value[7] == Approx(-0.754180).margin(1e-6));
  const TimeResponse step = step_response(impulse);
  const double want[] = {0.0,      0.184766, 0.366140, 0.546103, 0.732988, 0.903091,
                         1.118959, 0.912283, 0.508142, 0.626334, 0.825229};
  for (std::size_t k = 0; k < 11; ++k) CHECK(step.value[k] == Approx(want[k]).margin(1e-6));
  CHECK(peak(step) == 6);
  CHECK(step.time_s(6) * 1e12 == Approx(9.090909).epsilon(1e-7));
}

TEST_CASE("a pulse is the running mean of the impulse response", "[unit][response]") {
  // A width of m samples: the pulse response is the sum of the last m weights where the band is
  // smooth.
  const std::size_t n = 1025;
  std::vector<cd> h(n);
  const double df = 0.1e9, sigma_s = 40e-12, late_s = 1e-9;
  for (std::size_t k = 0; k < n; ++k) {
    const double w = 2.0 * kPi * static_cast<double>(k) * df;
    h[k] = std::exp(-0.5 * w * w * sigma_s * sigma_s) * std::polar(1.0, -w * late_s);
  }
  const TimeResponse pulse = pulse_response(h, df, 100e-12);
  double worst = 0.0;
  for (std::size_t k = 0; k < pulse.value.size(); ++k) {
    const double u = pulse.time_s(k) - late_s;
    const double root = sigma_s * std::sqrt(2.0);
    const double want = 0.5 * (std::erf(u / root) - std::erf((u - 100e-12) / root));
    worst = std::max(worst, std::abs(pulse.value[k] - want));
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("T23 group delay of a 10 ns line in steps of 30 MHz reads 10.00 ns everywhere",
          "[unit][response]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(30e6, 500);
  for (const double tau : group_delay_s(delay(10e-9, 30e6, 500), grid.f_hz)) {
    REQUIRE(tau == Approx(10e-9).epsilon(1e-10));
  }
}

TEST_CASE("T21 a causal line sends no energy ahead of its arrival", "[property][response]") {
  // 150 mm at 6.141 ps/mm is 0.921 ns; the logarithm of a2 and skin effect only add to it.
  const FrequencyGrid grid = FrequencyGrid::uniform(10e6, 6001);
  const Network line = ComLine{5e-4, 8.9e-4, 2e-4, 6.141e-3}.network(grid, 100.0, 150.0, 100.0);
  const std::vector<cd>& h = line.at(1, 0);
  const Causality found = causality(h, 10e6, 1.0 / 53.125e9);
  CHECK(found.arrival_s == Approx(0.9e-9).margin(0.03e-9));
  CHECK(found.energy_ahead < 1e-3);
  // The same line advanced by a tenth of a nanosecond in half of its band is not causal.
  std::vector<cd> bent = h;
  for (std::size_t k = 0; k < 3000; ++k) bent[k] *= std::polar(1.0, 2.0 * kPi * grid[k] * 1e-10);
  CHECK(causality(bent, 10e6, 1.0 / 53.125e9).energy_ahead > 1e-2);
  const TimeResponse pulse = pulse_response(h, 10e6, 1.0 / 53.125e9, {0, 2000});
  CHECK(energy_ahead(pulse, 0.0) < 1e-6);
  CHECK(energy_ahead(pulse, 1.0) == 1.0);
}

TEST_CASE("arrival is the delay where loss explains no phase, of either sign", "[unit][response]") {
  std::vector<cd> h = delay(3.2e-9, 10e6, 2001);
  const double sign = GENERATE(1.0, -1.0);
  for (cd& x : h) x *= sign * 0.5;
  CHECK(arrival_s(h, 10e6) == Approx(3.2e-9).epsilon(1e-9));
}

TEST_CASE("T22 a waveform shorter than the response is told, with the length needed",
          "[unit][response]") {
  TimeResponse r{1e-11, 0.0, std::vector<double>(1000, 0.0)};
  r.value[10] = 1.0;
  r.value[400] = 0.1;
  CHECK(settling_time_s(r) == Approx(4.01e-9).epsilon(1e-12));
  CHECK(settling_time_s(r, 0.02) == Approx(0.11e-9).epsilon(1e-12));
  CHECK_FALSE(too_short(r, 5e-9).has_value());
  REQUIRE(too_short(r, 1e-9).has_value());
  CHECK_THAT(*too_short(r, 1e-9),
             Catch::Contains("lasts 1 ns") && Catch::Contains("4.01 ns are needed"));
}

}  // namespace
}  // namespace chappe
