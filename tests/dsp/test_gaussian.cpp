#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <numbers>
#include <span>
#include <vector>

#include "dsp/gaussian.hpp"
#include "targets.hpp"

namespace chappe {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

constexpr BlockKey kKey{{2024, 3}, 5};

/// Probability of |x| > s for a unit Gaussian.
double beyond(double s) { return std::erfc(s / std::numbers::sqrt2); }

/// A state whose next words are `words`: xoshiro256++ gives rotl(s0 + s3, 23) + s0.
LaneState state_giving(std::span<const std::uint64_t> words) {
  LaneState state{};
  for (std::size_t l = 0; l < words.size(); ++l) state.s[3][l] = std::rotr(words[l], 23);
  return state;
}

template <class T>
std::vector<T> samples(const BlockKey& key, std::size_t n) {
  std::vector<T> out(n);
  GaussianSource<T>(key).fill(out);
  return out;
}

}  // namespace

TEMPLATE_TEST_CASE("noise has the same bits on every instruction set", "[property][gaussian]",
                   float, double) {
  std::vector<TestType> portable(64 * kGaussianGroup);
  LaneState start = seed_lanes(kKey);
  fill_gaussian_groups(start, std::span<TestType>(portable), Isa::portable);
  on_every_target([&](const std::string& target) {
    INFO(target);
    std::vector<TestType> vector(portable.size());
    LaneState state = seed_lanes(kKey);
    fill_gaussian_groups(state, std::span<TestType>(vector));
    CHECK(std::memcmp(vector.data(), portable.data(), portable.size() * sizeof(TestType)) == 0);
    CHECK(std::memcmp(&state, &start, sizeof state) == 0);
  });
}

TEST_CASE("each sample is Box and Muller's of its words", "[unit][gaussian]") {
  // Tolerances: the fits' 5e-8 (float) and 2e-13 (double), times a radius of at most 9.4, and
  // rounding.
  std::uint64_t w[2 * kLanes];
  LaneState words = seed_lanes(kKey);
  next_words(words, w);
  next_words(words, w + kLanes);
  std::vector<float> x(kGaussianGroup);
  std::vector<double> y(kGaussianGroup);
  LaneState state = seed_lanes(kKey);
  fill_gaussian_groups(state, std::span<float>(x));
  state = seed_lanes(kKey);
  fill_gaussian_groups(state, std::span<double>(y));
  const double pi = std::numbers::pi;
  for (std::size_t l = 0; l < kLanes; ++l) {
    const auto low = static_cast<std::uint32_t>(w[l]);
    const auto angle = static_cast<std::uint32_t>(low * 0x9e3779b1U);
    const double r = std::sqrt(-2.0 * std::log(static_cast<double>(w[l]) * 0x1p-64));
    const double v = static_cast<double>(static_cast<std::int32_t>(angle << 1)) * 0x1p-32;
    const double flip = (angle >> 31) != 0 ? -1.0 : 1.0;
    CHECK_THAT(x[l], WithinAbs(flip * r * std::cos(pi * v), 3e-6));
    CHECK_THAT(x[kLanes + l], WithinAbs(r * std::sin(pi * v), 3e-6));
    const double v2 = static_cast<double>(w[kLanes + l] >> 12) * 0x1p-52 - 0.5;
    const double flip2 = (w[kLanes + l] & 1U) != 0 ? -1.0 : 1.0;
    CHECK_THAT(y[l], WithinAbs(flip2 * r * std::cos(pi * v2), 1e-11));
    CHECK_THAT(y[kLanes + l], WithinAbs(r * std::sin(pi * v2), 1e-11));
  }
}

TEST_CASE("the float tail beyond 7.5 to 8.5 sigma is right, by enumeration",
          "[validation][gaussian]") {
  // Every word that reaches s has a high half of 0 or 1 (which give the same samples) and a low
  // half below 2^64 exp(-s^2/2): all are tried. Tolerance: the lattice's spread over the points
  // counted.
  const auto [s, tolerance] =
      GENERATE(table<double, double>({{7.5, 2e-3}, {8.0, 2e-2}, {8.5, 0.2}}));
  const auto last = static_cast<std::uint64_t>(0x1p64 * std::exp(-0.5 * s * s)) + 4 * kLanes;
  REQUIRE(last < 0x100000000ULL);
  double cosines = 0.0;
  double sines = 0.0;
  double positive = 0.0;
  std::vector<float> x(kGaussianGroup);
  std::vector<std::uint64_t> words(kLanes);
  for (std::uint64_t w = 0; w < last; w += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) words[l] = w + l;
    LaneState state = state_giving(words);
    fill_gaussian_groups(state, std::span<float>(x));
    for (std::size_t l = 0; l < kLanes; ++l) {
      cosines += std::abs(x[l]) > s ? 1.0 : 0.0;
      sines += std::abs(x[kLanes + l]) > s ? 1.0 : 0.0;
      positive += x[l] > s ? 1.0 : 0.0;
    }
  }
  CHECK_THAT(cosines * 0x1p-63, WithinRel(beyond(s), tolerance));
  CHECK_THAT(sines * 0x1p-63, WithinRel(beyond(s), tolerance));
  CHECK_THAT(positive * 0x1p-63, WithinRel(0.5 * beyond(s), tolerance));
}

