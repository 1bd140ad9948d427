#include "solve/sequence_law.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "base/rng.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/mlse.hpp"
#include "math/special.hpp"
#include "solve/slicer.hpp"

using namespace chappe;

namespace {

SequenceLaw white(int levels, double alpha, double sigma, double rlm = 1.0) {
  return {transmitted_levels(levels, rlm), alpha, 1.0, {sigma * sigma}};
}

}  // namespace

TEST_CASE("Events of 1 + aD: steps, direction, distance", "[unit][solve]") {
  const SequenceLaw positive = white(4, 0.5, 0.1), negative = white(4, -0.5, 0.1);
  CHECK(positive.steps(3) == std::vector<int>{1, -1, 1});
  CHECK(negative.steps(3) == std::vector<int>{1, 1, 1});
  const auto u = positive.direction(2);
  const double size = std::sqrt(1.0 + 0.25 + 0.25);
  REQUIRE(u.size() == 3);
  CHECK(u[0] == Approx(1.0 / size));
  CHECK(u[1] == Approx(-0.5 / size));
  CHECK(u[2] == Approx(-0.5 / size));
  // Half of |s|, levels 2/3 apart.
  CHECK(positive.distance_v(2) == Approx(size / 3.0));
  CHECK(negative.distance_v(2) == Approx(size / 3.0));
  CHECK(positive.available(2) == Approx(9.0 / 16.0));
  CHECK(positive.log_gaussian_tail(2, 0.3) == Approx(std::log(q_function(3.0))));
}

TEST_CASE("Coloured noise along an event's direction", "[unit][solve]") {
  const SequenceLaw law({-1.0, 1.0}, 0.5, 1.0, {0.04, 0.01});
  const auto u = law.direction(1);
  const double sigma = std::sqrt(0.04 + 2.0 * 0.01 * u[0] * u[1]);
  CHECK(law.log_gaussian_tail(1, 0.5) == Approx(log_q_function(0.5 / sigma)));
}

TEST_CASE("Rare errors: the union bound of Forney, NRZ and PAM4", "[unit][solve]") {
  for (const int levels : {2, 4}) {
    const double alpha = 0.6, step = 2.0 / (levels - 1), sigma = step / 16.0;
    const SequenceErrors out = white(levels, alpha, sigma).gaussian_errors(1.0);
    double wrong = 0.0, events = 0.0;
    for (int l = 1; l <= 40; ++l) {
      const double square = 1.0 + alpha * alpha + (l - 1) * std::pow(1.0 - alpha, 2);
      const double p = 2.0 * std::pow((levels - 1.0) / levels, l) *
                       q_function(0.5 * step * std::sqrt(square) / sigma);
      wrong += l * p;
      events += p;
    }
    // Rivals are rare at 1e-20: the bound is tight to 1 %.
    CHECK(out.ser == Approx(wrong).epsilon(0.01));
    CHECK(out.ser < wrong);
    CHECK(out.events == Approx(events).epsilon(0.01));
    CHECK(out.ber == Approx(out.ser / (levels == 2 ? 1.0 : 2.0)));
    CHECK(std::accumulate(out.length.begin(), out.length.end(), 0.0) == Approx(1.0));
  }
}

TEST_CASE("Without a tap MLSE is the slicer", "[property][solve]") {
  const double sigma = 0.06;
  const SequenceErrors out = white(4, 0.0, sigma).gaussian_errors(1.0);
  CHECK(out.ser == Approx(1.5 * q_function(1.0 / 3.0 / sigma)).epsilon(1e-3));
  CHECK(out.length.front() == Approx(1.0).margin(1e-3));
}

TEST_CASE("Uneven levels: every pattern of distances counts", "[unit][solve]") {
  // Single events: two outer steps and an inner one.
  const double alpha = 0.3, sigma = 0.03, rlm = 0.9;
  const SequenceErrors out = white(4, alpha, sigma, rlm).gaussian_errors(1.0);
  const double size = std::sqrt(1.0 + alpha * alpha);
  const double outer = 1.0 - rlm / 3.0, inner = 2.0 * rlm / 3.0;
  const double expected = 1.5 * (2.0 / 3.0 * q_function(0.5 * outer * size / sigma) +
                                 1.0 / 3.0 * q_function(0.5 * inner * size / sigma));
  CHECK(out.events * out.length.front() == Approx(expected).epsilon(1e-3));
}

