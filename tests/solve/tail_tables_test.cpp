#include "solve/tail_tables.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

namespace {

constexpr double kWidth = 1e-3;

Density isi() {
  const std::vector<double> taps{0.05, -0.03, 0.02}, levels{-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0};
  DensityScratch scratch;
  return isi_density_of_width(taps, levels, kWidth, scratch);
}

}  // namespace

TEST_CASE("Tables of tails against sums over the density, far into the tail", "[unit][solve]") {
  const Density rest = isi();
  DensityScratch scratch;
  const double low = 2.0 * std::log(0.01), high = 2.0 * std::log(0.03);
  const TailTables tables(rest, low, high, scratch);
  double most = 0.0;
  for (double log_variance = low; log_variance <= high; log_variance += 0.137 * (high - low)) {
    const double sigma = std::exp(0.5 * log_variance);
    for (double distance = -0.05; distance < 0.3; distance += 0.0173) {
      const double above = rest.tail_above(distance, sigma);
      const double below = rest.tail_below(distance, sigma);
      if (above < 1e-18) continue;
      const double a = tables.log_tail(log_variance, distance, true, -1e300) - std::log(above);
      const double b = tables.log_tail(log_variance, distance, false, -1e300) - std::log(below);
      most = std::max({most, std::abs(a), std::abs(b)});
    }
  }
  // Straight lines between edges a tenth of the least sigma apart: curvature (1/10)^2/8; cubic in
  // ln variance: below 1e-3.
  CHECK(most < 3e-3);
}

TEST_CASE("Tables of tails: one variance, and what may be left out", "[unit][solve]") {
  const Density rest = isi();
  DensityScratch scratch;
  const double log_variance = 2.0 * std::log(0.02);
  const TailTables one(rest, log_variance, log_variance, scratch);
  CHECK(std::exp(one.log_tail(log_variance, 0.0, true, -1e300)) == Approx(0.5).epsilon(1e-4));
  CHECK(one.log_tail(log_variance, -10.0, true, -1e300) == Approx(0.0).margin(1e-12));
  CHECK(one.log_tail(log_variance, 10.0, true, -1e300) == TailTables::kLeastLog);
  const TailTables many(rest, log_variance - 1.0, log_variance + 1.0, scratch);
  CHECK(many.log_tail(log_variance, 0.2, true, -1e300) ==
        Approx(one.log_tail(log_variance, 0.2, true, -1e300)).epsilon(1e-4));
  // Below `least` any value below it will do.
  CHECK(many.log_tail(log_variance, 0.2, true, -5.0) < -5.0);
}
