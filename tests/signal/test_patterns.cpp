#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>

#include "base/errors.hpp"
#include "signal/patterns.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

TEST_CASE("a PRBS has full period, one more one than zeros, and every word once",
          "[unit][patterns]") {
  const int order = GENERATE(7, 9, 11, 13, 15);
  const std::size_t period = (std::size_t{1} << order) - 1;
  const std::vector<std::uint8_t> bits = prbs_bits(order, period + static_cast<std::size_t>(order));
  std::size_t ones = 0;
  for (std::size_t k = 0; k < period; ++k) ones += bits[k];
  CHECK(ones == (period + 1) / 2);
  std::set<std::uint32_t> words;
  std::uint32_t word = 0;
  for (std::size_t k = 0; k < bits.size(); ++k) {
    word = ((word << 1) | bits[k]) & static_cast<std::uint32_t>(period);
    if (k >= static_cast<std::size_t>(order)) words.insert(word);
  }
  CHECK(words.size() == period);
  CHECK(words.count(0) == 0);
}

TEST_CASE("PRBS23 repeats after 2^23 - 1 bits; PRBS31 obeys its recursion", "[unit][patterns]") {
  Prbs generator(23);
  CHECK(generator.period() == 8388607);
  const std::vector<std::uint8_t> start = prbs_bits(23, 64);
  std::size_t ones = 0;
  for (std::uint64_t k = 0; k < generator.period(); ++k) ones += generator.next();
  CHECK(ones == 4194304);
  for (const std::uint8_t bit : start) REQUIRE(generator.next() == bit);
  const std::vector<std::uint8_t> long_bits = prbs_bits(31, 4000, 1);
  for (std::size_t k = 31; k < long_bits.size(); ++k) {
    REQUIRE(long_bits[k] == (long_bits[k - 28] ^ long_bits[k - 31]));
  }
}

TEST_CASE("PRBS13 obeys b_k = b_k-1 + b_k-2 + b_k-12 + b_k-13", "[unit][patterns]") {
  const std::vector<std::uint8_t> b = prbs_bits(13, 2000);
  for (std::size_t k = 13; k < b.size(); ++k) {
    REQUIRE(b[k] == (b[k - 1] ^ b[k - 2] ^ b[k - 12] ^ b[k - 13]));
  }
}

TEST_CASE("PRBS13Q has the levels and runs of 802.3 120.5.11.2", "[validation][patterns]") {
  const std::vector<std::uint8_t> symbols = prbs13q();
  REQUIRE(symbols.size() == 8191);
  std::array<int, 4> count{}, longest{};
  for (const std::uint8_t s : symbols) ++count[s];
  CHECK(count == std::array<int, 4>{2047, 2048, 2048, 2048});
  int run = 0;
  for (std::size_t k = 0; k < 2 * symbols.size(); ++k) {  // twice round: runs across the end
    const std::uint8_t now = symbols[k % 8191], before = symbols[(k + 8190) % 8191];
    run = now == before ? run + 1 : 1;
    longest[now] = std::max(longest[now], run);
  }
  CHECK(longest == std::array<int, 4>{6, 6, 6, 7});
}

TEST_CASE("PRBS13Q is the reference's ring, rotated", "[validation][patterns]") {
  const auto file = testing::shared_folder() / "reference/imdd/prbs13q_symbols.txt";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: no " << file);
    return;
  }
  std::ifstream in(file);
  std::vector<std::uint8_t> ring;
  for (int s = 0; in >> s;) ring.push_back(static_cast<std::uint8_t>(s));
  const std::vector<std::uint8_t> ours = prbs13q();
  REQUIRE(ring.size() == ours.size());
  std::vector<std::size_t> fits;
  for (std::size_t shift = 0; shift < ring.size(); ++shift) {
    bool equal = true;
    for (std::size_t k = 0; equal && k < ring.size(); ++k) {
      equal = ring[k] == ours[(k + shift) % ours.size()];
    }
    if (equal) fits.push_back(shift);
  }
  REQUIRE(fits.size() == 1);
  CAPTURE(fits[0]);
  CHECK((fits[0] == 4102 || fits[0] == 8191 - 4102));
}

TEST_CASE("SSPRQ is four parts of one sequence", "[unit][patterns]") {
  const std::vector<std::uint8_t> symbols = ssprq();
  REQUIRE(symbols.size() == 65535);
  std::array<int, 4> count{};
  for (const std::uint8_t s : symbols) ++count[s];
  // Each of the first two parts holds what the other holds turned over.
  for (std::size_t k = 0; k < 16384; ++k) REQUIRE(symbols[k] + symbols[16384 + k] == 3);
  // One symbol is missing to 4 x 16384: levels are even but for what it leaves.
  CHECK(std::abs(count[0] - count[3]) <= 2);
  CHECK(std::abs(count[1] - count[2]) <= 2);
}

TEST_CASE("SSPRQ is the reference's, symbol by symbol", "[validation][patterns]") {
  const auto file = testing::shared_folder() / "reference/imdd/ssprq_symbols.txt";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: no " << file);
    return;
  }
  std::ifstream in(file);
  std::vector<std::uint8_t> wanted;
  for (int s = 0; in >> s;) wanted.push_back(static_cast<std::uint8_t>(s));
  CHECK(ssprq() == wanted);
}

TEST_CASE("T40 PAM4 symbols are Gray mapped: neighbours differ in one bit", "[unit][patterns]") {
  const std::array<std::uint8_t, 8> bits{0, 0, 0, 1, 1, 1, 1, 0};
  CHECK(gray_pam4(bits) == std::vector<std::uint8_t>{0, 1, 2, 3});
}

TEST_CASE("a PRBS refuses an order it has no polynomial for and an all-zero seed",
          "[unit][patterns]") {
  CHECK_THROWS_AS(Prbs(8), InternalError);
  CHECK_THROWS_AS(Prbs(7, 0x80), InternalError);
}

}  // namespace
}  // namespace chappe
