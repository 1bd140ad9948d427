#include <hwy/targets.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "base/errors.hpp"
#include "math/density.hpp"
#include "math/density_by_fft.hpp"
#include "math/special.hpp"

using namespace chappe;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const std::vector<double> kPam4{-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0};
const std::vector<double> kNrz{-1.0, 1.0};

std::vector<double> random_taps(std::size_t n, unsigned seed, double decay) {
  std::mt19937_64 engine(seed);
  std::vector<double> taps(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double u = static_cast<double>(engine() >> 11) * 0x1p-52 - 1.0;
    taps[k] = 0.1 * u * std::exp(-decay * static_cast<double>(k));
  }
  return taps;
}

/// P(sum + noise < -distance) by listing every combination of levels.
double enumerated_tail(const std::vector<double>& taps, const std::vector<double>& levels,
                       double distance, double sigma) {
  std::vector<double> sums{0.0};
  for (const double tap : taps) {
    std::vector<double> next;
    for (const double level : levels) {
      for (const double sum : sums) next.push_back(sum + tap * level);
    }
    sums = std::move(next);
  }
  std::sort(sums.rbegin(), sums.rend());  // small terms first
  double tail = 0.0;
  for (const double sum : sums) tail += q_function((sum + distance) / sigma);
  return tail / static_cast<double>(sums.size());
}

/// The distance at which the tail is about p.
double distance_for(const Density& density, double sigma, double p) {
  double low = 0.0, high = 10.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (density.tail_below(middle, sigma) > p ? low : high) = middle;
  }
  return low;
}

}  // namespace

TEST_CASE("equal taps on whole bins make the binomial distribution to its last bin",
          "[unit][density]") {
  DensityScratch scratch;
  const std::vector<double> taps(200, 3.0);
  const Density density = isi_density_of_width(taps, kNrz, 1.0, scratch);
  CHECK(density.first() == -600);
  CHECK(density.mass().size() == 1201);
  CHECK(density.added_variance() == 0.0);
  for (std::int64_t k = 0; k <= 200; ++k) {  // 6e-61 to 0.056; 200 additions of rounded terms
    const double exact = binomial_probability(k, 200, 0.5);
    CHECK_THAT(density.mass()[static_cast<std::size_t>(6 * k)], WithinRel(exact, 2e-13));
  }
}

TEST_CASE("a tail with noise equals the sum over every combination of symbols down to 1e-30",
          "[unit][density]") {
  const bool pam4 = GENERATE(true, false);
  const std::vector<double>& levels = pam4 ? kPam4 : kNrz;
  const std::vector<double> taps = random_taps(pam4 ? 7 : 14, pam4 ? 3 : 5, 0.2);
  const Density density = isi_density(taps, levels, 4096);
  const double sigma = 0.015;  // about 60 bins
  for (const double p : {1e-3, 1e-6, 1e-12, 1e-18, 1e-30}) {
    const double distance = distance_for(density, sigma, p);
    const double exact = enumerated_tail(taps, levels, distance, sigma);
    const double corrected = density.tail_below(distance, density.corrected_sigma(sigma));
    // Third order in bin/sigma times 12 sigma, a few taps: below 1e-4 here.
    CHECK_THAT(corrected, WithinRel(exact, 1e-4));
    CHECK_THAT(density.tail_above(distance, density.corrected_sigma(sigma)),
               WithinRel(exact, 1e-4));
  }
}

TEST_CASE("taking out the added variance is worth it: the tail converges at high order",
          "[convergence][density]") {
  const std::vector<double> taps = random_taps(7, 9, 0.1);
  const double sigma = 0.01;
  const double distance = 0.32;
  const double exact = enumerated_tail(taps, kPam4, distance, sigma);
  CHECK(exact > 1e-25);
  CHECK(exact < 1e-9);
  const auto error = [&](std::size_t bins, bool correct) {
    const Density d = isi_density(taps, kPam4, bins);
    const double s = correct ? d.corrected_sigma(sigma) : sigma;
    return std::abs(d.tail_below(distance, s) / exact - 1.0);
  };
  CHECK(error(1024, true) < 0.05 * error(1024, false));
  CHECK(error(512, false) > 6.0 * error(2048, false));  // second order left in
  CHECK(error(2048, true) < 1e-3);
}

TEST_CASE("mean and variance are those of the taps", "[property][density]") {
  const std::vector<double> taps = random_taps(200, 7, 0.03);
  double variance = 0.0;
  for (const double tap : taps) variance += tap * tap * 5.0 / 9.0;
  const Density density = isi_density(taps, kPam4, 4096);
  CHECK_THAT(density.total(), WithinRel(1.0, 1e-13));
  CHECK_THAT(density.mean(), WithinAbs(0.0, 1e-13));
  CHECK_THAT(density.variance() - density.added_variance(), WithinRel(variance, 1e-11));
  CHECK(density.added_variance() >= 0.0);
  CHECK(density.added_variance() < 0.25 * 200 * density.width() * density.width());
}