TEST_CASE("noise can reach 9.3 sigma", "[property][gaussian]") {
  const std::vector<std::uint64_t> zeros(kLanes, 0);
  std::vector<float> x(kGaussianGroup);
  std::vector<double> y(kGaussianGroup);
  LaneState state = state_giving(zeros);
  fill_gaussian_groups(state, std::span<float>(x));
  state = state_giving(zeros);
  fill_gaussian_groups(state, std::span<double>(y));
  CHECK_THAT(std::hypot(x[0], x[kLanes]), WithinRel(std::sqrt(126.0 * std::log(2.0)), 1e-6));
  CHECK_THAT(std::hypot(y[0], y[kLanes]), WithinRel(std::sqrt(128.0 * std::log(2.0)), 1e-12));
}

TEMPLATE_TEST_CASE("1e9 samples have Gaussian moments and tails", "[validation][gaussian][long]",
                   float, double) {
  // Fixed seed; 4 standard errors each: a right generator fails one of 7 checks in 2,000 seeds.
  const std::size_t n = std::size_t{1} << 15;
  const std::size_t blocks = 30518;  // 1.000013e9 samples
  std::vector<TestType> x(n);
  LaneState state = seed_lanes(kKey);
  double m[4] = {};
  std::uint64_t tail[3] = {};
  for (std::size_t b = 0; b < blocks; ++b) {
    fill_gaussian_groups(state, std::span<TestType>(x));
    double part[4][4] = {};  // four sums side by side
    std::uint32_t count[3] = {};
    for (std::size_t i = 0; i < n; i += 4) {
      for (std::size_t j = 0; j < 4; ++j) {
        const double v = x[i + j];
        const double square = v * v;
        part[0][j] += v;
        part[1][j] += square;
        part[2][j] += square * v;
        part[3][j] += square * square;
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      const TestType v = std::abs(x[i]);
      count[0] += v > TestType{4} ? 1U : 0U;
      count[1] += v > TestType{5} ? 1U : 0U;
      count[2] += v > TestType{6} ? 1U : 0U;
    }
    for (std::size_t k = 0; k < 4; ++k) m[k] += part[k][0] + part[k][1] + part[k][2] + part[k][3];
    for (std::size_t k = 0; k < 3; ++k) tail[k] += count[k];
  }
  const double total = static_cast<double>(n * blocks);
  const double expected[4] = {0.0, 1.0, 0.0, 3.0};
  const double variance[4] = {1.0, 2.0, 15.0, 96.0};
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK_THAT(m[k] / total, WithinAbs(expected[k], 4.0 * std::sqrt(variance[k] / total)));
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const double mean = total * beyond(4.0 + static_cast<double>(k));
    INFO("beyond " << 4 + k << " sigma: " << tail[k] << ", expected " << mean);
    CHECK(std::abs(static_cast<double>(tail[k]) - mean) <= 4.0 * std::sqrt(mean) + 1.0);
  }
}

TEMPLATE_TEST_CASE("noise passes Kolmogorov and Smirnov", "[validation][gaussian]", float, double) {
  std::vector<TestType> x = samples<TestType>(kKey, 1 << 20);
  std::sort(x.begin(), x.end());
  const double n = static_cast<double>(x.size());
  double distance = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double cdf = 0.5 * std::erfc(-static_cast<double>(x[i]) / std::numbers::sqrt2);
    const double at = static_cast<double>(i) / n;
    distance = std::max({distance, cdf - at, at + 1.0 / n - cdf});
  }
  CHECK(distance * std::sqrt(n) < 1.95);  // p = 1e-3
}

TEMPLATE_TEST_CASE("noise and its square are white", "[validation][gaussian]", float, double) {
  const std::vector<TestType> x = samples<TestType>(kKey, 1 << 20);
  const std::size_t n = x.size() - 128;
  for (std::size_t lag = 1; lag <= 96; ++lag) {  // past the pairs (16) and the groups (32)
    double plain = 0.0;
    double square = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const double a = x[i];
      const double b = x[i + lag];
      plain += a * b;
      square += (a * a - 1.0) * (b * b - 1.0);
    }
    const double error = 1.0 / std::sqrt(static_cast<double>(n));
    CHECK(std::abs(plain / static_cast<double>(n)) < 4.5 * error);
    CHECK(std::abs(square / static_cast<double>(n)) < 4.5 * 2.0 * error);
  }
}

TEST_CASE("blocks, streams and seeds have different noise, and the same key the same",
          "[property][gaussian]") {
  const std::vector<double> x = samples<double>(kKey, 100);
  CHECK(x == samples<double>(kKey, 100));
  for (const BlockKey& other : {BlockKey{{2024, 3}, 6}, {{2024, 4}, 5}, {{2025, 3}, 5}}) {
    const std::vector<double> y = samples<double>(other, 100);
    CHECK(std::none_of(y.begin(), y.end(),
                       [&](double v) { return std::find(x.begin(), x.end(), v) != x.end(); }));
  }
}

TEST_CASE("a source's sequence does not depend on how it is cut", "[property][gaussian]") {
  const std::vector<float> whole = samples<float>(kKey, 1000);
  std::vector<float> parts(1000);
  GaussianSource<float> source(kKey);
  std::span<float> rest(parts);
  for (std::size_t size = 0; !rest.empty(); size = (3 * size + 1) % 71) {
    const std::size_t count = std::min(size, rest.size());
    source.fill(rest.first(count));
    rest = rest.subspan(count);
  }
  CHECK(parts == whole);
}

TEST_CASE("the instruction set has a name", "[unit][isa]") {
  CHECK(isa_name(Isa::portable) == "portable");
  CHECK_FALSE(isa_name(Isa::automatic).empty());
}

}  // namespace chappe
