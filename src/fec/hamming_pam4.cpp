#include "fec/hamming_pam4.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr std::uint64_t kPayload = (std::uint64_t{1} << kInnerPayloadSymbols) - 1;
constexpr std::size_t kParitySymbols = kInnerSymbols - kInnerPayloadSymbols;
constexpr float kNever = std::numeric_limits<float>::max() / 4.0F;
constexpr std::int32_t kLargestKey = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kPlace = 127;  // low bits of a key that hold its place
constexpr std::uint64_t bit(std::size_t i) { return std::uint64_t{1} << i; }

using Flags = std::array<std::uint8_t, kInnerSymbols>;

/// Bit i is flag i, 0 or 1.
std::uint64_t mask_of(const Flags& flags) {
  std::uint64_t mask = 0;
  for (std::size_t byte = 0; byte < 8; ++byte) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &flags[8 * byte], sizeof eight);
    mask |= (eight * 0x0102040810204080U) >> 56U << (8 * byte);  // the flags meet in the top byte
  }
  return mask;
}

/// Of the symbol's first Gray bit, at a distance `a` from the middle threshold.
float first_reliability(float a) { return std::max(a, 2.0F * a - 2.0F); }
float second_reliability(float a) { return std::abs(a - 2.0F); }

}  // namespace

void levels_of(const InnerWord& word, std::span<float, kInnerSymbols> levels) {
  for (std::size_t i = 0; i < kInnerSymbols; ++i) {
    const auto first = static_cast<float>(word.first >> i & 1U);
    const auto second = static_cast<float>(word.second >> i & 1U);
    levels[i] = (2.0F * first - 1.0F) * (3.0F - 2.0F * second);
  }
}

InnerWord sliced(std::span<const float, kInnerSymbols> received) {
  Flags first{}, second{};
  for (std::size_t i = 0; i < kInnerSymbols; ++i) {
    first[i] = received[i] > 0.0F ? 1 : 0;
    second[i] = std::abs(received[i]) < 2.0F ? 1 : 0;
  }
  return {mask_of(first), mask_of(second)};
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
  rows_ = (n_ + kColumns - 1) / kColumns;
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
  key_.fill(kLargestKey);
  const std::size_t patterns = bit(tests_ - 1);
  pattern_syndrome_.resize(patterns);
  pattern_cost_.resize(patterns);
  for (std::size_t t = 0; t < patterns; ++t) {
    pattern_parity_.push_back(static_cast<std::uint8_t>(std::popcount(t) & 1));
  }
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
  // Order by reliability, then place: a positive float's bits are ordered as it is.
  std::array<std::int32_t, kColumns> least_of_column{};
  least_of_column.fill(kLargestKey);
  for (std::size_t i = 0; i < n_; ++i) {
    key_[i] = (std::bit_cast<std::int32_t>(reliability_[i]) & ~kPlace) | static_cast<int>(i);
  }
  for (std::size_t row = 0; row < rows_; ++row) {
    for (std::size_t c = 0; c < kColumns; ++c) {
      least_of_column[c] = std::min(least_of_column[c], key_[row * kColumns + c]);
    }
  }
  // As many columns as tests have something at most as large as this.
  std::int32_t bound = kLargestKey;
  for (const std::int32_t key : least_of_column) {
    std::size_t rank = 0;
    for (const std::int32_t other : least_of_column) rank += other < key ? 1U : 0U;
    bound = rank + 1 == tests_ ? key : bound;
  }
  std::size_t found = 0;
  std::array<std::int32_t, 2 * kInnerSymbols> small{};
  for (std::size_t begin = 0; begin < n_; begin += kInnerSymbols) {
    Flags flags{};
    for (std::size_t i = 0; i < kInnerSymbols; ++i) flags[i] = key_[begin + i] <= bound ? 1 : 0;
    for (std::uint64_t left = mask_of(flags); left != 0; left &= left - 1) {
      small[found++] = key_[begin + static_cast<std::size_t>(std::countr_zero(left))];
    }
  }
  for (std::size_t i = 0; i < found; ++i) {
    std::size_t rank = 0;
    for (std::size_t j = 0; j < found; ++j) rank += small[j] < small[i] ? 1U : 0U;
    if (rank < tests_) least_[rank] = static_cast<std::size_t>(small[i] & kPlace);
  }
}

// All columns are odd: a pattern leaves an odd syndrome, which one more bit can end, only if its
// own size is of the right parity. So the last test position follows from the others. A pattern
// that ends at 0 is a smaller one with its last bit as completion.
InnerCodec::Bits InnerCodec::best_pattern(std::uint8_t syndrome) {
  for (std::size_t i = 0; i < n_; ++i) completion_[columns_[i]] = reliability_[i];
  const std::size_t others = tests_ - 1, last = least_[others];
  const bool odd = std::popcount(syndrome) % 2 == 1;
  pattern_syndrome_[0] = syndrome;
  pattern_cost_[0] = 0.0F;
  for (std::size_t test = 0; test < others; ++test) {
    const std::size_t half = bit(test);
    const std::uint8_t column = columns_[least_[test]];
    const float cost = reliability_[least_[test]];
    for (std::size_t t = 0; t < half; ++t) {
      pattern_syndrome_[half + t] = pattern_syndrome_[t] ^ column;
      pattern_cost_[half + t] = pattern_cost_[t] + cost;
    }
  }
  const std::array<std::uint8_t, 2> column{odd ? std::uint8_t{0} : columns_[last],
                                           odd ? columns_[last] : std::uint8_t{0}};
  const std::array<float, 2> cost{odd ? 0.0F : reliability_[last], odd ? reliability_[last] : 0.0F};
  std::size_t best = 0;
  float least = kNever;
  for (std::size_t t = 0; t < pattern_cost_.size(); ++t) {
    const std::size_t parity = pattern_parity_[t];
    const std::uint8_t left = pattern_syndrome_[t] ^ column[parity];
    const float here = pattern_cost_[t] + cost[parity] + completion_[left];
    best = here < least ? t : best;
    least = std::min(least, here);
  }
  Bits change;
  if (least >= kNever) return change;
  const auto flip = [&](std::size_t i) { (i < 64 ? change.low : change.high) ^= bit(i % 64); };
  for (std::size_t test = 0; test < others; ++test) {
    if ((best >> test & 1U) != 0) flip(least_[test]);
  }
  const std::uint8_t used = column[pattern_parity_[best]];
  if (used != 0) flip(last);
  flip(bit_of_[pattern_syndrome_[best] ^ used]);
  return change;
}

InnerWord InnerCodec::changed(InnerWord word, const Bits& change,
                              std::span<const float, kInnerSymbols> received) const {
  if (form_ == InnerForm::bits) return {word.first ^ change.low, word.second ^ change.high};
  Flags near{};  // the middle: the nearest level of the other parity lies across it
  for (std::size_t i = 0; i < kInnerSymbols; ++i) near[i] = std::abs(received[i]) < 1.0F ? 1 : 0;
  const std::uint64_t near_middle = mask_of(near);
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
