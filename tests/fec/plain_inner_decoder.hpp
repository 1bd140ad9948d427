#pragma once
// Decoders of inner words written plainly: every pattern anew, and maximum likelihood by a trellis
// over syndromes. Beside them a stream of words in noise.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "base/rng.hpp"
#include "dsp/gaussian.hpp"
#include "fec/hamming_pam4.hpp"

namespace chappe::test {

using Received = std::array<float, kInnerSymbols>;

/// Sum of the columns of bits that are 1 in the nearest levels, bit by bit in the order of
/// InnerCodec::reliabilities.
inline std::vector<int> nearest_bits(InnerForm form, const Received& y) {
  std::vector<int> first, second, bits;
  for (const float v : y) {
    first.push_back(v > 0.0F ? 1 : 0);
    second.push_back(std::abs(v) < 2.0F ? 1 : 0);
  }
  if (form == InnerForm::bits) {
    bits = first;
    bits.insert(bits.end(), second.begin(), second.end());
    return bits;
  }
  for (std::size_t i = 0; i < 60; ++i) bits.push_back(first[i] ^ second[i]);
  for (std::size_t i = 60; i < 64; ++i) bits.push_back(first[i]);
  for (std::size_t i = 60; i < 64; ++i) bits.push_back(second[i]);
  return bits;
}

inline unsigned syndrome_of(const std::vector<int>& bits, std::span<const std::uint8_t> columns) {
  unsigned sum = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) sum ^= bits[i] != 0 ? columns[i] : 0U;
  return sum;
}

/// Least sum of reliabilities that Chase's patterns find, each checked from scratch.
inline double plain_chase_cost(const std::vector<int>& bits, std::span<const float> reliability,
                               std::span<const std::uint8_t> columns, std::size_t tests) {
  std::vector<std::size_t> order(bits.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return reliability[a] < reliability[b]; });
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t pattern = 0; pattern < std::size_t{1} << tests; ++pattern) {
    std::vector<int> word = bits;
    for (std::size_t t = 0; t < tests; ++t) word[order[t]] ^= static_cast<int>(pattern >> t & 1U);
    const unsigned sum = syndrome_of(word, columns);
    if (sum != 0) {
      const auto at = std::find(columns.begin(), columns.end(), sum);
      if (at == columns.end()) continue;
      word[static_cast<std::size_t>(at - columns.begin())] ^= 1;
    }
    double cost = 0.0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      cost += word[i] != bits[i] ? static_cast<double>(reliability[i]) : 0.0;
    }
    best = std::min(best, cost);
  }
  return best;
}

/// Least sum of reliabilities of all codewords: the shortest way through 256 syndromes.
inline double most_likely_cost(const std::vector<int>& bits, std::span<const float> reliability,
                               std::span<const std::uint8_t> columns) {
  std::vector<float> cost(256, 1e30F), next(256);
  cost[0] = 0.0F;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::size_t s = 0; s < 256; ++s) {
      next[s] = std::min(cost[s], cost[s ^ columns[i]] + reliability[i]);
    }
    cost.swap(next);
  }
  return static_cast<double>(cost[syndrome_of(bits, columns)]);
}

/// Random words, encoded, in white noise.
class NoisyWords {
 public:
  NoisyWords(InnerForm form, double x, std::uint64_t seed)
      : codec_(form),
        sigma_(static_cast<float>(1.0 / x)),
        payload_({seed, 1}),
        noise_(BlockKey{{seed, 2}, 0}) {}
  Received next() {
    sent_ = codec_.encode({payload_.next(), payload_.next()});
    Received y{}, noise{};
    levels_of(sent_, y);
    noise_.fill(noise);
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += sigma_ * noise[i];
    return y;
  }
  const InnerWord& sent() const { return sent_; }

 private:
  InnerCodec codec_;
  float sigma_;
  Rng payload_;
  GaussianSource<float> noise_;
  InnerWord sent_{};
};

}  // namespace chappe::test
