#pragma once
// A bit-true Reed-Solomon encoder and decoder over GF(2^10): the oracle of fec/outcome.hpp, and the
// place where miscorrection can be seen. Counting wrong symbols (more than t: the word fails) is
// what a long simulation should do instead.
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace chappe {

/// GF(1024) by x^10 + x^3 + 1, alpha = 2 (order 1023).
class Gf1024 {
 public:
  using Symbol = std::uint16_t;
  static constexpr int kOrder = 1023;
  Gf1024();
  Symbol power(int exponent) const;  ///< alpha^exponent, any exponent
  Symbol multiply(Symbol a, Symbol b) const;
  Symbol divide(Symbol a, Symbol b) const;           ///< b != 0
  int logarithm(Symbol a) const { return log_[a]; }  ///< a != 0

 private:
  std::array<Symbol, 2 * kOrder> exp_{};
  std::array<int, kOrder + 1> log_{};
};

/// Systematic, message first and parity last; shortened from 1023. Generator: the product of
/// (x - alpha^i), i = 0 .. n-k-1 (IEEE 802.3 91.5.2.7).
class ReedSolomon {
 public:
  using Symbol = Gf1024::Symbol;
  /// @param n, k  0 < k < n <= 1023, n - k even  @throws InternalError else
  ReedSolomon(int n, int k);
  int n() const { return n_; }
  int k() const { return k_; }
  int t() const { return (n_ - k_) / 2; }
  /// Coefficients, highest power first (n - k + 1 of them, the first is 1).
  const std::vector<Symbol>& generator() const { return generator_; }
  /// @param message  k symbols < 1024  @return n symbols
  std::vector<Symbol> encode(std::span<const Symbol> message) const;
  /// Corrects a word of n symbols in place (Berlekamp-Massey, Chien, Forney).
  /// @return symbols changed; no value if the word is uncorrectable (it is then left as it was)
  std::optional<int> decode(std::span<Symbol> word) const;

 private:
  std::vector<Symbol> syndromes(std::span<const Symbol> word) const;
  std::vector<Symbol> locator(std::span<const Symbol> syndromes) const;

  Gf1024 field_{};
  int n_{0}, k_{0};
  std::vector<Symbol> generator_{};
};

}  // namespace chappe
