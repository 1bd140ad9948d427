#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "base/constants.hpp"
#include "solve/com/erl.hpp"

using namespace chappe;

namespace {

/// A lossless stretch of `delay_s` with a reflection `r` behind it, seen from both ports.
Network reflector(double r, double delay_s) {
  Network out(FrequencyGrid::uniform(10e6, 5001), 2, 100.0);
  for (std::size_t k = 0; k < out.grid.size(); ++k) {
    const double phase = -2.0 * kPi * out.grid[k] * delay_s;
    out.at(0, 0)[k] = out.at(1, 1)[k] = std::polar(1.0, 2.0 * phase) * r;
    out.at(0, 1)[k] = out.at(1, 0)[k] = std::polar(std::sqrt(1.0 - r * r), phase);
  }
  return out;
}

ErlOptions options() {
  ErlOptions out = erl_options_100g_kr(53.125e9);
  out.span_ui = 600.0;
  return out;
}

}  // namespace

TEST_CASE("a single far reflection r has an ERL near -20 log10 r", "[unit][com]") {
  // 2 ns away, beyond the gate's 22 UI. The samples of a phase sum to r; the 40 GHz filter's
  // overshoot adds to the worst case: 1 dB.
  const ErlResult out = effective_return_loss(reflector(0.1, 1e-9), options());
  CHECK(out.erl_db == Approx(20.0).margin(1.0));
  CHECK(out.port[0].erl_db == Approx(out.port[1].erl_db).margin(1e-9));
}

TEST_CASE("a record 40 times as long gives the same ERL, in less than a second", "[unit][com]") {
  const auto fine = [](double step_hz, std::size_t points, double first_hz) {
    Network out(FrequencyGrid::uniform(step_hz, points), 2, 100.0);
    for (std::size_t k = 0; k < points; ++k) {
      const double f = out.grid.f_hz[k] += first_hz;
      const double phase = -2.0 * kPi * f * 1e-9;
      out.at(0, 0)[k] = out.at(1, 1)[k] = std::polar(0.1, 2.0 * phase);
      out.at(0, 1)[k] = out.at(1, 0)[k] = std::polar(std::sqrt(0.99), phase);
    }
    return out;
  };
  const double coarse_db = effective_return_loss(fine(10e6, 5001, 0.0), options()).erl_db;
  for (const double first_hz : {0.0, 249'989.7}) {
    const Network network = fine(249'989.7, 200'003, first_hz);
    const auto begin = std::chrono::steady_clock::now();
    const double erl_db = effective_return_loss(network, options()).erl_db;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    // Other sampling instants: one bin of 1e-4 in 0.1 is 0.009 dB.
    CHECK(erl_db == Approx(coarse_db).margin(0.02));
    // 0.1 s on an idle core; 5 to 15 s with the whole record.
    CHECK(took.count() < 2.0);
  }
}

TEST_CASE("a channel that reflects nothing but rounding has the largest ERL", "[unit][com]") {
  // Its phase may rise with frequency: that is not an anti-causal response.
  Network line = reflector(0.0, 1e-9);
  for (std::size_t k = 0; k < line.grid.size(); ++k) {
    line.at(0, 0)[k] = std::polar(1e-16, 1e-3 * static_cast<double>(k));
  }
  const ErlResult out = effective_return_loss(line, options());
  CHECK(out.erl_db == Approx(86.02).margin(0.01));  // half a bin of 1e-4
  CHECK(out.port[0].impedance_ohm == 100.0);
}

TEST_CASE("half the reflection is 6.02 dB more ERL", "[property][com]") {
  const double one = effective_return_loss(reflector(0.2, 1e-9), options()).erl_db;
  const double half = effective_return_loss(reflector(0.1, 1e-9), options()).erl_db;
  // A bin of 1e-4 against 0.1 is 0.009 dB; a handful of samples are rounded to it.
  CHECK(half - one == Approx(6.0206).margin(0.05));
}

TEST_CASE("a reflection inside the gate counts for less", "[property][com]") {
  const double near = effective_return_loss(reflector(0.1, 60e-12), options()).erl_db;
  const double far = effective_return_loss(reflector(0.1, 1e-9), options()).erl_db;
  CHECK(near > far + 3.0);
}

TEST_CASE("renormalising a matched channel shows the mismatch", "[unit][com]") {
  ErlOptions o = options();
  // Z_t 42.5: a 100 ohm channel seen in 85 ohm reflects 15/185 at its input.
  o.test_impedance_ohm = 42.5;
  o.gate_ui = 0;
  const Network line = reflector(1e-4, 1e-9);
  const ErlResult out = effective_return_loss(line, o);
  // The forerunner of the band-limited edge, ahead of one rise time, is dropped: 1.2 ohm.
  CHECK(out.port[0].impedance_ohm == Approx(100.0).margin(1.5));
  CHECK(effective_return_loss(line, options()).port[0].impedance_ohm == Approx(100.0).margin(0.1));
}

TEST_CASE("without a span the channel's own delay gives one", "[unit][com]") {
  ErlOptions o = options();
  o.span_ui = 0.0;
  const double automatic = effective_return_loss(reflector(0.1, 1e-9), o).erl_db;
  // 5 x 1 ns + 0.5 ns holds the echo at 2 ns; so does a span of 600 UI (11 ns).
  CHECK(automatic ==
        Approx(effective_return_loss(reflector(0.1, 1e-9), options()).erl_db).margin(0.05));
}