TEST_CASE("levels that are not symmetric keep the mean", "[property][density]") {
  const std::vector<double> levels{-1.0, -0.25, 0.4, 1.0};
  const std::vector<double> taps{0.3, -0.0123, 0.0001};
  const Density density = isi_density(taps, levels, 1000);
  const double level_mean = 0.15 / 4.0;
  CHECK_THAT(density.mean(), WithinRel((0.3 - 0.0123 + 0.0001) * level_mean, 1e-12));
  double variance = 0.0;
  for (const double tap : taps) {
    variance += tap * tap * ((2.0 + 0.0625 + 0.16) / 4.0 - level_mean * level_mean);
  }
  CHECK_THAT(density.variance() - density.added_variance(), WithinRel(variance, 1e-11));
}

TEST_CASE("an FFT per tap agrees above its floor, and only there", "[property][density]") {
  std::vector<double> taps = random_taps(60, 11, 0.02);
  for (double& tap : taps) tap = std::copysign(std::abs(tap) + 0.01, tap);  // all beyond one bin
  const Density direct = isi_density(taps, kPam4, 4096);
  const Density by_fft = test::isi_density_by_fft(taps, kPam4, 4096);
  CHECK_THAT(direct.added_variance(), WithinRel(by_fft.added_variance(), 1e-9));
  bool lost_below_floor = false;
  for (std::size_t i = 0; i < direct.mass().size(); ++i) {
    const std::int64_t j = direct.first() + static_cast<std::int64_t>(i) - by_fft.first();
    if (j < 0 || j >= static_cast<std::int64_t>(by_fft.mass().size())) continue;
    const double m = by_fft.mass()[static_cast<std::size_t>(j)];
    CHECK(std::abs(direct.mass()[i] - m) < 1e-15);
    if (direct.mass()[i] > 1e-25 && direct.mass()[i] < 1e-20) {
      lost_below_floor = lost_below_floor || std::abs(m / direct.mass()[i] - 1.0) > 1.0;
    }
  }
  CHECK(lost_below_floor);
}

TEST_CASE("a Gaussian fills each cell with its exact probability down to 1e-90",
          "[unit][density]") {
  const double sigma = GENERATE(0.3, 1.0, 40.0);  // in bins
  DensityScratch scratch;
  Density density(1.0);
  density.add_gaussian(sigma, scratch);
  CHECK_THAT(density.total(), WithinRel(1.0, 1e-13));
  int compared = 0;
  for (double edge = 0.5; edge < 20.0 * sigma; edge += std::ceil(sigma)) {
    CHECK_THAT(density.tail_below(edge, 0.0), WithinRel(q_function(edge / sigma), 1e-11));
    ++compared;
  }
  CHECK(compared > 5);
  CHECK_THAT(density.variance() - density.added_variance(), WithinRel(sigma * sigma, 1e-10));
  if (sigma > 0.9) CHECK_THAT(density.added_variance(), WithinAbs(1.0 / 12.0, 1e-6));
}

TEST_CASE("two Gaussians add to a Gaussian, and noise may be added as density or at the tail",
          "[property][density]") {
  DensityScratch scratch;
  Density sum(0.01), other(0.01);
  sum.add_gaussian(0.3, scratch);
  other.add_gaussian(0.4, scratch);
  const Density alone = other;
  sum.add(other, scratch);
  Density reversed = alone;
  Density first(0.01);
  first.add_gaussian(0.3, scratch);
  reversed.add(first, scratch);
  CHECK(std::equal(sum.mass().begin(), sum.mass().end(), reversed.mass().begin(),
                   reversed.mass().end(),
                   [](double a, double b) { return std::abs(a - b) <= 1e-12 * a; }));
  for (const double d :
       {1.0, 3.0, 5.0}) {  // the cells' variance taken out of a last, small Gaussian
    const double rest = sum.corrected_sigma(0.2);
    CHECK_THAT(sum.tail_below(d, rest), WithinRel(q_function(d / std::sqrt(0.29)), 1e-5));
  }
}

TEST_CASE("adding densities equals adding their deltas", "[property][density]") {
  DensityScratch scratch;
  const std::vector<double> taps{4.0, 2.0, 7.0, 1.0};
  const Density all = isi_density_of_width(taps, kNrz, 1.0, scratch);
  Density a = isi_density_of_width(std::vector<double>{4.0, 2.0}, kNrz, 1.0, scratch);
  a.add(isi_density_of_width(std::vector<double>{7.0, 1.0}, kNrz, 1.0, scratch), scratch);
  REQUIRE(a.first() == all.first());
  CHECK(std::equal(a.mass().begin(), a.mass().end(), all.mass().begin(), all.mass().end()));
  Density wrong(2.0);
  CHECK_THROWS_AS(a.add(wrong, scratch), InternalError);
}

