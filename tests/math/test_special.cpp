#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "base/errors.hpp"
#include "math/special.hpp"

using namespace chappe;
using Catch::Matchers::WithinRel;

namespace {

/// Q(x) in long double: 64 bits of mantissa, so good to about x^2 5e-20.
double long_q(double x) {
  return static_cast<double>(0.5L * std::erfc(static_cast<long double>(x) / std::sqrt(2.0L)));
}

/// P(X > t), X ~ Bin(n, p), by the recurrence from the first term in long double.
double long_tail(int t, int n, double p) {
  long double term = std::pow(1.0L - p, static_cast<long double>(n)), sum = 0.0L;
  for (int k = 0; k <= n; ++k) {
    if (k > t) sum += term;
    term *= static_cast<long double>(n - k) / static_cast<long double>(k + 1) *
            (static_cast<long double>(p) / (1.0L - static_cast<long double>(p)));
  }
  return static_cast<double>(sum);
}

}  // namespace

TEST_CASE("the Gaussian tail is right to 1e-13 of itself up to 38", "[unit][special]") {
  for (double x = -38.0; x <= 37.5; x += 0.03125 + 1e-3) {  // above 37.6 results are subnormal
    CHECK_THAT(q_function(x), WithinRel(long_q(x), 1e-13));
  }
  CHECK_THAT(q_function(37.5), WithinRel(long_q(37.5), 1e-13));
  CHECK_THAT(q_function(7.0), WithinRel(1.279812543885835e-12, 1e-13));  // Q(7), published tables
  CHECK(q_function(0.0) == 0.5);
  CHECK(q_function(40.0) == 0.0);
  CHECK(q_function(-40.0) == 1.0);
}

TEST_CASE("the logarithm of the tail goes on where the tail is 0", "[unit][special]") {
  for (const double x : {-5.0, 0.0, 3.0, 29.99, 30.01, 37.0}) {
    CHECK_THAT(log_q_function(x) + 1.0, WithinRel(std::log(q_function(x)) + 1.0, 1e-13));
  }
  CHECK_THAT(log_q_function(100.0),
             WithinRel(-5000.0 - std::log(100.0) - 0.918938533204673 - 1e-4, 1e-11));
}

TEST_CASE("the inverse tail gives back x", "[unit][special]") {
  for (const double x : {0.0, 1e-3, 0.5, 1.0, 3.0, 7.0, 15.0, 30.0, 37.0}) {
    CHECK_THAT(q_inverse(q_function(x)), Catch::Matchers::WithinAbs(x, 2e-15 * (1.0 + x)));
  }
  for (const double x : {-0.5, -1.0, -3.0, -5.0}) {  // 1 - Q keeps fewer digits
    CHECK_THAT(q_inverse(q_function(x)), WithinRel(x, 1e-10));
  }
  CHECK_THAT(q_function(q_inverse(1e-300)), WithinRel(1e-300, 1e-11));
  CHECK_THAT(erfc_inverse(std::erfc(1.75)), WithinRel(1.75, 1e-14));
  CHECK_THAT(erfc_inverse(1.5), WithinRel(-0.476936276204469873, 1e-14));
  CHECK_THROWS_AS(q_inverse(0.0), InternalError);
  CHECK_THROWS_AS(q_inverse(1.0), InternalError);
}

TEST_CASE("binomial tails are right to 1e-10 of themselves down to 1e-300", "[unit][special]") {
  for (const double p : {1e-15, 1e-8, 1e-4, 2e-3, 0.03, 0.3, 0.7}) {
    for (const int t : {-1, 0, 3, 15, 16, 100, 400, 543}) {
      const double exact = long_tail(t, 544, p);
      if (exact < 1e-300) continue;
      CHECK_THAT(binomial_tail_above(t, 544, p), WithinRel(exact, 1e-11));
      CHECK_THAT(log10_binomial_tail_above(t, 544, p) - 1.0,
                 WithinRel(std::log10(exact) - 1.0, 1e-13));
    }
  }
  CHECK(binomial_tail_above(544, 544, 0.5) == 0.0);
  CHECK(binomial_tail_above(0, 544, 0.0) == 0.0);
  CHECK(binomial_tail_above(543, 544, 1.0) == 1.0);
}

TEST_CASE("the two tails add to 1 and large counts stay exact", "[property][special]") {
  for (const double p : {1e-3, 0.1, 0.5, 0.9}) {
    for (const std::int64_t t : {0, 5, 30, 60}) {
      CHECK_THAT(binomial_tail_above(t, 100, p) + binomial_tail_to(t, 100, p),
                 WithinRel(1.0, 1e-13));
    }
  }
  // Bin(1e12, 1e-11) is Poisson(10) to about 1e-10.
  CHECK_THAT(binomial_tail_above(40, 1000000000000, 1e-11),
             WithinRel(poisson_tail_above(40, 10.0), 1e-8));
  // t = 0 has a closed form.
  CHECK_THAT(binomial_tail_above(0, 1000000, 1e-9),
             WithinRel(-std::expm1(1e6 * std::log1p(-1e-9)), 1e-13));
  double sum = 0.0;
  for (std::int64_t k = 0; k <= 1000; ++k) sum += binomial_probability(k, 1000, 0.37);
  CHECK_THAT(sum, WithinRel(1.0, 1e-12));
  CHECK_THAT(binomial_probability(2, 4, 0.5), WithinRel(0.375, 1e-14));
}

TEST_CASE("Poisson tails", "[unit][special]") {
  CHECK_THAT(poisson_tail_above(0, 2.0), WithinRel(-std::expm1(-2.0), 1e-14));
  CHECK_THAT(poisson_tail_to(1, 2.0), WithinRel(3.0 * std::exp(-2.0), 1e-14));
  CHECK_THAT(poisson_tail_above(100, 90.0) + poisson_tail_to(100, 90.0), WithinRel(1.0, 1e-14));
  // First term 1e-30^3/6 and its next ones.
  CHECK_THAT(poisson_tail_above(2, 1e-30), WithinRel(1e-90 / 6.0, 1e-12));
  CHECK(poisson_tail_to(5, 0.0) == 1.0);
}
