#include "fec/hamming.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "base/errors.hpp"
#include "base/rng.hpp"

using namespace chappe;

namespace {

std::vector<std::uint8_t> bits_of(const std::string& text) {
  std::vector<std::uint8_t> bits;
  for (const char c : text) bits.push_back(c == '1' ? 1 : 0);
  return bits;
}

std::vector<std::uint8_t> random_word(const HammingCode& code, Rng& random) {
  std::vector<std::uint8_t> word;
  for (int i = 0; i < code.k(); ++i) word.push_back(static_cast<std::uint8_t>(random.below(2)));
  const unsigned parity = code.syndrome(word);
  for (unsigned j = 0; j < 8; ++j) word.push_back(static_cast<std::uint8_t>(parity >> j & 1U));
  return word;
}

}  // namespace

TEST_CASE("(68,60): rows and test vector of the drafts", "[validation][fec]") {
  const HammingCode code = hamming68_60();
  REQUIRE(code.n() == 68);
  REQUIRE(code.k() == 60);
  const auto row = [&](int k) {
    std::string text;
    for (int j = 0; j < 8; ++j) text += (code.column(k) >> j & 1) != 0 ? '1' : '0';
    return text;
  };
  // Table 177-1 of D0.1, as Omer-Sella/802.3 has it: ends and some rows between.
  CHECK(row(0) == "10010100");
  CHECK(row(1) == "01001010");
  CHECK(row(3) == "11001011");
  CHECK(row(15) == "00010101");
  CHECK(row(32) == "11111110");
  CHECK(row(42) == "11011010");
  CHECK(row(59) == "10110011");
  // 120 payload bits in pairs and their parity, from the same place.
  const auto payload = bits_of(
      "010110001100110011010110101010110110110110101110101110110011011110101010111110"
      "110110100101110101100000101101010010110000");
  REQUIRE(payload.size() == 120);
  std::vector<std::uint8_t> pairs;
  for (std::size_t i = 0; i < payload.size(); i += 2) {
    pairs.push_back(payload[i] ^ payload[i + 1]);
  }
  const unsigned parity = code.syndrome(pairs);
  std::string text;
  for (unsigned j = 0; j < 8; ++j) text += (parity >> j & 1U) != 0 ? '1' : '0';
  CHECK(text == "01010001");
}

TEST_CASE("Hamming codes: words by weight", "[validation][fec]") {
  const HammingCode pairs = hamming68_60(), bits = hamming128_120();
  REQUIRE(bits.n() == 128);
  for (const HammingCode* code : {&pairs, &bits}) {
    CHECK(code->words_of_weight(0) == 1.0);
    for (const int none : {1, 2, 3, 5, 7}) CHECK(code->words_of_weight(none) == 0.0);
  }
  CHECK(pairs.words_of_weight(4) == 6475.0);  // counted elsewhere
  CHECK(bits.words_of_weight(4) == 85344.0);  // 128 127 126 / 24: three bits leave one choice
}

TEST_CASE("Hamming codes: one wrong bit is corrected, two are detected", "[property][fec]") {
  Rng random({.seed = 20261203});
  for (const HammingCode& code : {hamming68_60(), hamming128_120()}) {
    const auto sent = random_word(code, random);
    auto word = sent;
    CHECK(code.correct(word) == HardDecision::clean);
    int wrong = 0;
    for (std::size_t i = 0; i < sent.size(); ++i) {
      word = sent;
      word[i] ^= 1U;
      wrong += code.correct(word) == HardDecision::corrected && word == sent ? 0 : 1;
      for (std::size_t j = 0; j < i; ++j) {
        word = sent;
        word[i] ^= 1U;
        word[j] ^= 1U;
        const auto before = word;
        wrong += code.correct(word) == HardDecision::detected && word == before ? 0 : 1;
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("Hamming codes: columns that would lose the distance are refused", "[unit][fec]") {
  CHECK_THROWS_AS(HammingCode({0b111, 0b111}), InternalError);
  CHECK_THROWS_AS(HammingCode({0b11}), InternalError);
  CHECK_THROWS_AS(HammingCode({0b1}), InternalError);
  CHECK_THROWS_AS(hamming68_60().words_of_weight(9), InternalError);
}
