#pragma once
// Binary codes of eight parity bits and minimum distance 4: shortened or extended Hamming codes.
#include <cstdint>
#include <span>
#include <vector>

namespace chappe {

enum class HardDecision : std::uint8_t { clean, corrected, detected };

/// A systematic code of k message bits, then 8 parity bits. Its parity check matrix has a column of
/// eight bits for every bit of a word, of odd weight and all distinct; parity bit j has column 1 <<
/// j. Two columns are never equal and the sum of three has odd weight, so that words differ in at
/// least 4 bits: one wrong bit is corrected, two are detected. Bits are 0 or 1, one in a byte.
class HammingCode {
 public:
  /// @param message_columns  of bits 0 .. k - 1; @throws InternalError where one is even, a unit
  /// vector or there twice
  explicit HammingCode(std::vector<std::uint8_t> message_columns);

  int n() const { return static_cast<int>(columns_.size()); }
  int k() const { return n() - 8; }
  std::uint8_t column(int bit) const { return columns_[static_cast<std::size_t>(bit)]; }

  /// Sum of the columns of the bits that are 1. Of a message: its parity bits; of a word: 0 if it
  /// is a codeword. @param bits  at most n, from the first
  std::uint8_t syndrome(std::span<const std::uint8_t> bits) const;
  /// Corrects one wrong bit in place. @param word  n bits
  HardDecision correct(std::span<std::uint8_t> word) const;
  /// Codewords of that weight, by the dual code's 256 words (MacWilliams). @param weight  0 to 8,
  /// beyond which doubles no longer count exactly
  double words_of_weight(int weight) const;

 private:
  std::vector<std::uint8_t> columns_{};
  std::vector<int> bit_of_{};  ///< [syndrome]: the bit with this column, -1 = none
};

/// (68,60): the column of message bit k is x^(67+k) mod x^8 + x^7 + x^4 + x^3 + x + 1, coefficient
/// of x^0 in the lowest bit. Reproduces table 177-1 of P802.3dj drafts D0.1 and D1.0 as a public
/// model has it (Omer-Sella/802.3, ieeeConstants.py); later drafts were not seen.
HammingCode hamming68_60();

/// The extended Hamming code (128,120): every odd column, those of the message ascending. A
/// standard's own order of columns does not change weights or error ratios.
HammingCode hamming128_120();

}  // namespace chappe
