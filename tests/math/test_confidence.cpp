#include <catch2/catch.hpp>
#include <cmath>

#include "base/errors.hpp"
#include "math/confidence.hpp"
#include "math/special.hpp"

using namespace chappe;
using Catch::Matchers::WithinRel;

TEST_CASE("Clopper-Pearson limits leave half of the rest on each side", "[unit][confidence]") {
  const std::int64_t k = GENERATE(as<std::int64_t>{}, 1, 5, 100, 999);
  const std::int64_t n = GENERATE(as<std::int64_t>{}, 1000, 1000000, 1000000000000);
  const Interval interval = clopper_pearson(k, n, 0.95);
  CHECK_THAT(binomial_tail_above(k - 1, n, interval.low), WithinRel(0.025, 1e-9));
  CHECK_THAT(binomial_tail_to(k, n, interval.high), WithinRel(0.025, 1e-9));
  CHECK(interval.low < static_cast<double>(k) / static_cast<double>(n));
  CHECK(interval.high > static_cast<double>(k) / static_cast<double>(n));
}

TEST_CASE("Clopper-Pearson's closed ends", "[unit][confidence]") {
  // No success: high = 1 - (alpha/2)^(1/n). All: low = (alpha/2)^(1/n).
  CHECK(clopper_pearson(0, 10).low == 0.0);
  CHECK_THAT(clopper_pearson(0, 10).high, WithinRel(1.0 - std::pow(0.025, 0.1), 1e-11));
  CHECK_THAT(clopper_pearson(10, 10).low, WithinRel(std::pow(0.025, 0.1), 1e-11));
  CHECK(clopper_pearson(10, 10).high == 1.0);
  CHECK(clopper_pearson(0, 0) == Interval{0.0, 1.0});
  CHECK_THROWS_AS(clopper_pearson(2, 1), InternalError);
}

TEST_CASE("Clopper-Pearson covers at least what it says", "[property][confidence]") {
  for (const double p : {0.01, 0.2, 0.5}) {
    double covered = 0.0;
    for (std::int64_t k = 0; k <= 50; ++k) {
      const Interval interval = clopper_pearson(k, 50, 0.9);
      if (p >= interval.low && p <= interval.high) covered += binomial_probability(k, 50, p);
    }
    CHECK(covered >= 0.9);
  }
}

TEST_CASE("Poisson limits", "[unit][confidence]") {
  // Garwood 1936: one event 0.0253 to 5.572, ten events 4.795 to 18.39 (95 %).
  CHECK_THAT(poisson_interval(1).low, WithinRel(-std::log(0.975), 1e-10));
  CHECK_THAT(poisson_interval(1).high, WithinRel(5.5716, 1e-4));
  CHECK_THAT(poisson_interval(10).low, WithinRel(4.7954, 1e-4));
  CHECK_THAT(poisson_interval(10).high, WithinRel(18.3904, 1e-4));
  CHECK(poisson_interval(0).low == 0.0);
  CHECK_THAT(poisson_interval(0).high, WithinRel(-std::log(0.025), 1e-10));
  const Interval many = poisson_interval(1000000);
  CHECK_THAT(many.high - many.low, WithinRel(2 * 1.959964 * 1000, 1e-3));
}

TEST_CASE("T41 no errors in N bits: the 95 % upper bound is 3/N, and the low end 0",
          "[unit][confidence]") {
  CHECK(zero_error_bound(1000000) == 3e-6);
  CHECK(zero_error_bound(0) == 1.0);
  CHECK(zero_error_bound(2) == 1.0);
  CHECK(error_ratio_interval(0, 0, 1000) == Interval{0.0, 3e-3});
  // 3 is ln 20 rounded up: P(no errors) at the bound is just below 5 %.
  CHECK(binomial_tail_to(0, 1000000, zero_error_bound(1000000)) < 0.05);
  CHECK(binomial_tail_to(0, 1000000, zero_error_bound(1000000)) > 0.0497);
}

TEST_CASE("bursts widen an interval", "[property][confidence]") {
  const Interval single = error_ratio_interval(1000, 1000, 1000000);
  const Interval bursts = error_ratio_interval(1000, 250, 1000000);
  CHECK(single == clopper_pearson(1000, 1000000));
  CHECK_THAT((bursts.high - bursts.low) / (single.high - single.low), WithinRel(2.0, 0.02));
  CHECK(bursts.low < 1e-3);
  CHECK(bursts.high > 1e-3);
  CHECK_THROWS_AS(error_ratio_interval(5, 6, 100), InternalError);
}
