#include "fec/hamming_pam4.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr std::uint64_t kPayload = (std::uint64_t{1} << kInnerPayloadSymbols) - 1;
constexpr std::size_t kParitySymbols = kInnerSymbols - kInnerPayloadSymbols;
constexpr float kNever = std::numeric_limits<float>::max() / 4.0F;
constexpr std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }

/// Of the symbol's first Gray bit, at a distance `a` from the middle threshold.
float first_reliability(float a) { return std::max(a, 2.0F * a - 2.0F); }
float second_reliability(float a) { return std::abs(a - 2.0F); }

}  // namespace

void levels_of(const InnerWord& word, std::span<float, kInnerSymbols> levels) {
  for (std::size_t i = 0; i < kInnerSymbols; ++i) {
    const float size = (word.second >> i & 1U) != 0 ? 1.0F : 3.0F;
    levels[i] = (word.first >> i & 1U) != 0 ? size : -size;
  }
}

InnerWord sliced(std::span<const float, kInnerSymbols> received) {
  InnerWord out;
  for (std::size_t i = 0; i < kInnerSymbols; ++i) {
    out.first |= std::uint64_t{received[i] > 0.0F} << i;
    out.second |= std::uint64_t{std::abs(received[i]) < 2.0F} << i;
  }
  return out;
}

InnerCodec::InnerCodec(InnerForm form, int test_positions)
    : form_(form), tests_(static_cast<std::size_t>(test_positions)) {
  ensure(form != InnerForm::none, "a codec of a code");
  ensure(test_positions >= 1 && test_positions <= static_cast<int>(least_.size()),
         "1 to 10 test positions");
  const HammingCode code = form == InnerForm::pairs ? hamming68_60() : hamming128_120();
  // Bits of the word in the order of reliabilities().
  if (form == InnerForm::pairs) {
    for (int k = 0; k < code.k(); ++k) columns_.push_back(code.column(k));
    for (int second = 0; second < 2; ++second) {
      for (int j = 0; j < 8; j += 2) columns_.push_back(code.column(code.k() + j + second));
    }
  } else {
    for (int second = 0; second < 2; ++second) {
      for (int i = 0; i < code.n(); i += 2) columns_.push_back(code.column(i + second));
    }
  }
  n_ = columns_.size();
  planes_.assign((n_ + 7) / 8, Plane{});
  completion_.fill(kNever);
  completion_[0] = 0.0F;
  for (std::size_t i = 0; i < n_; ++i) {
    bit_of_[columns_[i]] = static_cast<std::uint8_t>(i);
    Plane& plane = planes_[i / 8];
    for (std::size_t value = 0; value < plane.size(); ++value) {
      if ((value >> (i % 8) & 1U) != 0) plane[value] ^= columns_[i];
    }
  }
  pattern_syndrome_.resize(bit(tests_));
  pattern_cost_.resize(bit(tests_));
}

InnerCodec::Bits InnerCodec::bits_of(const InnerWord& word) const {
  if (form_ == InnerForm::bits) return {word.first, word.second};
  return {((word.first ^ word.second) & kPayload) | (word.first & ~kPayload),
          word.second >> kInnerPayloadSymbols};
}

std::uint8_t InnerCodec::syndrome(const Bits& bits) const {
  std::uint8_t sum = 0;
  for (std::size_t byte = 0; byte < planes_.size(); ++byte) {
    const std::uint64_t from = byte < 8 ? bits.low : bits.high;
    sum ^= planes_[byte][from >> (8 * (byte % 8)) & 0xFFU];
  }
  return sum;
}

InnerWord InnerCodec::encode(const InnerWord& payload) const {
  InnerWord word{payload.first & kPayload, payload.second & kPayload};
  const std::uint64_t parity = syndrome(bits_of(word));
  for (std::size_t j = 0; j < kParitySymbols; ++j) {
    word.first |= (parity >> (2 * j) & 1U) << (kInnerPayloadSymbols + j);
    word.second |= (parity >> (2 * j + 1) & 1U) << (kInnerPayloadSymbols + j);
  }
  return word;
}

bool InnerCodec::is_codeword(const InnerWord& word) const { return syndrome(bits_of(word)) == 0; }