TEST_CASE("a point, a mixture and quantiles", "[unit][density]") {
  const Density point = Density::point(0.5, 1.1);  // 0.8 at 1.0 and 0.2 at 1.5
  CHECK_THAT(point.mean(), WithinRel(1.1, 1e-14));
  CHECK_THAT(point.added_variance(), WithinRel(0.2 * 0.8 * 0.25, 1e-12));
  const Density zero(0.5);
  const std::vector<Density> parts{zero, Density::point(0.5, -2.0)};
  const std::vector<double> weights{0.75, 0.25};
  const Density mix = Density::mixture(parts, weights);
  CHECK_THAT(mix.mean(), WithinRel(-0.5, 1e-14));
  CHECK_THAT(mix.total(), WithinRel(1.0, 1e-14));
  CHECK_THAT(mix.tail_below(1.0, 0.0), WithinRel(0.25, 1e-14));
  CHECK_THAT(mix.quantile(0.125), WithinAbs(-2.0, 1e-14));
  CHECK_THAT(mix.quantile(0.625), WithinAbs(0.0, 1e-14));
  CHECK_THROWS_AS(mix.quantile(1.5), InternalError);

  DensityScratch scratch;
  Density normal(0.01);
  normal.add_gaussian(1.0, scratch);
  // Linear inside a cell of 0.01: second order in the cell.
  CHECK_THAT(normal.quantile(q_function(5.0)), WithinAbs(-5.0, 1e-4));
}

TEST_CASE("many taps end at the floor without losing what matters", "[property][density]") {
  const std::vector<double> taps = random_taps(1000, 13, 0.002);
  const Density density = isi_density(taps, kPam4, 4096);
  CHECK(density.mass().front() >= 1e-100);
  CHECK(density.mass().back() >= 1e-100);
  CHECK_THAT(density.total(), WithinRel(1.0, 1e-12));
}

TEST_CASE("every instruction set gives the same bytes", "[property][density]") {
  const std::vector<double> taps = random_taps(50, 17, 0.05);
  const Density native = isi_density(taps, kPam4, 2048);
  for (const std::int64_t target : {HWY_STATIC_TARGET, HWY_SSSE3, HWY_SSE4, HWY_AVX2}) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    const Density portable = isi_density(taps, kPam4, 2048);
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().DeInit();
    CHECK(std::equal(native.mass().begin(), native.mass().end(), portable.mass().begin(),
                     portable.mass().end()));
  }
}

TEST_CASE("a uniform variable keeps mean and variance, whatever its range in bins",
          "[unit][density]") {
  const double range = GENERATE(1e-3, 0.7, 1.0, 2.0, 2.83, 7.0, 100.5);
  DensityScratch scratch;
  Density density = isi_density_of_width(std::vector<double>{2.3, 5.1}, kPam4, 1.0, scratch);
  const double before = density.variance(), added = density.added_variance();
  density.add_uniform(range, scratch);
  CHECK_THAT(density.total(), WithinRel(1.0, 1e-13));
  CHECK_THAT(density.mean(), WithinAbs(0.0, 1e-12));
  CHECK_THAT(density.variance() - before, WithinAbs(range * range / 12.0, 1e-12 * before + 1e-10));
  CHECK(density.added_variance() == added);
}

TEST_CASE("a uniform variable beside points is their sums bin by bin", "[unit][density]") {
  const auto half = GENERATE(as<std::int64_t>(), 1, 4, 30);
  DensityScratch scratch;
  Density density = isi_density_of_width(random_taps(6, 8, 0.1), kNrz, 0.01, scratch);
  const double n = 2.0 * static_cast<double>(half) + 1.0;
  std::vector<double> points;  // as the uniform variable of n bins is kept: variance (n^2 - 1)/12
  for (std::int64_t k = -half; k <= half; ++k) points.push_back(0.01 * static_cast<double>(k));
  Density by_points = density;
  by_points.add_deltas(points, scratch);
  density.add_uniform(0.01 * std::sqrt(n * n - 1.0), scratch);
  const std::int64_t first = by_points.first() - density.first();
  REQUIRE(std::abs(first) <= 1);
  for (std::size_t i = 0; i < by_points.mass().size(); ++i) {
    const std::int64_t at = static_cast<std::int64_t>(i) + first;
    if (at < 0 || at >= static_cast<std::int64_t>(density.mass().size())) continue;
    CHECK_THAT(density.mass()[static_cast<std::size_t>(at)], WithinAbs(by_points.mass()[i], 1e-14));
  }
}

TEST_CASE("uniform and Gaussian noise have their closed form down to 1e-18", "[unit][density]") {
  // P(u + n > d) = (sigma/range) (G((d - range/2)/sigma) - G((d + range/2)/sigma)), G' = -Q.
  const double range = 0.3, sigma = 0.05, width = 1.0 / 1024.0;
  const auto integral = [](double x) {
    return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::acos(-1.0)) - x * q_function(x);
  };
  DensityScratch scratch;
  Density density(width);
  density.add_uniform(range, scratch);
  for (const double d : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55}) {
    const double exact =
        sigma / range * (integral((d - 0.5 * range) / sigma) - integral((d + 0.5 * range) / sigma));
    // Bins of sigma/51: at most t^4 range^2 width^2/(60 24), t = 8/sigma, of the tail.
    CHECK_THAT(density.tail_below(d, sigma), WithinRel(exact, 4e-2));
    CHECK_THAT(density.tail_above(d, sigma), WithinRel(exact, 4e-2));
  }
}
