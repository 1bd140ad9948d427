#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "base/rng.hpp"
#include "math/gaussian_tails.hpp"
#include "math/special.hpp"

using namespace chappe;

TEST_CASE("one Gaussian tail is Q to ten digits", "[unit][tails]") {
  const std::vector<double> shift(kTailGroup, 0.0);
  std::vector<double> per_sigma(kTailGroup, 0.0);
  for (int i = -400; i <= 3600; ++i) {
    const double z = 0.01 * i;
    per_sigma[static_cast<std::size_t>(std::abs(i)) % kTailGroup] = 1.0;
    const double got = sum_of_tails(shift, per_sigma, z, -1.0);
    CHECK(got == Approx(q_function(z)).epsilon(1e-10).margin(0.0));
    per_sigma.assign(kTailGroup, 0.0);
  }
  CHECK(sum_of_tails(shift, per_sigma, 1.0, -1.0) == 0.0);
  CHECK(sum_of_tails({}, {}, 1.0, 1.0) == 0.0);
}

TEST_CASE("a sum of tails is that of its members, to either side", "[unit][tails]") {
  Rng rng({7, 1});
  std::vector<double> shift(64), per_sigma(64);
  for (std::size_t i = 0; i < shift.size(); ++i) {
    shift[i] = rng.normal();
    per_sigma[i] = 1.0 + 5.0 * rng.uniform();
  }
  for (const double sign : {1.0, -1.0}) {
    for (const double distance : {-0.5, 0.0, 2.0, 6.0}) {
      double sum = 0.0;
      for (std::size_t i = 0; i < shift.size(); ++i) {
        sum += q_function((distance + sign * shift[i]) * per_sigma[i]);
      }
      CHECK(sum_of_tails(shift, per_sigma, distance, sign) == Approx(sum).epsilon(1e-10));
    }
  }
  CHECK_THROWS(sum_of_tails(std::span(shift).first(9), std::span(per_sigma).first(9), 1.0, 1.0));
}
