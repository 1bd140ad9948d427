#include "solve/com/com_response.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "solve/com/com_density.hpp"

using namespace chappe;

namespace {

constexpr ComTimeGrid kTime{10e9, 16};  // F = 80 GHz

struct Spectrum {
  std::vector<double> f{};
  std::vector<cd> h{};
};

/// A lossless delay over first, first + 50 MHz, ... last.
Spectrum delay_line(double delay_s, double first_hz, double last_hz) {
  Spectrum out;
  for (double f = first_hz; f < last_hz + 1.0; f += 50e6) {
    out.f.push_back(f);
    out.h.push_back(std::polar(1.0, -2.0 * kPi * f * delay_s));
  }
  return out;
}

std::size_t peak(const std::vector<double>& h) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    if (std::abs(h[i]) > std::abs(h[at])) at = i;
  }
  return at;
}

}  // namespace

TEST_CASE("T20 a delay of k samples peaks at exactly k steps", "[unit][com]") {
  for (const int k : {1, 7, 64, 501}) {
    const double step = 1.0 / kTime.sample_rate_hz();
    const Spectrum s = delay_line(k * step, 0.0, 80e9);
    const ComImpulseResponse out = com_impulse_response(s.f, s.h, kTime, 1e-3);
    CHECK(out.transform_size == 3200);
    CHECK(out.time_step_s == Approx(step).epsilon(1e-12));
    CHECK(peak(out.h) == static_cast<std::size_t>(k));
    CHECK(out.h[static_cast<std::size_t>(k)] == Approx(1.0).epsilon(1e-10));
    CHECK(out.h.size() == static_cast<std::size_t>(k) + 1);  // nothing behind it is kept
  }
}

TEST_CASE("a file that ends early or starts late keeps its delay", "[property][com]") {
  const double delay = 100.0 / kTime.sample_rate_hz();
  for (const auto& [first, last] : {std::pair{0.0, 50e9}, {50e6, 50e9}, {500e6, 80e9}}) {
    const Spectrum s = delay_line(delay, first, last);
    const ComImpulseResponse out = com_impulse_response(s.f, s.h, kTime, 1e-3);
    CHECK(peak(out.h) == 100);
  }
}

TEST_CASE("the sum of an impulse response is its response at 0 Hz", "[property][com]") {
  Spectrum s = delay_line(30e-12, 0.0, 60e9);
  for (std::size_t k = 0; k < s.f.size(); ++k) s.h[k] *= 0.7 * std::exp(-s.f[k] / 20e9);
  const ComImpulseResponse out = com_impulse_response(s.f, s.h, kTime, 0.0);
  REQUIRE(out.h.size() == out.transform_size);
  CHECK(std::accumulate(out.h.begin(), out.h.end(), 0.0) == Approx(0.7).epsilon(1e-12));
}

TEST_CASE("a phase that rises is refused, and so is a file of three points", "[unit][com]") {
  const Spectrum ahead = delay_line(-30e-12, 0.0, 60e9);
  CHECK_THROWS_WITH(
      com_impulse_response(ahead.f, ahead.h, kTime, 1e-3),
      Catch::Contains("before it was sent") && Catch::Contains("50 MHz tells delays up to 10 ns"));
  const Spectrum few = delay_line(30e-12, 0.0, 100e6);
  CHECK_THROWS_WITH(com_impulse_response(few.f, few.h, kTime, 1e-3),
                    Catch::Contains("at least 4 frequencies, not 3"));
}

TEST_CASE("a pulse is the sum of one symbol's samples", "[unit][com]") {
  const std::vector<double> h{1, 2, 3, 4, 5};
  CHECK(com_pulse(h, 3) == std::vector<double>{1, 3, 6, 9, 12});
}

TEST_CASE("taper and edge have the shapes that their formulas say", "[unit][com]") {
  CHECK(com_taper(9.0, 10.0, 20.0) == 1.0);
  CHECK(com_taper(10.0, 10.0, 20.0) == Approx(1.0));
  CHECK(com_taper(15.0, 10.0, 20.0) == Approx(0.5));
  CHECK(com_taper(20.0, 10.0, 20.0) == Approx(0.0).margin(1e-15));
  CHECK(com_taper(21.0, 10.0, 20.0) == 0.0);
  // exp(-2 (pi f T/1.6832)^2) is a Gaussian impulse of sigma = T/1.6832: its step goes from 20 to
  // 80 % in 2 * 0.84162 sigma = T.
  const double t = 10e-12, f = 20e9, sigma = t / 1.6832;
  CHECK(std::abs(com_edge(f, t)) == Approx(std::exp(-0.5 * std::pow(2 * kPi * f * sigma, 2))));
  CHECK(std::arg(com_edge(1e9, t)) == Approx(-2.0 * kPi * 1e9 * 30e-12));
}

TEST_CASE("each sample spreads a density over its levels", "[unit][com]") {
  const ComDensity one = com_density(std::vector<double>{-0.3}, 0.1, 4);
  REQUIRE(one.half() == 3);
  CHECK(one.p == std::vector<double>{0.25, 0, 0.25, 0, 0.25, 0, 0.25});
  CHECK(com_quantile(one, 0.2) == Approx(-0.3));
  CHECK(com_quantile(one, 0.3) == Approx(-0.1));
  // Once a sample is larger than a bin, those up to a bin are dropped.
  CHECK(com_density(std::vector<double>{0.3, 0.1, -0.1}, 0.1, 4).half() == 3);
  CHECK(com_density(std::vector<double>{0.1, 0.1}, 0.1, 2).half() == 2);
  CHECK(com_density(std::vector<double>{}, 0.1, 2).p == std::vector<double>{1.0});
}

TEST_CASE("a density's variance is the sum of its samples' variances", "[property][com]") {
  std::vector<double> samples;
  double variance = 0.0;
  for (int i = 1; i < 40; ++i) {
    samples.push_back((i % 2 == 0 ? 1.0 : -1.0) * 0.05 / i);
    variance += 5.0 / 9.0 * std::pow(samples.back(), 2);  // four equidistant levels
  }
  const ComDensity density = com_density(samples, 1e-5, 4);
  double sum = 0.0, square = 0.0;
  for (int i = -density.half(); i <= density.half(); ++i) {
    const double p = density.p[static_cast<std::size_t>(i + density.half())];
    sum += p;
    square += p * std::pow(i * density.bin, 2);
  }
  CHECK(sum == Approx(1.0).epsilon(1e-12));
  CHECK(square == Approx(variance).epsilon(1e-4));  // rounding to bins of 1e-5
}
