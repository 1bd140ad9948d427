// Inner words behind the interleaver of three delay lines, into outer codewords.
#include <catch2/catch.hpp>
#include <map>

#include "fec/inner_code_run.hpp"
#include "fec/outcome.hpp"
#include "math/special.hpp"
#include "tests/fec/plain_inner_decoder.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

struct Codewords {
  double words{0.0}, failed{0.0}, symbol_error_ratio{0.0};
};

/// One lane with four codewords in a group, symbol by symbol: units of four symbols, line l of
/// three delayed by l times `delay` units of its own. Codewords at the ends, hit in part, are left
/// out.
Codewords outer_errors(double x, long inner_words, long delay) {
  constexpr long kUnitsOfGroup = 544;
  InnerCodec codec(InnerForm::pairs);
  NoisyWords words(InnerForm::pairs, x, 20261203);
  std::map<long, std::array<int, 4>> wrong;  // [group]: symbols of each codeword
  Codewords out;
  for (long k = 0; k < inner_words; ++k) {
    const Received y = words.next();
    const InnerWord decoded = codec.decode(y);
    const std::uint64_t off =
        (decoded.first ^ words.sent().first) | (decoded.second ^ words.sent().second);
    for (long symbol = 0; symbol < 12; ++symbol) {
      if ((off >> (5 * symbol) & 31U) == 0) continue;
      const long line = symbol / 4, unit = 3 * (k - line * delay) + line;
      out.symbol_error_ratio += 1.0 / 12.0 / static_cast<double>(inner_words);
      if (unit >= 0) ++wrong[unit / kUnitsOfGroup][static_cast<std::size_t>(symbol % 4)];
    }
  }
  const long groups = 3 * (inner_words - 2 * delay) / kUnitsOfGroup;
  for (long g = 0; g < groups; ++g) {
    for (const int count : wrong[g]) out.failed += count > fec_code("rs544_514").t ? 1.0 : 0.0;
  }
  out.words = 4.0 * static_cast<double>(groups);
  return out;
}

double independent(const Codewords& counts) {
  return counts.words * binomial_tail_above(15, 544, counts.symbol_error_ratio);
}

}  // namespace

TEST_CASE("Inner code: behind the interleaver outer symbols fail independently",
          "[validation][fec]") {
  constexpr double kX = 2.24;  // 7 % of codewords fail
  // 3 x 182 units are the least that a group of 544 asks for.
  const Codewords parted = outer_errors(kX, 600'000, 182);
  CAPTURE(parted.words, parted.failed, independent(parted));
  CHECK(parted.failed > 300.0);
  // Words of a group fail together (a word's four neighbours in a unit): variance up to twice that
  // of single ones. 3.5 standard deviations.
  CHECK(std::abs(parted.failed - independent(parted)) < 3.5 * std::sqrt(2.0 * parted.failed));
  // Without delays an inner word's symbols meet in the same codewords, three in each.
  const Codewords together = outer_errors(kX, 600'000, 0);
  CAPTURE(together.failed, independent(together));
  CHECK(together.failed > 1.2 * independent(together));
}
