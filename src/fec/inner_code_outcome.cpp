#include "fec/inner_code_outcome.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "fec/outcome.hpp"
#include "math/interpolate.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

/// Counted at x.
struct Node {
  double x{0.0}, ber{0.0}, symbol_error_ratio{0.0};
};
/// M of bits and of symbols, and what was counted below `kRare`.
struct Law {
  double bits{0.0}, symbols{0.0};
  std::array<Node, 14> nodes{};
};
constexpr double kRare = 3.4;                // from here on M Q(2x) alone
constexpr double kHalfOfAll = 0.9990234375;  // 1 - 2^-10

// Counted with seed 20261203: 2e6 words to x = 1.75, then 1e7, 1e7, 3e7, 3e7, 6e7, 1.2e8; standard
// errors below 0.1 % to x = 2.2, then 0.15, 0.4, 0.8 and 1.8 %.
constexpr Law kPairs{797.796875,
                     7249.875,
                     {{{0.0, 0.5, kHalfOfAll},
                       {0.25, 3.88148e-01, 9.90039e-01},
                       {0.5, 2.64195e-01, 9.55776e-01},
                       {0.75, 1.77741e-01, 8.77434e-01},
                       {1.0, 1.22277e-01, 7.51698e-01},
                       {1.25, 8.34013e-02, 5.98772e-01},
                       {1.5, 5.54634e-02, 4.43024e-01},
                       {1.75, 3.13564e-02, 2.65997e-01},
                       {2.0, 1.09868e-02, 9.58868e-02},
                       {2.2, 2.99321e-03, 2.64738e-02},
                       {2.4, 5.57456e-04, 4.97868e-03},
                       {2.6, 7.64857e-05, 6.88346e-04},
                       {2.8, 8.42227e-06, 7.61906e-05},
                       {3.0, 7.81875e-07, 7.07986e-06}}}};
constexpr Law kBits{815.640625,
                    7417.22395833,
                    {{{0.0, 0.5, kHalfOfAll},
                      {0.25, 3.88150e-01, 9.90050e-01},
                      {0.5, 2.64211e-01, 9.55794e-01},
                      {0.75, 1.77741e-01, 8.77437e-01},
                      {1.0, 1.22289e-01, 7.51741e-01},
                      {1.25, 8.34007e-02, 5.98759e-01},
                      {1.5, 5.54539e-02, 4.42941e-01},
                      {1.75, 3.13340e-02, 2.65807e-01},
                      {2.0, 1.09935e-02, 9.59922e-02},
                      {2.2, 3.00595e-03, 2.66031e-02},
                      {2.4, 5.62510e-04, 5.02714e-03},
                      {2.6, 7.80721e-05, 7.03417e-04},
                      {2.8, 8.53719e-06, 7.72620e-05},
                      {3.0, 8.09444e-07, 7.31944e-06}}}};

const Law& law_of(const InnerCode& code) { return code.form == InnerForm::pairs ? kPairs : kBits; }

double independent(double symbol_error_ratio) {
  return -std::expm1(std::log1p(-symbol_error_ratio) / kInnerSymbolBits);
}

/// M Q(2x) times the factor interpolated between nodes. @param of_node  the ratio counted there
template <class Ratio>
double ratio_at(const Law& law, double x, double per_event, Ratio&& of_node) {
  const double rare = per_event * q_function(2.0 * x);
  if (x >= kRare) return rare;
  std::vector<double> at, log_factor;
  for (const Node& node : law.nodes) {
    at.push_back(node.x);
    log_factor.push_back(std::log10(of_node(node) / (per_event * q_function(2.0 * node.x))));
  }
  at.push_back(kRare);
  log_factor.push_back(0.0);
  return rare * std::pow(10.0, Pchip(std::move(at), std::move(log_factor), Outside::hold)(x));
}

InnerOutcome outcome_at(const InnerCode& code, double x) {
  const Law& law = law_of(code);
  // Of symbols by way of the bit errors that would spoil as many: these do not saturate.
  const double as_independent =
      ratio_at(law, x, law.symbols / kInnerSymbolBits,
               [](const Node& node) { return independent(node.symbol_error_ratio); });
  return {std::min(0.5, ratio_at(law, x, law.bits, [](const Node& node) { return node.ber; })),
          symbol_error_ratio(std::min(0.5, as_independent), kInnerSymbolBits)};
}

constexpr double kFarthest = 38.0;  // Q(x) above the smallest double

}  // namespace

double pam4_ber(double x) {
  return 0.75 * q_function(x) + 0.5 * q_function(3.0 * x) - 0.25 * q_function(5.0 * x);
}

double pam4_x_at_ber(double ber) {
  ensure(ber > 0.0 && ber <= 0.5, "a bit error ratio in (0, 0.5]");
  const double wanted = std::log(ber);
  const auto excess = [&](double x) { return std::log(pam4_ber(x)) - wanted; };
  if (excess(kFarthest) >= 0.0) return kFarthest;
  return find_root(excess, 0.0, kFarthest, 1e-12).value_or(0.0);
}

double InnerOutcome::as_independent() const {
  return independent(std::min(symbol_error_ratio, kHalfOfAll));
}

InnerOutcome inner_outcome(const InnerCode& code, double line_ber) {
  if (!(line_ber >= 0.0 && line_ber <= 0.5)) {
    throw ModelError("inner code: a line BER of " + std::to_string(line_ber) +
                     " is outside [0, 0.5]");
  }
  if (!code.corrects()) return {line_ber, symbol_error_ratio(line_ber, kInnerSymbolBits)};
  return line_ber == 0.0 ? InnerOutcome{} : outcome_at(code, pam4_x_at_ber(line_ber));
}

double inner_line_ber_at(const InnerCode& code, double target) {
  ensure(target > 0.0 && target <= 0.5, "a target ratio lies in (0, 0.5]");
  if (!code.corrects()) return target;
  constexpr double kFar = 18.0;  // Q(2x) above the smallest double
  const auto excess = [&](double x) {
    return std::log(outcome_at(code, x).as_independent()) - std::log(target);
  };
  if (excess(0.0) <= 0.0) return 0.5;
  return pam4_ber(find_root(excess, 0.0, kFar, 1e-12).value_or(kFar));
}

}  // namespace chappe
