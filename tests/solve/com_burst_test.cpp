// Error bursts against a simulation of the slicer and its feedback.
#include "solve/com/com_burst.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "math/special.hpp"

using namespace chappe;

namespace {

/// Share of bursts with k or more errors, k = 1 .. 6, in `symbols` decisions of a whole DFE.
struct Counted {
  double error_ratio{0.0};
  long bursts{0};
  std::vector<double> at_least{};
};

Counted simulate(double sigma, double a_s, const std::vector<double>& dfe, long symbols) {
  std::mt19937_64 rng(7);
  std::normal_distribution<double> normal(0.0, sigma);
  std::uniform_int_distribution<int> level(0, 3);
  std::vector<long> lengths(64, 0);
  std::vector<int> wrong(dfe.size(), 0);  // decided less sent, in levels; the last one first
  long run = 0, behind_right = 0, errors = 0;
  for (long i = 0; i < symbols; ++i) {
    const int sent = level(rng);
    double input = normal(rng) + 2.0 * a_s * sent;
    for (std::size_t n = 0; n < dfe.size(); ++n) input -= 2.0 * a_s * dfe[n] * wrong[n];
    const int decided = std::clamp(static_cast<int>(std::lround(input / (2.0 * a_s))), 0, 3);
    bool clean = true;
    for (const int e : wrong) clean = clean && e == 0;
    if (clean) {
      ++behind_right;
      errors += decided != sent;
    }
    for (std::size_t n = dfe.size(); n-- > 1;) wrong[n] = wrong[n - 1];
    wrong[0] = decided - sent;
    if (decided != sent) {
      // A run begins only behind right decisions: the model's bursts.
      if (run > 0 || clean) ++run;
    } else {
      if (run > 0) ++lengths[static_cast<std::size_t>(std::min(run, 63L))];
      run = 0;
    }
  }
  Counted out;
  out.error_ratio = static_cast<double>(errors) / static_cast<double>(behind_right);
  for (const long n : lengths) out.bursts += n;
  for (std::size_t k = 1; k <= 6; ++k) {
    long longer = 0;
    for (std::size_t j = k; j < lengths.size(); ++j) longer += lengths[j];
    out.at_least.push_back(static_cast<double>(longer) / static_cast<double>(out.bursts));
  }
  return out;
}

}  // namespace

TEST_CASE("COM bursts: the model agrees with a simulated DFE", "[validation][com]") {
  const double a_s = 3.0e-3, sigma = 1e-3;
  const ComDensity total = com_gaussian(sigma, 4.5, 2e-6);
  for (const std::vector<double>& dfe :
       {std::vector<double>{0.8}, std::vector<double>{0.5, 0.2, -0.1}}) {
    const Counted counted = simulate(sigma, a_s, dfe, 4'000'000);
    const ComBurst burst = com_burst(total, a_s, dfe, 4, 6);
    REQUIRE(counted.bursts > 3000);
    // Four standard deviations of the count.
    CHECK(counted.error_ratio ==
          Approx(burst.error_ratio).margin(4.0 * std::sqrt(burst.error_ratio / 3.9e6)));
    for (std::size_t k = 0; k < 6; ++k) {
      const double p = burst.at_least[k];
      const double spread = std::sqrt(p * (1.0 - p) / static_cast<double>(counted.bursts));
      CAPTURE(k, dfe.size());
      CHECK(counted.at_least[k] == Approx(p).margin(4.0 * spread + 1e-3));
    }
  }
}

TEST_CASE("COM bursts: one tap has the closed form", "[unit][com]") {
  const double a_s = 3.5e-3, sigma = 1e-3;
  const ComDensity total = com_gaussian(sigma, 4.5, 2e-6);
  for (const double b : {0.0, 0.4, 0.85, 1.0}) {
    const ComBurst burst = com_burst(total, a_s, std::vector<double>{b}, 4, 5);
    const auto f = [&](double v) { return q_function(v / sigma); };
    const double p = 0.75 * (f(a_s * (1.0 - 2.0 * b)) + f(a_s * (1.0 + 2.0 * b)));
    // A bin is 0.2 % of sigma.
    CHECK(burst.error_ratio == Approx(1.5 * f(a_s)).epsilon(0.02));
    for (std::size_t k = 0; k < 5; ++k) {
      CHECK(burst.at_least[k] == Approx(std::pow(p, static_cast<double>(k))).epsilon(0.05));
    }
  }
}

TEST_CASE("COM bursts: longer ones are rarer, larger taps draw them out", "[property][com]") {
  const ComDensity total = com_gaussian(1e-3, 4.5, 1e-5);
  double last = 0.0;
  for (const double b : {0.0, 0.2, 0.5, 0.8}) {
    std::vector<double> dfe(20, 0.01);  // more taps than the memory holds
    dfe[0] = b;
    const ComBurst burst = com_burst(total, 4e-3, dfe, 4, 16);
    REQUIRE(burst.at_least.size() == 16);
    CHECK(burst.at_least[0] == 1.0);
    for (std::size_t k = 1; k < 16; ++k) CHECK(burst.at_least[k] <= burst.at_least[k - 1]);
    CHECK(burst.at_least[1] > last);
    last = burst.at_least[1];
  }
  CHECK(com_burst(total, 4e-3, {}, 2, 1).at_least == std::vector<double>{1.0});
}
