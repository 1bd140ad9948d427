#include "fec/hamming.hpp"

#include <bit>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr unsigned kSyndromes = 256;

bool odd(unsigned bits) { return std::popcount(bits) % 2 == 1; }

/// Krawtchouk polynomial K_w(j) of length n: sum_i (-1)^i C(j, i) C(n - j, w - i).
double krawtchouk(int n, int w, int j) {
  const auto choose = [](int m, int r) {
    double value = r < 0 || r > m ? 0.0 : 1.0;
    for (int i = 0; i < r && value > 0.0; ++i) value = value * (m - i) / (i + 1);
    return value;
  };
  double sum = 0.0;
  for (int i = 0; i <= w; ++i)
    sum += (i % 2 == 0 ? 1.0 : -1.0) * choose(j, i) * choose(n - j, w - i);
  return sum;
}

}  // namespace

HammingCode::HammingCode(std::vector<std::uint8_t> message_columns)
    : columns_(std::move(message_columns)), bit_of_(kSyndromes, -1) {
  for (unsigned j = 0; j < 8; ++j) columns_.push_back(static_cast<std::uint8_t>(1U << j));
  for (int bit = 0; bit < n(); ++bit) {
    int& known = bit_of_[column(bit)];
    ensure(odd(column(bit)) && known < 0, "columns have odd weight and are distinct");
    known = bit;
  }
}

std::uint8_t HammingCode::syndrome(std::span<const std::uint8_t> bits) const {
  ensure(bits.size() <= columns_.size(), "at most n bits");
  std::uint8_t sum = 0;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) sum ^= columns_[i];
  }
  return sum;
}

HardDecision HammingCode::correct(std::span<std::uint8_t> word) const {
  ensure(word.size() == columns_.size(), "a word has n bits");
  const std::uint8_t sum = syndrome(word);
  if (sum == 0) return HardDecision::clean;
  const int bit = bit_of_[sum];
  if (bit < 0) return HardDecision::detected;
  word[static_cast<std::size_t>(bit)] ^= 1U;
  return HardDecision::corrected;
}

double HammingCode::words_of_weight(int weight) const {
  ensure(weight >= 0 && weight <= 8, "a weight from 0 to 8");
  double sum = 0.0;
  for (unsigned check = 0; check < kSyndromes; ++check) {
    int ones = 0;
    for (const std::uint8_t column : columns_) ones += odd(check & column) ? 1 : 0;
    sum += krawtchouk(n(), weight, ones);
  }
  return std::round(sum / kSyndromes);
}

HammingCode hamming68_60() {
  constexpr unsigned kGenerator = 0b1'1001'1011, kFirst = 67, kMessage = 60;
  std::vector<std::uint8_t> columns;
  unsigned power = 1;
  for (unsigned i = 0; i < kFirst + kMessage; ++i) {
    if (i >= kFirst) columns.push_back(static_cast<std::uint8_t>(power));
    power <<= 1U;
    if ((power & kSyndromes) != 0) power ^= kGenerator;
  }
  return HammingCode(std::move(columns));
}

HammingCode hamming128_120() {
  std::vector<std::uint8_t> columns;
  for (unsigned column = 0; column < kSyndromes; ++column) {
    if (odd(column) && !std::has_single_bit(column)) {
      columns.push_back(static_cast<std::uint8_t>(column));
    }
  }
  return HammingCode(std::move(columns));
}

}  // namespace chappe
