#pragma once
// Test patterns: pseudo-random binary sequences and their PAM4 forms.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chappe {

/// A maximal-length sequence of order 7, 9, 11, 13, 15, 23 or 31, bit by bit. The output is the new
/// bit of b_k = b_(k-t1) + b_(k-t2) + ... (mod 2) with the taps of
///   PRBS7 x^7+x^6+1, PRBS9 x^9+x^5+1, PRBS11 x^11+x^9+1, PRBS13 x^13+x^12+x^2+x+1 (IEEE Std 802.3
///   120.5.11.2), PRBS15 x^15+x^14+1, PRBS23 x^23+x^18+1 (ITU-T O.150), PRBS31 x^31+x^28+1
///   (802.3 49.2.8).
class Prbs {
 public:
  /// @param seed  the last `order` bits, the newest in bit 0; not all zero. Default: all ones.
  /// @throws InternalError for another order or a zero seed
  explicit Prbs(int order, std::uint32_t seed = 0xffffffffu);
  /// 0 or 1.
  std::uint8_t next();
  /// Bits after which the sequence repeats: 2^order - 1.
  std::uint64_t period() const { return mask_; }

 private:
  std::uint32_t taps_{0};
  std::uint32_t mask_{0};
  std::uint32_t state_{0};
};

/// The first `count` bits (0 or 1).
std::vector<std::uint8_t> prbs_bits(int order, std::size_t count, std::uint32_t seed = 0xffffffffu);

/// PAM4 symbol 0 to 3 of the bits {a, b}, a sent first: 00 -> 0, 01 -> 1, 11 -> 2, 10 -> 3
/// (IEEE Std 802.3 120.5.7.1).
constexpr std::uint8_t gray_pam4(std::uint8_t a, std::uint8_t b) {
  return static_cast<std::uint8_t>(2 * a + (a ^ b));
}
/// Symbols of an even number of bits.
std::vector<std::uint8_t> gray_pam4(std::span<const std::uint8_t> bits);

/// PRBS-nQ: two periods of PRBS-n in pairs, Gray mapped: 2^order - 1 symbols (802.3 120.5.11.2).
/// @param order  7 to 23
std::vector<std::uint8_t> prbs_q(int order, std::uint32_t seed = 0xffffffffu);
/// PRBS13Q: 8191 symbols.
std::vector<std::uint8_t> prbs13q();
/// SSPRQ, the short stress pattern: 65535 symbols of three stretches of PRBS31 that are Gray
/// mapped, turned over (3 - s) and taken one bit later (802.3 120.5.11.2.3; its construction is
/// recalled and agrees with a list of its symbols).
std::vector<std::uint8_t> ssprq();

}  // namespace chappe
