#include "fec/inner_code_run.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "base/rng.hpp"

namespace chappe {
namespace {

constexpr std::size_t kBlockWords = 1000, kRoundBlocks = 64;
constexpr std::uint32_t kPayloadStream = 177;
constexpr std::size_t kSymbolPam = 5;  // PAM4 symbols of an outer symbol
constexpr double kLineBits = 2.0 * kInnerSymbols, kPayloadBits = 2.0 * kInnerPayloadSymbols;

Interval interval(std::uint64_t errors, std::uint64_t failed, double trials) {
  return error_ratio_interval(static_cast<std::int64_t>(errors), static_cast<std::int64_t>(failed),
                              static_cast<std::int64_t>(trials));
}

InnerCounts count_block(const InnerCode& code, float sigma, const InnerRun& run,
                        std::uint64_t block, const BlockNoise& fill) {
  InnerCounts counts;
  InnerCodec codec(code.form, run.test_positions);
  Rng random({run.seed, kPayloadStream}, block);
  std::vector<float> noise(kBlockWords * kInnerSymbols);
  fill(block, noise);
  std::array<float, kInnerSymbols> received{};
  for (std::size_t word = 0; word < kBlockWords; ++word) {
    const std::uint64_t first = random.next(), second = random.next();
    const InnerWord sent = codec.encode({first, second});
    levels_of(sent, received);
    const float* here = &noise[word * kInnerSymbols];
    for (std::size_t i = 0; i < kInnerSymbols; ++i) received[i] += sigma * here[i];
    counts.add_word(sent, sliced(received), codec.decode(received));
  }
  return counts;
}

}  // namespace

double InnerCounts::line_ber() const {
  return static_cast<double>(line_bit_errors) / (kLineBits * static_cast<double>(words));
}

double InnerCounts::ber() const {
  return static_cast<double>(bit_errors) / (kPayloadBits * static_cast<double>(words));
}

double InnerCounts::symbol_error_ratio() const {
  return static_cast<double>(symbol_errors) /
         (static_cast<double>(kSymbolsOfWord) * static_cast<double>(words));
}

Interval InnerCounts::ber_interval() const {
  return interval(bit_errors, failed_words, kPayloadBits * static_cast<double>(words));
}

Interval InnerCounts::symbol_error_interval() const {
  return interval(symbol_errors, failed_words,
                  static_cast<double>(kSymbolsOfWord) * static_cast<double>(words));
}

void InnerCounts::add(const InnerCounts& other) {
  words += other.words;
  failed_words += other.failed_words;
  line_bit_errors += other.line_bit_errors;
  bit_errors += other.bit_errors;
  symbol_errors += other.symbol_errors;
  for (std::size_t i = 0; i < by_symbols.size(); ++i) by_symbols[i] += other.by_symbols[i];
  for (std::size_t i = 0; i < by_bits.size(); ++i) by_bits[i] += other.by_bits[i];
}

void InnerCounts::add_word(const InnerWord& sent, const InnerWord& nearest,
                           const InnerWord& decoded) {
  ++words;
  line_bit_errors += static_cast<unsigned>(std::popcount(sent.first ^ nearest.first) +
                                           std::popcount(sent.second ^ nearest.second));
  constexpr std::uint64_t kPayload = (std::uint64_t{1} << kInnerPayloadSymbols) - 1;
  const std::uint64_t first = (sent.first ^ decoded.first) & kPayload;
  const std::uint64_t second = (sent.second ^ decoded.second) & kPayload;
  if ((first | second) == 0) return;
  const auto bits = static_cast<std::size_t>(std::popcount(first) + std::popcount(second));
  constexpr std::uint64_t kSymbol = (std::uint64_t{1} << kSymbolPam) - 1;
  std::size_t symbols = 0;
  for (std::uint64_t left = first | second; left != 0; left >>= kSymbolPam) {
    symbols += (left & kSymbol) != 0 ? 1U : 0U;
  }
  ++failed_words;
  bit_errors += bits;
  symbol_errors += symbols;
  ++by_symbols[symbols];
  ++by_bits[std::min(bits, by_bits.size() - 1)];
}

InnerCounts count_inner_errors(const InnerCode& code, double x, const InnerRun& run,
                               const BlockNoise& noise) {
  ensure(code.corrects() && x > 0.0, "an inner code and a distance over noise above 0");
  const auto sigma = static_cast<float>(1.0 / x);
  InnerCounts sum;
  std::uint64_t block = 0;
  do {
    std::array<InnerCounts, kRoundBlocks> round{};
    const bool whole = parallel_for(
        kRoundBlocks, run.threads,
        [&](std::size_t i) { round[i] = count_block(code, sigma, run, block + i, noise); },
        run.stop);
    if (!whole) break;
    for (const InnerCounts& counts : round) sum.add(counts);
    block += kRoundBlocks;
  } while (sum.failed_words < run.failed_words &&
           sum.words + kRoundBlocks * kBlockWords <= run.words_max);
  return sum;
}

}  // namespace chappe