std::span<const float> InnerCodec::reliabilities(std::span<const float, kInnerSymbols> received) {
  std::array<float, kInnerSymbols> a{};
  for (std::size_t i = 0; i < kInnerSymbols; ++i) a[i] = std::abs(received[i]);
  if (form_ == InnerForm::bits) {
    for (std::size_t i = 0; i < kInnerSymbols; ++i) {
      reliability_[i] = first_reliability(a[i]);
      reliability_[kInnerSymbols + i] = second_reliability(a[i]);
    }
  } else {
    // The level's parity turns where the less reliable of its two bits does; max-log has it so.
    for (std::size_t i = 0; i < kInnerPayloadSymbols; ++i) {
      reliability_[i] = std::min(a[i], second_reliability(a[i]));
    }
    for (std::size_t i = kInnerPayloadSymbols; i < kInnerSymbols; ++i) {
      reliability_[i] = first_reliability(a[i]);
      reliability_[i + kParitySymbols] = second_reliability(a[i]);
    }
  }
  return std::span(reliability_).first(n_);
}

void InnerCodec::find_least_reliable() {
  std::array<float, 10> value{};
  value.fill(kNever);
  const std::size_t last = tests_ - 1;
  for (std::size_t i = 0; i < n_; ++i) {
    const float here = reliability_[i];
    if (here >= value[last]) continue;
    std::size_t at = last;
    for (; at > 0 && value[at - 1] > here; --at) {
      value[at] = value[at - 1];
      least_[at] = least_[at - 1];
    }
    value[at] = here;
    least_[at] = i;
  }
}

InnerCodec::Bits InnerCodec::best_pattern(std::uint8_t syndrome) {
  for (std::size_t i = 0; i < n_; ++i) completion_[columns_[i]] = reliability_[i];
  pattern_syndrome_[0] = syndrome;
  pattern_cost_[0] = 0.0F;
  for (std::size_t test = 0; test < tests_; ++test) {
    const std::size_t half = bit(test);
    const std::uint8_t column = columns_[least_[test]];
    const float cost = reliability_[least_[test]];
    for (std::size_t t = 0; t < half; ++t) {
      pattern_syndrome_[half + t] = pattern_syndrome_[t] ^ column;
      pattern_cost_[half + t] = pattern_cost_[t] + cost;
    }
  }
  std::size_t best = 0;
  float least = kNever;
  for (std::size_t t = 0; t < pattern_cost_.size(); ++t) {
    const float cost = pattern_cost_[t] + completion_[pattern_syndrome_[t]];
    if (cost < least) {
      least = cost;
      best = t;
    }
  }
  Bits change;
  if (least >= kNever) return change;
  const auto flip = [&](std::size_t i) { (i < 64 ? change.low : change.high) ^= bit(i % 64); };
  for (std::size_t test = 0; test < tests_; ++test) {
    if ((best >> test & 1U) != 0) flip(least_[test]);
  }
  if (pattern_syndrome_[best] != 0) flip(bit_of_[pattern_syndrome_[best]]);
  return change;
}

InnerWord InnerCodec::changed(InnerWord word, const Bits& change,
                              std::span<const float, kInnerSymbols> received) const {
  if (form_ == InnerForm::bits) return {word.first ^ change.low, word.second ^ change.high};
  std::uint64_t near_middle = 0;  // the nearest level of the other parity lies across it
  for (std::size_t i = 0; i < kInnerPayloadSymbols; ++i) {
    near_middle |= std::uint64_t{std::abs(received[i]) < 1.0F} << i;
  }
  const std::uint64_t turned = change.low & kPayload;
  word.first ^= (turned & near_middle) | (change.low & ~kPayload);
  word.second ^= (turned & ~near_middle) | change.high << kInnerPayloadSymbols;
  return word;
}

InnerWord InnerCodec::decode(std::span<const float, kInnerSymbols> received) {
  const InnerWord word = sliced(received);
  const std::uint8_t sum = syndrome(bits_of(word));
  if (sum == 0) return word;  // nothing is nearer than the nearest levels
  static_cast<void>(reliabilities(received));
  find_least_reliable();
  return changed(word, best_pattern(sum), received);
}

}  // namespace chappe
