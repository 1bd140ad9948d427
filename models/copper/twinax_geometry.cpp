#include "models/copper/twinax_geometry.hpp"

#include <cmath>
#include <string>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {

double awg_diameter_m(double gauge_awg) {
  return 0.127e-3 * std::pow(92.0, (36.0 - gauge_awg) / 39.0);
}

double ShieldedPair::geometry_factor() const {
  const double p = spacing_m / wire_diameter_m;
  const double q2 = std::pow(spacing_m / shield_diameter_m, 2);
  return std::log(2.0 * p * (1.0 - q2) / (1.0 + q2)) -
         (1.0 + 4.0 * p * p) * (1.0 - 4.0 * q2) / (16.0 * std::pow(p, 4));
}

double ShieldedPair::wire_resistance_factor_per_m() const {
  // d -> d - 2n: -2 dg/dd.
  const double p = spacing_m / wire_diameter_m;
  const double q2 = std::pow(spacing_m / shield_diameter_m, 2);
  const double proximity = (1.0 + 2.0 * p * p) / (4.0 * std::pow(p, 4)) * (1.0 - 4.0 * q2);
  return 2.0 / (kPi * wire_diameter_m) * (1.0 + proximity);
}

double ShieldedPair::shield_resistance_factor_per_m() const {
  // D -> D + 2n: 2 dg/dD.
  const double p = spacing_m / wire_diameter_m;
  const double q2 = std::pow(spacing_m / shield_diameter_m, 2);
  const double bracket = 1.0 / (1.0 - q2 * q2) - (1.0 + 4.0 * p * p) / (8.0 * std::pow(p, 4));
  return 8.0 * q2 / (kPi * shield_diameter_m) * bracket;
}

ShieldedPair shielded_pair(double wire_diameter_m, double impedance_ohm, double relative_permittivity,
                           double spacing_over_shield) {
  const double wave_impedance_ohm =
      kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s / std::sqrt(relative_permittivity);
  const double wanted = impedance_ohm * kPi / wave_impedance_ohm;
  const auto pair_of = [&](double p) {
    const double spacing = p * wire_diameter_m;
    return ShieldedPair{wire_diameter_m, spacing, spacing / spacing_over_shield};
  };
  double low = 1.2, high = 50.0;
  if (pair_of(low).geometry_factor() > wanted || pair_of(high).geometry_factor() < wanted) {
    throw ModelError("copper.twinax: impedance_ohm = " + std::to_string(impedance_ohm) +
                     " ohm cannot be made with dielectric_constant = " +
                     std::to_string(relative_permittivity) + " and spacing_over_shield = " +
                     std::to_string(spacing_over_shield) +
                     ": wire spacing would leave [1.2, 50] wire diameters");
  }
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (pair_of(middle).geometry_factor() < wanted ? low : high) = middle;
  }
  return pair_of(0.5 * (low + high));
}

}  // namespace chappe
