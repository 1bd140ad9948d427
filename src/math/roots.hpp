#pragma once
// Roots of a function of one variable on a bracket.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace chappe {

/// A root of the continuous f in [a, b], by Brent's method: bisection, secant and inverse quadratic
/// steps, never slower than bisection by more than a constant. Source: R. P. Brent, "Algorithms for
/// Minimization without Derivatives" (1973), chapter 4.
/// @param x_tolerance  absolute tolerance of the root, >= 0; the spacing of doubles is added to it
/// @return nothing if f(a) and f(b) have the same sign
template <class F>
std::optional<double> find_root(F&& f, double a, double b, double x_tolerance) {
  double fa = f(a), fb = f(b);
  if (fa == 0.0) return a;
  if (fb == 0.0) return b;
  if (!((fa < 0.0) != (fb < 0.0)) || std::isnan(fa) || std::isnan(fb)) return std::nullopt;
  double c = a, fc = fa;  // b is the best point, [b, c] the bracket, a the one before b
  double step = b - a, step_before = step;
  for (int i = 0; i < 400; ++i) {
    if (std::abs(fc) < std::abs(fb)) {
      a = std::exchange(b, c), fa = std::exchange(fb, fc);
      c = a, fc = fa;
    }
    const double tolerance =
        2.0 * std::numeric_limits<double>::epsilon() * std::abs(b) + 0.5 * x_tolerance;
    const double half = 0.5 * (c - b);
    if (std::abs(half) <= tolerance || fb == 0.0) return b;
    double trial = half;  // bisection unless interpolation shrinks fast enough
    if (std::abs(step_before) >= tolerance && std::abs(fa) > std::abs(fb)) {
      const double s = fb / fa;
      double p = 2.0 * half * s, q = 1.0 - s;
      if (a != c) {
        const double r = fb / fc, t = fa / fc;
        p = s * (2.0 * half * t * (t - r) - (b - a) * (r - 1.0));
        q = (t - 1.0) * (r - 1.0) * (s - 1.0);
      }
      if (p > 0.0) q = -q;
      p = std::abs(p);
      if (2.0 * p < std::min(3.0 * half * q - std::abs(tolerance * q), std::abs(step_before * q))) {
        trial = p / q;
      }
    }
    step_before = trial == half ? half : step;
    step = trial;
    a = b, fa = fb;
    b += std::abs(step) > tolerance ? step : std::copysign(tolerance, half);
    fb = f(b);
    if ((fb < 0.0) == (fc < 0.0)) {
      c = a, fc = fa;
      step = step_before = b - a;
    }
  }
  return b;
}

}  // namespace chappe
