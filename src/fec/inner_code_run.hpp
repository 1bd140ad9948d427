#pragma once
// An inner code simulated: PAM4 in white noise, soft decoded, and what its failures look like to
// the outer code.
#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <span>

#include "fec/hamming_pam4.hpp"
#include "math/confidence.hpp"

namespace chappe {

/// Wrong bits and symbols ahead of and behind an inner code. Symbols are the outer code's, ten bits
/// of payload; an inner word carries 12.
struct InnerCounts {
  static constexpr std::size_t kSymbolsOfWord = 12;
  std::uint64_t words{0}, failed_words{0};  ///< failed: with wrong payload
  std::uint64_t line_bit_errors{0};         ///< of nearest levels, parity counted
  std::uint64_t bit_errors{0}, symbol_errors{0};
  std::array<std::uint64_t, kSymbolsOfWord + 1> by_symbols{};  ///< words with so many wrong symbols
  std::array<std::uint64_t, 17> by_bits{};                     ///< and bits; the last: and more

  double line_ber() const;
  double ber() const;
  double symbol_error_ratio() const;
  /// 95 %, by the number of failed words.
  Interval ber_interval() const;
  Interval symbol_error_interval() const;
  void add(const InnerCounts& other);
  void add_word(const InnerWord& sent, const InnerWord& nearest, const InnerWord& decoded);
};

struct InnerRun {
  std::uint64_t seed{1};
  std::uint64_t words_max{1'000'000};  ///< a whole number of rounds of 64,000 words, at least one
  std::uint64_t failed_words{1000};    ///< to stop at, at the end of a round
  int test_positions{6};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
};

/// Fills a block's noise: normal, mean 0, variance 1, independent between blocks.
using BlockNoise = std::function<void(std::uint64_t block, std::span<float> noise)>;

/// Random payload, encoded, in noise, decoded and counted. The same counts on any number of
/// threads. @param x  half a level's distance over the noise's standard deviation, > 0
/// @param code  with InnerForm pairs or bits
InnerCounts count_inner_errors(const InnerCode& code, double x, const InnerRun& run,
                               const BlockNoise& noise);

}  // namespace chappe
