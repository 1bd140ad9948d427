#include "models/copper/twinax_geometry.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "base/constants.hpp"
#include "base/errors.hpp"

using namespace chappe;

namespace {

struct Boundary {
  double factor{0.0};    ///< g = pi eps V/charge
  double residual{0.0};  ///< largest error of the wire's potential 1 between the fitted points
};

/// Laplace's equation by least squares: charges and `orders` multipoles at the wires' centres,
/// their images in the shield, potential 1 asked for at many points of the wire. By the maximum
/// principle the potential is nowhere wrong by more than the residual.
Boundary solve_boundary(double wire, double spacing, double shield, int orders = 40) {
  const double a = 0.5 * wire, c = 0.5 * spacing, radius = 0.5 * shield;
  const auto free_space = [&](std::complex<double> z, int n) {
    if (n == 0) return -std::log(std::abs((z - c) / (z + c)));
    const double mirror = n % 2 == 0 ? 1.0 : -1.0;
    return std::real(std::pow(a / (z - c), n) - mirror * std::pow(a / (z + c), n));
  };
  const auto matrix = [&](int points, double shift) {
    Eigen::MatrixXd out(points, orders + 1);
    for (int i = 0; i < points; ++i) {
      const std::complex<double> z = c + std::polar(a, kPi * (i + shift) / points);
      for (int n = 0; n <= orders; ++n) {
        out(i, n) = free_space(z, n) - free_space(radius * radius / std::conj(z), n);
      }
    }
    return out;
  };
  const int points = 8 * orders;
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(points);
  const Eigen::VectorXd strength = matrix(points, 0.5).colPivHouseholderQr().solve(one);
  return {1.0 / strength(0), (matrix(points, 0.0) * strength - one).cwiseAbs().maxCoeff()};
}

/// p = spacing/wire, q = spacing/shield diameter.
ShieldedPair pair_of(double p, double q) { return {1e-3, p * 1e-3, p * 1e-3 / q}; }

bool valid(double p, double q) { return q * (1.0 + 1.0 / p) <= 0.98; }

}  // namespace

TEST_CASE("a shielded pair's geometry factor solves Laplace's equation", "[validation][twinax]") {
  const double p = GENERATE(1.2, 1.5, 2.0, 2.47, 4.0, 10.0, 50.0);
  const double q = GENERATE(0.01, 0.1, 0.3, 0.5, 0.55, 0.6, 0.7);
  if (!valid(p, q)) {
    SUCCEED("the wires would touch the shield");
    return;
  }
  const ShieldedPair pair = pair_of(p, q);
  const Boundary exact =
      solve_boundary(pair.wire_diameter_m, pair.spacing_m, pair.shield_diameter_m);
  INFO("p = " << p << ", q = " << q);
  CHECK(exact.residual < 1e-6);
  CHECK(pair.factors().geometry == Approx(exact.factor).epsilon(1e-5));
}

TEST_CASE("a shielded pair's losses follow the incremental-inductance rule",
          "[validation][twinax]") {
  // All walls recede by n: R = (R_s/pi) dg/dn. Central differences of 1e-4: error about 1e-6, and
  // 3e-5 where the gap to the shield is 2 %.
  const double p = GENERATE(1.3, 1.7, 2.47, 4.0, 10.0);
  const double q = GENERATE(0.1, 0.3, 0.5, 0.6, 0.7);
  if (!valid(p, q)) {
    SUCCEED("the wires would touch the shield");
    return;
  }
  const ShieldedPair pair = pair_of(p, q);
  const double d = pair.wire_diameter_m, s = pair.spacing_m, outer = pair.shield_diameter_m;
  const double step = 1e-4;
  const auto g = [&](double wire, double shield) { return solve_boundary(wire, s, shield).factor; };
  const double by_wire = -(g(d * (1 + step), outer) - g(d * (1 - step), outer)) / (step * d);
  const double by_shield = (g(d, outer * (1 + step)) - g(d, outer * (1 - step))) / (step * outer);
  INFO("p = " << p << ", q = " << q);
  CHECK(pair.factors().wire_resistance_per_m == Approx(by_wire / kPi).epsilon(2e-4));
  CHECK(pair.factors().shield_resistance_per_m == Approx(by_shield / kPi).epsilon(2e-4));
}

TEST_CASE("without a shield a pair is the two-wire line", "[unit][twinax]") {
  // g = acosh(p) and, by its derivative, R = (2/(pi d)) p/sqrt(p^2 - 1); truncation at 16 orders.
  const double p = GENERATE(1.5, 2.0, 5.0, 20.0);
  const PairFactors factors = pair_of(p, 1e-7).factors();
  CHECK(factors.geometry == Approx(std::acosh(p)).epsilon(1e-11));
  CHECK(factors.wire_resistance_per_m ==
        Approx(2.0 / (kPi * 1e-3) * p / std::sqrt(p * p - 1.0)).epsilon(1e-9));
  CHECK(factors.shield_resistance_per_m < 1e-6);
}

TEST_CASE("a wire's gauge is its diameter", "[unit][twinax]") {
  CHECK(awg_diameter_m(36) == Approx(0.127e-3).epsilon(1e-15));
  CHECK(awg_diameter_m(24) == Approx(0.511e-3).margin(0.5e-6));  // table, printed to 1 um
  CHECK(awg_diameter_m(30) == Approx(0.255e-3).margin(0.5e-6));
  CHECK(awg_diameter_m(0) == Approx(8.251e-3).margin(0.5e-6));
}

TEST_CASE("a pair is made to an impedance", "[property][twinax]") {
  const double q = GENERATE(0.01, 0.3, 0.5, 0.7);
  const double impedance_ohm = GENERATE(85.0, 100.0);
  const double er = 1.7;
  const ShieldedPair pair = shielded_pair(0.4e-3, impedance_ohm, er, q);
  CHECK(pair.spacing_m / pair.shield_diameter_m == Approx(q).epsilon(1e-14));
  const double eta_ohm = kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s / std::sqrt(er);
  CHECK(eta_ohm * pair.factors().geometry / kPi == Approx(impedance_ohm).epsilon(1e-11));
}

TEST_CASE("an impedance that no spacing gives is refused with its range", "[unit][twinax]") {
  CHECK_THROWS_AS(shielded_pair(0.4e-3, 50.0, 1.0, 0.1), ModelError);
  CHECK_THROWS_WITH(shielded_pair(0.4e-3, 50.0, 1.0, 0.1),
                    Catch::Contains("copper.twinax: impedance_ohm = 50") &&
                        Catch::Contains("[1.2, 50] wire diameters"));
  CHECK_THROWS_WITH(shielded_pair(0.4e-3, 200.0, 12.0, 0.7),
                    Catch::Contains("dielectric_constant = 12") && Catch::Contains("[2.5, 50]"));
}