TEST_CASE("More noise, more errors", "[property][solve]") {
  for (const double alpha : {-0.7, 0.2, 0.8, 1.0}) {
    double before = 0.0;
    for (double sigma = 0.05; sigma < 0.6; sigma *= 1.2) {
      const SequenceErrors out = white(4, alpha, sigma).gaussian_errors(1.0);
      CAPTURE(alpha, sigma, out.ber);
      CHECK(out.ber > before);
      CHECK(out.ber <= 0.5);
      before = out.ber;
    }
  }
}

TEST_CASE("White noise: counted errors of the detector are the law's", "[validation][solve]") {
  for (const double alpha : {0.3, 0.5, 0.8, -0.8}) {
    const double sigma = alpha == 0.3 ? 0.114 : 0.118;  // some 1e-3 of the bits wrong
    const std::vector<double> levels = transmitted_levels(4, 1.0);
    constexpr std::size_t kSymbols = 1 << 20;
    Rng random({.seed = 20261203});
    std::vector<std::uint8_t> sent(kSymbols), decided;
    draw_symbols(random, sent, 4);
    GaussianSource<double> source(BlockKey{{20261203, 1}, 0});
    std::vector<double> y(kSymbols);
    source.fill(y);
    double before = 0.0;
    for (std::size_t i = 0; i < kSymbols; ++i) {
      y[i] = sigma * y[i] + levels[sent[i]] + alpha * before;
      before = levels[sent[i]];
    }
    Mlse mlse(levels, {alpha});
    mlse.run(y, decided);
    mlse.finish(decided);
    const SequenceErrors law = white(4, alpha, sigma).gaussian_errors(1.0);
    double wrong = 0.0, square = 0.0;
    for (std::size_t l = 0; l < law.length.size(); ++l) {
      square += std::pow(static_cast<double>(l + 1), 2) * law.length[l];
    }
    for (std::size_t i = 0; i < kSymbols; ++i) wrong += decided[i] != sent[i] ? 1.0 : 0.0;
    const double expected = law.ser * kSymbols;
    const double deviation = std::sqrt(law.events * kSymbols * square);
    CAPTURE(alpha, wrong, expected, deviation);
    CHECK(law.events * kSymbols > 500.0);
    // 3.5 deviations, and 4 % that the law's product over rivals may miss.
    CHECK(std::abs(wrong - expected) <= 3.5 * deviation + 0.04 * expected);
  }
}

TEST_CASE("Two correlated Gaussians above two thresholds", "[unit][solve]") {
  CHECK(both_above(0.0, 0.0, 0.5) == Approx(1.0 / 3.0).epsilon(1e-9));
  CHECK(both_above(1.0, 2.0, 0.0) == Approx(q_function(1.0) * q_function(2.0)));
  // Over X by a fine midpoint rule: Y is Gaussian about rho x.
  for (const double rho : {-0.5, 0.3, 0.7, 0.9}) {
    for (const double h : {0.5, 2.0, 3.0}) {
      const double k = 1.5;
      double sum = 0.0;
      constexpr double kStep = 1e-3;
      for (double x = h + 0.5 * kStep; x < 9.0; x += kStep) {
        sum += kStep * std::exp(-0.5 * x * x) / std::sqrt(2.0 * 3.141592653589793) *
               q_function((k - rho * x) / std::sqrt(1.0 - rho * rho));
      }
      CAPTURE(rho, h);
      CHECK(both_above(h, k, rho) == Approx(sum).epsilon(1e-4).margin(1e-12));
    }
  }
  CHECK(both_above(1.0, 1.0, 1.0) == Approx(q_function(1.0)).margin(1e-3));
}

TEST_CASE("An event keeps the more the farther it is, at most all", "[property][solve]") {
  for (const double alpha : {-0.6, 0.3, 0.8}) {
    for (const std::size_t length : {1, 2, 5}) {
      const EventRivals rivals(alpha, length, {0.01, -0.003}, 2.0 / 3.0, 0.75);
      double before = 0.0;
      for (const double scale : {0.3, 0.6, 1.0, 2.0, 4.0}) {
        const double kept = rivals.kept(scale);
        CAPTURE(alpha, length, scale, kept);
        CHECK(kept > before);
        CHECK(kept <= 1.0);
        before = kept;
      }
      CHECK(before > 0.9);
    }
  }
}
