#include "fec/hamming_pam4.hpp"

#include <bit>
#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "tests/fec/plain_inner_decoder.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

/// Sum of reliabilities of what a decoder changed.
double cost_of(InnerForm form, const Received& y, const InnerWord& decoded,
               std::span<const float> reliability) {
  Received levels{};
  levels_of(decoded, levels);
  const auto before = nearest_bits(form, y), after = nearest_bits(form, levels);
  double cost = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    cost += before[i] != after[i] ? static_cast<double>(reliability[i]) : 0.0;
  }
  return cost;
}

}  // namespace

TEST_CASE("Inner words: the parity of the drafts' test vector", "[validation][fec]") {
  const std::string payload =
      "010110001100110011010110101010110110110110101110101110110011011110101010111110"
      "110110100101110101100000101101010010110000";
  InnerWord word;
  for (std::size_t i = 0; i < payload.size(); ++i) {
    (i % 2 == 0 ? word.first : word.second) |= std::uint64_t{payload[i] == '1'} << (i / 2);
  }
  const InnerWord coded = InnerCodec(InnerForm::pairs).encode(word);
  std::string parity;
  for (std::size_t i = 60; i < 64; ++i) {
    parity += (coded.first >> i & 1U) != 0 ? '1' : '0';
    parity += (coded.second >> i & 1U) != 0 ? '1' : '0';
  }
  CHECK(parity == "01010001");
}

TEST_CASE("Inner words: what is encoded holds, and comes back from its levels", "[property][fec]") {
  Rng random({.seed = 7});
  for (const InnerForm form : {InnerForm::pairs, InnerForm::bits}) {
    InnerCodec codec(form);
    for (int i = 0; i < 200; ++i) {
      const InnerWord payload{random.next(), random.next()};
      const InnerWord word = codec.encode(payload);
      REQUIRE(codec.is_codeword(word));
      REQUIRE((word.first ^ payload.first) << 4U == 0);
      REQUIRE((word.second ^ payload.second) << 4U == 0);
      Received y{};
      levels_of(word, y);
      REQUIRE(sliced(y) == word);
      REQUIRE(codec.decode(y) == word);
      y[random.below(64)] += 1.4F;  // one symbol by less than a level and a half, alone
      REQUIRE(codec.decode(y) == word);
    }
  }
}

TEST_CASE("Inner words: reliabilities are differences of squared distances", "[unit][fec]") {
  Rng random({.seed = 8});
  Received y{};
  for (float& v : y) v = static_cast<float>(9.0 * random.uniform() - 4.5);
  // Distance of y to the nearest level whose bit is `value`: bit 0 first, 1 second, 2 their sum.
  const auto nearest = [](float v, int which, int value) {
    float least = 1e9F;
    for (int level = 0; level < 4; ++level) {
      const int first = level >> 1, second = first ^ (level & 1);
      const int bit = which == 0 ? first : (which == 1 ? second : first ^ second);
      const float d = v - static_cast<float>(2 * level - 3);
      if (bit == value) least = std::min(least, d * d);
    }
    return least;
  };
  const auto expected = [&](std::size_t symbol, int which) {
    return std::abs(nearest(y[symbol], which, 0) - nearest(y[symbol], which, 1)) / 4.0F;
  };
  InnerCodec bits(InnerForm::bits), pairs(InnerForm::pairs);
  const auto of_bits = bits.reliabilities(y), of_pairs = pairs.reliabilities(y);
  REQUIRE(of_bits.size() == 128);
  REQUIRE(of_pairs.size() == 68);
  for (std::size_t i = 0; i < 64; ++i) {
    CHECK(of_bits[i] == Approx(expected(i, 0)).margin(1e-5));
    CHECK(of_bits[64 + i] == Approx(expected(i, 1)).margin(1e-5));
    if (i < 60) CHECK(of_pairs[i] == Approx(expected(i, 2)).margin(1e-5));
    if (i >= 60) CHECK(of_pairs[i] == Approx(expected(i, 0)).margin(1e-5));
    if (i >= 60) CHECK(of_pairs[i + 4] == Approx(expected(i, 1)).margin(1e-5));
  }
}

TEST_CASE("Inner words: as good as every pattern tried anew", "[unit][fec]") {
  for (const InnerForm form : {InnerForm::pairs, InnerForm::bits}) {
    for (const int tests : {1, 3, 6}) {
      InnerCodec codec(form, tests);
      NoisyWords words(form, 2.1, 20261203);
      int changed = 0;
      for (int i = 0; i < 600; ++i) {
        const Received y = words.next();
        const InnerWord decoded = codec.decode(y);
        const auto reliability = codec.reliabilities(y);
        const double best = plain_chase_cost(nearest_bits(form, y), reliability, codec.columns(),
                                             static_cast<std::size_t>(tests));
        if (!std::isfinite(best)) {  // no pattern reaches a codeword: left as it is
          REQUIRE(decoded == sliced(y));
          continue;
        }
        REQUIRE(codec.is_codeword(decoded));
        // Sums of up to seven floats below 2, reliabilities ordered to 2^-16.
        REQUIRE(cost_of(form, y, decoded, reliability) == Approx(best).margin(1e-4));
        changed += decoded == sliced(y) ? 0 : 1;
      }
      CHECK(changed > 200);
    }
  }
}

TEST_CASE("Inner words: six test positions are close to maximum likelihood", "[validation][fec]") {
  for (const InnerForm form : {InnerForm::pairs, InnerForm::bits}) {
    InnerCodec codec(form);
    NoisyWords words(form, 2.2, 5);
    int decoded_words = 0, worse = 0, better = 0;
    for (int i = 0; i < 12000; ++i) {
      const Received y = words.next();
      const InnerWord decoded = codec.decode(y);
      if (decoded == sliced(y)) continue;
      ++decoded_words;
      const auto reliability = codec.reliabilities(y);
      const double best = most_likely_cost(nearest_bits(form, y), reliability, codec.columns());
      const double cost = cost_of(form, y, decoded, reliability);
      worse += cost > best + 1e-4 ? 1 : 0;
      better += cost < best - 1e-4 ? 1 : 0;
    }
    CAPTURE(decoded_words, worse);
    CHECK(decoded_words > 7000);
    CHECK(better == 0);
    // At a BER of 1e-2: 1.05 % of them, of which a tenth is one standard deviation; most of these
    // fail with maximum likelihood too.
    CHECK(worse < 0.014 * decoded_words);
  }
}

TEST_CASE("Inner words: a codec needs a code and 1 to 10 test positions", "[unit][fec]") {
  CHECK_THROWS_AS(InnerCodec(InnerForm::none), InternalError);
  CHECK_THROWS_AS(InnerCodec(InnerForm::pairs, 0), InternalError);
  CHECK_THROWS_AS(InnerCodec(InnerForm::pairs, 11), InternalError);
}
