// Binomial and Poisson tails: the saddle-point probability of the first term and the sum of the
// rest by ratios.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/errors.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();
constexpr double kLogTwoPi = 1.83787706640934548356;

/// delta(n) = ln n! - ((n + 1/2) ln n - n + ln(2 pi)/2), Stirling's rest; n >= 1.
double stirling_rest(double n) {
  if (n < 16.0) {
    double factorial = 1.0;
    for (double k = 2.0; k <= n; ++k) factorial *= k;
    return std::log(factorial) - (n + 0.5) * std::log(n) + n - 0.5 * kLogTwoPi;
  }
  const double y = 1.0 / (n * n);
  return (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - y / 1188) * y) * y) * y) / n;
}

/// Deviance x ln(x/m) + m - x >= 0, without cancellation near x = m; x > 0, m > 0.
double deviance(double x, double m) {
  const double v = (x - m) / (x + m);
  if (std::abs(v) > 0.1) return x * std::log(x / m) + m - x;
  // ln(x/m) = 2 artanh v = 2 (v + v^3/3 + v^5/5 + ...) and m - x + 2 x v = (x - m) v.
  double sum = (x - m) * v;
  double power = 2.0 * x * v;
  for (int j = 3; j < 60; j += 2) {
    power *= v * v;
    const double next = sum + power / j;
    if (next == sum) break;
    sum = next;
  }
  return sum;
}

double log_binomial_probability(std::int64_t k, std::int64_t n, double p) {
  const auto nd = static_cast<double>(n), kd = static_cast<double>(k), rest = nd - kd;
  if (p == 0.0) return k == 0 ? 0.0 : kMinusInfinity;
  if (p == 1.0) return k == n ? 0.0 : kMinusInfinity;
  if (k == 0) return nd * std::log1p(-p);
  if (k == n) return nd * std::log(p);
  return stirling_rest(nd) - stirling_rest(kd) - stirling_rest(rest) - deviance(kd, nd * p) -
         deviance(rest, nd * (1.0 - p)) + 0.5 * (std::log(nd / (kd * rest)) - kLogTwoPi);
}

double log_poisson_probability(std::int64_t k, double mean) {
  if (mean == 0.0) return k == 0 ? 0.0 : kMinusInfinity;
  if (k == 0) return -mean;
  const auto kd = static_cast<double>(k);
  return -stirling_rest(kd) - deviance(kd, mean) - 0.5 * (std::log(kd) + kLogTwoPi);
}

/// 1 + r(1) + r(1) r(2) + ...: terms relative to the first, until they no longer count.
template <class Ratio>
double sum_of_ratios(Ratio&& ratio) {
  double term = 1.0, sum = 1.0;
  for (std::int64_t i = 1; term > 1e-18 * sum; ++i) {
    term *= ratio(i);
    sum += term;
  }
  return sum;
}

void check(std::int64_t n, double p) {
  ensure(n >= 0 && p >= 0.0 && p <= 1.0,
         "n = " + std::to_string(n) + " >= 0 and p = " + std::to_string(p) + " in [0, 1]");
}

/// ln P(X >= k) by the upward sum; k above the mean, 0 < p < 1.
double log_sum_up(std::int64_t k, std::int64_t n, double p) {
  const double odds = p / (1.0 - p);
  const double sum = sum_of_ratios([&](std::int64_t i) {
    return odds * static_cast<double>(n - k - i + 1) / static_cast<double>(k + i);
  });
  return log_binomial_probability(k, n, p) + std::log(sum);
}

/// ln P(X <= k) by the downward sum; k below the mean, 0 < p < 1.
double log_sum_down(std::int64_t k, std::int64_t n, double p) {
  const double odds = (1.0 - p) / p;
  const double sum = sum_of_ratios([&](std::int64_t i) {
    return odds * static_cast<double>(k - i + 1) / static_cast<double>(n - k + i);
  });
  return log_binomial_probability(k, n, p) + std::log(sum);
}

double log_tail_above(std::int64_t t, std::int64_t n, double p) {
  if (t >= n || p == 0.0) return t < 0 ? 0.0 : kMinusInfinity;
  if (t < 0 || p == 1.0) return 0.0;
  if (static_cast<double>(t + 1) > static_cast<double>(n) * p) return log_sum_up(t + 1, n, p);
  return std::log1p(-std::exp(log_sum_down(t, n, p)));
}

}  // namespace

double binomial_probability(std::int64_t k, std::int64_t n, double p) {
  check(n, p);
  return k < 0 || k > n ? 0.0 : std::exp(log_binomial_probability(k, n, p));
}

double binomial_tail_above(std::int64_t t, std::int64_t n, double p) {
  check(n, p);
  return std::exp(log_tail_above(t, n, p));
}

double binomial_tail_to(std::int64_t t, std::int64_t n, double p) {
  check(n, p);
  if (t < 0) return 0.0;
  if (t >= n || p == 0.0) return 1.0;
  if (p == 1.0) return 0.0;
  if (static_cast<double>(t) < static_cast<double>(n) * p) return std::exp(log_sum_down(t, n, p));
  return -std::expm1(log_sum_up(t + 1, n, p));
}

double log10_binomial_tail_above(std::int64_t t, std::int64_t n, double p) {
  check(n, p);
  return log_tail_above(t, n, p) / std::log(10.0);
}

double poisson_tail_above(std::int64_t t, double mean) {
  ensure(mean >= 0.0 && std::isfinite(mean), "a Poisson mean >= 0");
  if (t < 0) return 1.0;
  if (static_cast<double>(t + 1) <= mean) return 1.0 - poisson_tail_to(t, mean);
  const double sum =
      sum_of_ratios([&](std::int64_t i) { return mean / static_cast<double>(t + 1 + i); });
  return std::exp(log_poisson_probability(t + 1, mean)) * sum;
}

double poisson_tail_to(std::int64_t t, double mean) {
  ensure(mean >= 0.0 && std::isfinite(mean), "a Poisson mean >= 0");
  if (t < 0) return 0.0;
  if (static_cast<double>(t) >= mean) return 1.0 - poisson_tail_above(t, mean);
  const double sum =
      sum_of_ratios([&](std::int64_t i) { return static_cast<double>(t - i + 1) / mean; });
  return std::exp(log_poisson_probability(t, mean)) * sum;
}

}  // namespace chappe
