#include "models/copper/twinax_geometry.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/roots.hpp"

namespace chappe {
namespace {

// Complex plane z in units of the wire's radius: wires at +-c with c = p, shield of radius R = p/q.
// Potential Re F, F(z) = f(z) - f(R^2/z), which is 0 on the shield, and
//   f(z) = -ln((z - c)/(z + c)) + sum_n A_n ((z - c)^-n - (-1)^n (z + c)^-n).
constexpr int kOrders = 16;
constexpr double kLeastSpacing = 1.2, kMostSpacing = 50.0, kFilledMost = 0.98;

using Series = std::array<double, kOrders + 1>;  // coefficients of x^0, x^1, ... with z = c + x
using Matrix = Eigen::Matrix<double, kOrders, kOrders>;
using Vector = Eigen::Matrix<double, kOrders, 1>;

/// sign * ln(u0 + u1 x), added.
void add_logarithm(Series& out, double sign, double u0, double u1) {
  out[0] += sign * std::log(u0);
  double power = 1.0;
  for (int m = 1; m <= kOrders; ++m) {
    power *= -u1 / u0;
    out[static_cast<std::size_t>(m)] -= sign * power / m;
  }
}

/// sign * ((v0 + v1 x)/(u0 + u1 x))^n, added.
void add_power(Series& out, double sign, double v0, double v1, double u0, double u1, int n) {
  Series above{}, below{};
  above[0] = std::pow(v0 / u0, n);  // the power of 1/u0 is taken here: no overflow
  below[0] = 1.0;
  for (int m = 1; m <= kOrders; ++m) {
    const auto i = static_cast<std::size_t>(m);
    above[i] = m <= n ? above[i - 1] * (v1 / v0) * (n - m + 1) / m : 0.0;
    below[i] = below[i - 1] * (-u1 / u0) * (n + m - 1) / m;
  }
  for (std::size_t i = 0; i <= kOrders; ++i) {
    for (std::size_t j = 0; i + j <= kOrders; ++j) out[i + j] += sign * above[i] * below[j];
  }
}

/// What all but the wire's own term of order n make around the wire; n = 0 is the line charge.
Series surroundings(int n, double c, double shield) {
  const double r2 = shield * shield, c2 = c * c;
  Series out{};
  if (n == 0) {
    add_logarithm(out, 1.0, 2.0 * c, 1.0);
    add_logarithm(out, 1.0, (r2 - c2) / r2, -c / r2);
    add_logarithm(out, -1.0, (r2 + c2) / r2, c / r2);
    return out;
  }
  const double mirror = n % 2 == 0 ? -1.0 : 1.0;
  add_power(out, mirror, 1.0, 0.0, 2.0 * c, 1.0, n);
  add_power(out, -1.0, c, 1.0, r2 - c2, -c, n);
  add_power(out, -mirror, c, 1.0, r2 + c2, c, n);
  return out;
}

struct Multipoles {
  double geometry{0.0};
  Vector strength{};  // A_1, A_2, ... for a line charge of 1
};

Multipoles solve(double p, double q) {
  const Series line = surroundings(0, p, p / q);
  Matrix system = Matrix::Identity();
  Vector right, offset;
  for (int n = 1; n <= kOrders; ++n) {
    const Series part = surroundings(n, p, p / q);
    offset(n - 1) = part[0];
    right(n - 1) = -line[static_cast<std::size_t>(n)];
    for (int m = 1; m <= kOrders; ++m) {
      system(m - 1, n - 1) += part[static_cast<std::size_t>(m)];
    }
  }
  Multipoles out;
  out.strength = system.partialPivLu().solve(right);
  out.geometry = line[0] + offset.dot(out.strength);
  return out;
}

/// Sum over odd k of (e_k)^2: the field at the shield is (2/R) sum e_k cos(k theta), with
/// e_k = 2 q^k + 2 k sum_n A_n C(k-1, n-1) c^(k-n) R^-k.
double shield_current_squared(const Vector& strength, double p, double q) {
  const double filled = std::min(q * (1.0 + 1.0 / p), 0.999);
  const int last = std::max(9, static_cast<int>(std::ceil(std::log(1e-7) / std::log(filled))));
  double sum = 0.0;
  for (int k = 1; k <= last; k += 2) {
    double weight = 1.0 / p, multipoles = 0.0;
    for (int n = 1; n <= std::min(k, kOrders); ++n) {
      multipoles += strength(n - 1) * weight;
      weight *= (k - n) / (n * p);
    }
    const double e = 2.0 * std::pow(q, k) * (1.0 + k * multipoles);
    sum += e * e;
  }
  return sum;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

double awg_diameter_m(double gauge_awg) {
  return 0.127e-3 * std::pow(92.0, (36.0 - gauge_awg) / 39.0);
}

PairFactors ShieldedPair::factors() const {
  const double p = spacing_m / wire_diameter_m, q = spacing_m / shield_diameter_m;
  const Multipoles field = solve(p, q);
  // At the wire the field is (1/a)(1 + 2 sum n A_n cos(n theta)).
  double uneven = 0.0;
  for (int n = 1; n <= kOrders; ++n) uneven += 2.0 * std::pow(n * field.strength(n - 1), 2);
  return {field.geometry, 2.0 / (kPi * wire_diameter_m) * (1.0 + uneven),
          2.0 / (kPi * shield_diameter_m) * shield_current_squared(field.strength, p, q)};
}

ShieldedPair shielded_pair(double wire_diameter_m, double impedance_ohm,
                           double relative_permittivity, double spacing_over_shield) {
  const double wave_impedance_ohm =
      kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s / std::sqrt(relative_permittivity);
  const double wanted = impedance_ohm * kPi / wave_impedance_ohm;
  const double low =
      std::max(kLeastSpacing, spacing_over_shield / (kFilledMost - spacing_over_shield));
  const auto p =
      find_root([&](double x) { return solve(x, spacing_over_shield).geometry - wanted; }, low,
                kMostSpacing, 1e-12);
  if (!p) {
    throw ModelError(
        "copper.twinax: impedance_ohm = " + number(impedance_ohm) +
        " ohm cannot be made with dielectric_constant = " + number(relative_permittivity) +
        " and spacing_over_shield = " + number(spacing_over_shield) +
        ": wire spacing would leave [" + number(low) + ", " + number(kMostSpacing) +
        "] wire diameters");
  }
  const double spacing = *p * wire_diameter_m;
  return {wire_diameter_m, spacing, spacing / spacing_over_shield};
}

}  // namespace chappe
