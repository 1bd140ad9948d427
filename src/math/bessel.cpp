#include "math/bessel.hpp"

#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// Sum over k of (-1)^k a_k(nu) / x^k with a_k = prod_j (4 nu^2 - (2j-1)^2) / (k! 8^k), up to the
/// smallest term: I_nu(x) sqrt(2 pi x) exp(-x).
cd asymptotic_sum(double four_nu_squared, cd x) {
  cd term = 1.0, sum = 1.0;
  for (int k = 1; k <= 40; ++k) {
    const double odd = 2 * k - 1;
    term *= -(four_nu_squared - odd * odd) / (8.0 * k) / x;
    sum += term;
    if (std::abs(term) < 1e-17) break;
  }
  return sum;
}

/// I_{n-1} = I_{n+1} + (2n/x) I_n makes x I0/I1 = 2 + x^2/(4 + x^2/(6 + ...)), evaluated from its
/// far end.
cd continued_fraction(cd x) {
  const double size = std::abs(x);
  const int terms = static_cast<int>(0.5 * size + 12.0 * std::cbrt(size)) + 12;
  const cd square = x * x;
  cd value = 2.0 * (terms + 1);
  for (int k = terms; k >= 1; --k) value = 2.0 * k + square / value;
  return value;
}

}  // namespace

cd bessel_i0_over_i1_times_x(cd x) {
  const double size = std::abs(x);
  ensure(size <= 1e5 && std::abs(x.imag()) <= 5.68 * x.real() + 1e-300,
         "|x| <= 1e5 and |arg x| <= 80 deg");
  // The neglected exp(-2x) and the smallest term of the series are below 1e-16 here.
  if (x.real() > 20.0 && size > 30.0) return x * asymptotic_sum(0.0, x) / asymptotic_sum(4.0, x);
  return continued_fraction(x);
}

}  // namespace chappe
