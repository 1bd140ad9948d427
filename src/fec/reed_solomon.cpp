#include "fec/reed_solomon.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace chappe {

using Symbol = Gf1024::Symbol;

Gf1024::Gf1024() {
  unsigned value = 1;
  for (int i = 0; i < kOrder; ++i) {
    exp_[static_cast<std::size_t>(i)] = static_cast<Symbol>(value);
    exp_[static_cast<std::size_t>(i + kOrder)] = static_cast<Symbol>(value);
    log_[value] = i;
    value <<= 1;
    if (value > kOrder) value ^= 0x409;  // x^10 = x^3 + 1
  }
}

Symbol Gf1024::power(int exponent) const {
  const int reduced = ((exponent % kOrder) + kOrder) % kOrder;
  return exp_[static_cast<std::size_t>(reduced)];
}

Symbol Gf1024::multiply(Symbol a, Symbol b) const {
  if (a == 0 || b == 0) return 0;
  return exp_[static_cast<std::size_t>(log_[a] + log_[b])];
}

Symbol Gf1024::divide(Symbol a, Symbol b) const {
  if (a == 0) return 0;
  return exp_[static_cast<std::size_t>(log_[a] - log_[b] + kOrder)];
}

ReedSolomon::ReedSolomon(int n, int k) : n_(n), k_(k), generator_{1} {
  ensure(0 < k && k < n && n <= Gf1024::kOrder && (n - k) % 2 == 0,
         "0 < k < n <= 1023 with n - k even");
  for (int i = 0; i < n - k; ++i) {
    generator_.push_back(0);
    for (std::size_t j = generator_.size() - 1; j > 0; --j) {
      generator_[j] ^= field_.multiply(generator_[j - 1], field_.power(i));
    }
  }
}

std::vector<Symbol> ReedSolomon::encode(std::span<const Symbol> message) const {
  ensure(std::ssize(message) == k_, "a message has k symbols");
  const std::size_t parity = static_cast<std::size_t>(n_ - k_);
  std::vector<Symbol> remainder(parity, 0);
  for (const Symbol m : message) {
    const Symbol feedback = m ^ remainder[0];
    for (std::size_t j = 0; j < parity; ++j) {
      const Symbol next = j + 1 < parity ? remainder[j + 1] : Symbol{0};
      remainder[j] = next ^ field_.multiply(feedback, generator_[j + 1]);
    }
  }
  std::vector<Symbol> word(message.begin(), message.end());
  word.insert(word.end(), remainder.begin(), remainder.end());
  return word;
}

std::vector<Symbol> ReedSolomon::syndromes(std::span<const Symbol> word) const {
  std::vector<Symbol> out;
  for (int i = 0; i < n_ - k_; ++i) {
    Symbol value = 0;
    for (const Symbol c : word) value = field_.multiply(value, field_.power(i)) ^ c;
    out.push_back(value);
  }
  return out;
}

/// Berlekamp-Massey: the shortest recursion that gives the syndromes, lowest power first.
std::vector<Symbol> ReedSolomon::locator(std::span<const Symbol> syndromes) const {
  std::vector<Symbol> current{1}, previous{1};
  std::size_t length = 0, gap = 1;
  Symbol last = 1;
  for (std::size_t r = 0; r < syndromes.size(); ++r) {
    Symbol discrepancy = 0;
    for (std::size_t j = 0; j <= std::min(length, current.size() - 1); ++j) {
      discrepancy ^= field_.multiply(current[j], syndromes[r - j]);
    }
    if (discrepancy == 0) {
      ++gap;
      continue;
    }
    const std::vector<Symbol> kept = current;
    const Symbol scale = field_.divide(discrepancy, last);
    current.resize(std::max(current.size(), previous.size() + gap), 0);
    for (std::size_t j = 0; j < previous.size(); ++j) {
      current[j + gap] ^= field_.multiply(scale, previous[j]);
    }
    if (2 * length <= r) {
      length = r + 1 - length;
      previous = kept;
      last = discrepancy;
      gap = 1;
    } else {
      ++gap;
    }
  }
  while (current.size() > 1 && current.back() == 0) current.pop_back();
  // A degree other than the recursion's length has no set of error places: more than t errors.
  if (current.size() != length + 1) return {};
  return current;
}

std::optional<int> ReedSolomon::decode(std::span<Symbol> word) const {
  ensure(std::ssize(word) == n_, "a word has n symbols");
  const std::vector<Symbol> s = syndromes(word);
  if (std::all_of(s.begin(), s.end(), [](Symbol v) { return v == 0; })) return 0;
  const std::vector<Symbol> lambda = locator(s);
  const int errors = static_cast<int>(lambda.size()) - 1;
  if (errors < 1 || errors > t()) return std::nullopt;

  // Error evaluator: S(x) Lambda(x) modulo x^errors.
  std::vector<Symbol> omega(static_cast<std::size_t>(errors), 0);
  for (std::size_t i = 0; i < omega.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) omega[i] ^= field_.multiply(lambda[j], s[i - j]);
  }
  const auto evaluate = [&](std::span<const Symbol> polynomial, int log_x, std::size_t step) {
    Symbol value = 0;
    for (std::size_t j = step - 1; j < polynomial.size(); j += step) {
      const int power = static_cast<int>(j - (step - 1)) * log_x;
      value ^= field_.multiply(polynomial[j], field_.power(power));
    }
    return value;
  };
  std::vector<std::pair<std::size_t, Symbol>> corrections;
  for (int place = 0; place < n_; ++place) {  // place = power of x of the symbol
    if (evaluate(lambda, -place, 1) != 0) continue;
    // Lambda'(x) holds the odd powers of Lambda, one lower; first root alpha^0: factor X =
    // alpha^place.
    const Symbol derivative = evaluate(lambda, -place, 2);
    if (derivative == 0) return std::nullopt;
    const Symbol value = field_.divide(evaluate(omega, -place, 1), derivative);
    corrections.emplace_back(static_cast<std::size_t>(n_ - 1 - place),
                             field_.multiply(value, field_.power(place)));
  }
  if (static_cast<int>(corrections.size()) != errors) return std::nullopt;
  for (const auto& [index, value] : corrections) word[index] ^= value;
  return errors;
}

}  // namespace chappe
