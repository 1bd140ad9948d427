#include <Random123/philox.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <vector>

#include "base/errors.hpp"
#include "base/rng.hpp"

using namespace chappe;

// Known answers: Random123 1.14, file kat_vectors.
TEST_CASE("Philox gives Random123's published answers", "[validation][rng]") {
  const r123::Philox4x32::ctr_type zero32 = {{0, 0, 0, 0}};
  const auto r = r123::Philox4x32{}(zero32, {{0, 0}});
  CHECK(r[0] == 0x6627e8d5u);
  CHECK(r[1] == 0xe169c58du);
  CHECK(r[2] == 0xbc57ac4cu);
  CHECK(r[3] == 0x9b00dbd8u);
  CHECK(philox_words({0, 0, 0, 0}, {0, 0}) == RandomWords{0x16554d9eca36314c, 0xdb20fe9d672d0fdc,
                                                          0xd7e772cee186176b, 0x7e68b68aec7ba23b});
  const std::uint64_t f = ~std::uint64_t{0};
  CHECK(philox_words({f, f, f, f}, {f, f}) == RandomWords{0x87b092c3013fe90b, 0x438c3c67be8d0224,
                                                          0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0});
  CHECK(
      philox_words({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                   {0x452821e638d01377, 0xbe5466cf34e90c6c}) ==
      RandomWords{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6});
}

TEST_CASE("a block gives the same numbers whatever was asked before", "[property][rng]") {
  Rng a({7, 3}, 11), b({7, 3}, 11);
  std::vector<std::uint64_t> first(9), again(9);
  for (auto& word : first) word = a.next();
  for (auto& word : again) word = b.next();
  CHECK(first == again);
  const RandomWords words = philox_words({11, 0, 0, 0}, {7, 3});
  CHECK(std::equal(words.begin(), words.end(), first.begin()));
}

TEST_CASE("seed, stream, block and lane all tell streams apart", "[property][rng]") {
  std::set<RandomWords> seen;
  for (std::uint64_t seed : {1, 2}) {
    for (std::uint32_t stream : {0u, 1u, 0x80000000u}) {
      for (std::uint64_t block : {0, 1, 2}) {
        for (std::uint32_t lane : {0u, 1u}) seen.insert(block_seed(seed, stream, block, lane));
        Rng rng({seed, stream}, block);
        seen.insert({rng.next(), rng.next(), rng.next(), rng.next()});
      }
    }
  }
  CHECK(seen.size() == 2 * 3 * 3 * 3);
}

TEST_CASE("uniform numbers lie inside (0, 1) and fill it evenly", "[property][rng]") {
  constexpr int kBins = 64, kDraws = 640000;
  std::array<int, kBins> count{};
  Rng rng({1, 0});
  double least = 1.0, most = 0.0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = rng.uniform();
    least = std::min(least, u);
    most = std::max(most, u);
    ++count[static_cast<std::size_t>(u * kBins)];
  }
  CHECK(least > 0.0);
  CHECK(most < 1.0);
  double chi_square = 0.0;  // 63 degrees of freedom, seed fixed: p = 1e-3 at 103.4
  for (const int n : count) chi_square += (n - 1e4) * (n - 1e4) / 1e4;
  CHECK(chi_square < 103.4);
}

TEST_CASE("normal numbers have the moments and the tail of a normal", "[property][rng]") {
  constexpr int kDraws = 2000000;
  double sum = 0.0, square = 0.0, fourth = 0.0;
  int beyond_4 = 0;
  for (std::uint64_t block = 0; block < 20; ++block) {
    Rng rng({5, 2}, block);
    for (int i = 0; i < kDraws / 20; ++i) {
      const double x = rng.normal();
      sum += x;
      square += x * x;
      fourth += x * x * x * x;
      beyond_4 += std::abs(x) > 4.0 ? 1 : 0;
    }
  }
  const double n = kDraws;  // tolerances: 4 standard errors
  CHECK(std::abs(sum / n) < 4.0 / std::sqrt(n));
  CHECK(std::abs(square / n - 1.0) < 4.0 * std::sqrt(2.0 / n));
  CHECK(std::abs(fourth / n - 3.0) < 4.0 * std::sqrt(96.0 / n));
  CHECK(std::abs(beyond_4 - 6.334e-5 * n) < 4.0 * std::sqrt(6.334e-5 * n));
}

TEST_CASE("neighbouring blocks and streams are not correlated", "[property][rng]") {
  constexpr int kDraws = 200000;
  double blocks = 0.0, streams = 0.0;
  Rng a({9, 0}, 0), b({9, 0}, 1), c({9, 1}, 0);
  for (int i = 0; i < kDraws; ++i) {
    const double x = a.normal();
    blocks += x * b.normal();
    streams += x * c.normal();
  }
  CHECK(std::abs(blocks) < 4.0 * std::sqrt(kDraws));  // 4 standard errors
  CHECK(std::abs(streams) < 4.0 * std::sqrt(kDraws));
}

TEST_CASE("below(n) reaches every value and no other", "[unit][rng]") {
  Rng rng({3, 0});
  std::array<int, 5> count{};
  for (int i = 0; i < 5000; ++i) ++count[rng.below(5)];
  for (const int n : count) CHECK(std::abs(n - 1000) < 4 * 29);  // 4 standard errors
  CHECK(rng.below(1) == 0);
  CHECK_THROWS_AS(rng.below(0), InternalError);
}
