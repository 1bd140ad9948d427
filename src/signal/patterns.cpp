#include "signal/patterns.hpp"

#include <bit>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// Bit t-1 is set for each tap t: the state holds b_(k-1) in bit 0.
std::uint32_t taps_of(int order) {
  const auto taps = [](auto... t) { return ((std::uint32_t{1} << (t - 1)) | ...); };
  switch (order) {
    case 7:
      return taps(7, 6);
    case 9:
      return taps(9, 5);
    case 11:
      return taps(11, 9);
    case 13:
      return taps(13, 12, 2, 1);
    case 15:
      return taps(15, 14);
    case 23:
      return taps(23, 18);
    case 31:
      return taps(31, 28);
    default:
      return 0;
  }
}

}  // namespace

Prbs::Prbs(int order, std::uint32_t seed) : taps_(taps_of(order)) {
  ensure(taps_ != 0, "a PRBS has the order 7, 9, 11, 13, 15, 23 or 31");
  mask_ = (std::uint32_t{1} << order) - 1;
  state_ = seed & mask_;
  ensure(state_ != 0, "a PRBS starts from bits that are not all zero");
}

std::uint8_t Prbs::next() {
  const auto bit = static_cast<std::uint32_t>(std::popcount(state_ & taps_)) & 1u;
  state_ = ((state_ << 1) | bit) & mask_;
  return static_cast<std::uint8_t>(bit);
}

std::vector<std::uint8_t> prbs_bits(int order, std::size_t count, std::uint32_t seed) {
  Prbs generator(order, seed);
  std::vector<std::uint8_t> bits(count);
  for (std::uint8_t& bit : bits) bit = generator.next();
  return bits;
}

std::vector<std::uint8_t> gray_pam4(std::span<const std::uint8_t> bits) {
  ensure(bits.size() % 2 == 0, "PAM4 takes bits in pairs");
  std::vector<std::uint8_t> symbols(bits.size() / 2);
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    symbols[k] = gray_pam4(bits[2 * k], bits[2 * k + 1]);
  }
  return symbols;
}

std::vector<std::uint8_t> prbs_q(int order, std::uint32_t seed) {
  ensure(order <= 23, "a PRBS-nQ that is held in memory has an order of at most 23");
  Prbs generator(order, seed);
  std::vector<std::uint8_t> symbols(generator.period());
  for (std::uint8_t& symbol : symbols) {
    const std::uint8_t a = generator.next();
    symbol = gray_pam4(a, generator.next());
  }
  return symbols;
}

std::vector<std::uint8_t> prbs13q() { return prbs_q(13); }

namespace {

/// A stretch of PRBS31 from the bits in its register on, the oldest first.
void add_stretch(std::uint32_t state, std::size_t count, std::vector<std::uint8_t>& bits) {
  constexpr int kOrder = 31;
  for (int t = kOrder - 1; t >= 0; --t) bits.push_back((state >> t) & 1U);
  Prbs generator(kOrder, state);
  for (std::size_t k = kOrder; k < count; ++k) bits.push_back(generator.next());
}

void add_symbols(std::span<const std::uint8_t> bits, bool turned,
                 std::vector<std::uint8_t>& symbols) {
  for (const std::uint8_t s : gray_pam4(bits)) {
    symbols.push_back(turned ? static_cast<std::uint8_t>(3 - s) : s);
  }
}

}  // namespace

std::vector<std::uint8_t> ssprq() {
  std::vector<std::uint8_t> once;
  add_stretch(0x00000002U, 10924, once);
  add_stretch(0x34013ff7U, 10922, once);
  add_stretch(0x0cccccccU, 10922, once);
  std::vector<std::uint8_t> twice = once;
  twice.insert(twice.end(), once.begin(), once.end());
  // One bit later: all but the first and the last bit of both.
  const auto later = std::span<const std::uint8_t>(twice).subspan(1, twice.size() - 2);
  std::vector<std::uint8_t> symbols;
  add_symbols(once, false, symbols);
  add_symbols(once, true, symbols);
  add_symbols(later.first(once.size() - 2), false, symbols);
  add_symbols(later.last(once.size()), true, symbols);
  return symbols;
}

}  // namespace chappe
