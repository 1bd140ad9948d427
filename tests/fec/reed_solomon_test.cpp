#include "fec/reed_solomon.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "fec/outcome.hpp"

using namespace chappe;
using Symbol = ReedSolomon::Symbol;

namespace {

std::vector<Symbol> random_message(int k, std::mt19937_64& random) {
  std::vector<Symbol> message(static_cast<std::size_t>(k));
  for (Symbol& m : message) m = static_cast<Symbol>(random() & 1023U);
  return message;
}

/// Changes `count` different symbols.
void spoil(std::vector<Symbol>& word, int count, std::mt19937_64& random) {
  std::vector<bool> hit(word.size(), false);
  while (count > 0) {
    const std::size_t place = random() % word.size();
    if (hit[place]) continue;
    hit[place] = true;
    word[place] ^= static_cast<Symbol>(1 + random() % 1023U);
    --count;
  }
}

/// Each bit wrong with probability `ber`; returns the number of wrong symbols.
int add_bit_errors(std::vector<Symbol>& word, double ber, std::mt19937_64& random) {
  std::geometric_distribution<long> gap(ber);
  int wrong = 0;
  const long bits = 10 * static_cast<long>(word.size());
  long last_symbol = -1;
  for (long bit = gap(random); bit < bits; bit += 1 + gap(random)) {
    word[static_cast<std::size_t>(bit / 10)] ^= static_cast<Symbol>(1U << (bit % 10));
    if (bit / 10 != last_symbol) ++wrong;
    last_symbol = bit / 10;
  }
  return wrong;
}

}  // namespace

TEST_CASE("E1: generator polynomials of KP4 and KR4 are the published ones", "[validation][fec]") {
  const std::vector<Symbol> kp4{1,   575, 552, 187, 230, 552, 1,   108, 565, 282, 249,
                                593, 132, 94,  720, 495, 385, 942, 503, 883, 361, 788,
                                610, 193, 392, 127, 185, 158, 128, 834, 523};
  const std::vector<Symbol> kr4{1,   904, 6,   701, 32,  656, 925, 900,
                                614, 391, 592, 265, 945, 290, 432};
  CHECK(ReedSolomon(544, 514).generator() == kp4);
  CHECK(ReedSolomon(528, 514).generator() == kr4);
  CHECK(ReedSolomon(272, 258).generator() == kr4);
}

TEST_CASE("up to t wrong symbols are corrected, t + 1 are not", "[property][fec]") {
  std::mt19937_64 random(20250301);
  for (const auto& [n, k] : {std::pair{544, 514}, std::pair{528, 514}, std::pair{272, 258}}) {
    const ReedSolomon code(n, k);
    for (int wrong = 0; wrong <= code.t() + 1; ++wrong) {
      const std::vector<Symbol> sent = code.encode(random_message(k, random));
      std::vector<Symbol> word = sent;
      spoil(word, wrong, random);
      const std::vector<Symbol> received = word;
      const std::optional<int> corrected = code.decode(word);
      if (wrong <= code.t()) {
        CHECK(corrected == wrong);
        CHECK(word == sent);
      } else {
        // Miscorrection has a probability near 1/t! (1e-12 for KP4, 2e-4 for the others).
        CHECK_FALSE(corrected);
        CHECK(word == received);
      }
    }
  }
}

TEST_CASE("counted codeword and residual errors agree with the binomial sum", "[validation][fec]") {
  // z of a count against its expectation; seed fixed beforehand; 3.5 is exceeded by chance once in
  // 2000 trials. Post-FEC bits are compared by the same word-by-word spread.
  std::mt19937_64 random(7);
  const FecCode& kp4 = fec_code("rs544_514");
  const ReedSolomon code(kp4.n, kp4.k);
  const double ber = 2e-3;
  const int words = 3000;
  double failures = 0, bits = 0, bits_squared = 0;
  for (int w = 0; w < words; ++w) {
    std::vector<Symbol> word(static_cast<std::size_t>(kp4.n), 0);  // the zero word is a codeword
    const int wrong = add_bit_errors(word, ber, random);
    const std::vector<Symbol> received = word;
    const std::optional<int> corrected = code.decode(word);
    REQUIRE(corrected.has_value() == (wrong <= kp4.t));
    if (corrected) continue;
    ++failures;
    int left = 0;
    for (const Symbol symbol : received) left += __builtin_popcount(symbol);
    bits += left;
    bits_squared += static_cast<double>(left) * left;
  }
  const FecOutcome expected = fec_outcome(kp4, ber, {});
  const double cer = *expected.codeword_error_ratio;
  REQUIRE(failures > 100);
  CHECK(std::abs(failures - words * cer) < 3.5 * std::sqrt(words * cer * (1 - cer)));
  const double mean_bits = words * expected.ber_post_fec * kp4.codeword_bits();
  CHECK(std::abs(bits - mean_bits) < 3.5 * std::sqrt(bits_squared));
}
