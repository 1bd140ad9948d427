#include "math/special.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;         // 1 / sqrt 2 ...
constexpr double kSqrtHalfRest = -4.833646656726456725e-17;  // ... and what its double lacks
constexpr double kTwoOverSqrtPi = 1.12837916709551257390;

/// 1 - 1/x^2 + 3/x^4 - 15/x^6 ...: Q(x) over phi(x)/x, for x >= 30 (next term < 1e-13).
double q_asymptotic_factor(double x) {
  const double y = 1.0 / (x * x);
  double term = 1.0, sum = 1.0;
  for (int k = 1; k <= 8; ++k) {
    term *= -(2 * k - 1) * y;
    sum += term;
  }
  return sum;
}

}  // namespace

double q_function(double x) {
  const double z = x * kSqrtHalf;
  const double tail = 0.5 * std::erfc(z);
  if (!(x > 4.0) || tail == 0.0) return tail;
  // erfc at large z multiplies the rounding of z by 2 z^2: take it out to first order.
  const double rest = std::fma(x, kSqrtHalf, -z) + x * kSqrtHalfRest;
  return tail - 0.5 * kTwoOverSqrtPi * std::exp(-z * z) * rest;
}

double log_q_function(double x) {
  if (x < 30.0) return std::log(q_function(x));
  return -0.5 * x * x - std::log(x * std::sqrt(2.0 * kPi)) + std::log(q_asymptotic_factor(x));
}

double q_inverse(double p) {
  ensure(p >= 1e-300 && p < 1.0, "q_inverse: p in [1e-300, 1)");
  if (p > 0.5) return -q_inverse(1.0 - p);
  // Newton on ln Q, which is concave and nearly parabolic: few steps from any start.
  const double target = std::log(p);
  double x = std::sqrt(std::max(0.0, -2.0 * target - 1.8));
  for (int step = 0; step < 60; ++step) {
    const double q = q_function(x);
    const double density = std::exp(-0.5 * x * x) / std::sqrt(2.0 * kPi);
    const double move = (std::log(q) - target) * q / density;
    x += move;
    if (std::abs(move) <= 1e-15 * std::abs(x) || std::abs(move) < 2e-16) break;
  }
  return x;
}

double erfc_inverse(double y) {
  ensure(y >= 2e-300 && y < 2.0, "erfc_inverse: y in [2e-300, 2)");
  return q_inverse(0.5 * y) * kSqrtHalf;
}

}  // namespace chappe
