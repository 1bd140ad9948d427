#include "models/copper/twinax.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/dielectric.hpp"
#include "models/copper/round_wire.hpp"

namespace chappe {

Twinax::Twinax(std::string name, Params params, const ParamMap& given)
    : LineElement(std::move(name), given),
      p_(std::move(params)),
      pair_(shielded_pair(awg_diameter_m(p_.gauge_awg), p_.impedance_ohm, p_.dielectric_constant,
                          p_.spacing_over_shield)),
      factors_(pair_.factors()) {}

Immittance Twinax::metre(double f_hz, double temperature_c) const {
  const double rho = p_.resistivity_ohm_m * (1.0 + p_.resistivity_per_k * (temperature_c - 20.0));
  const double g = factors_.geometry;
  const double radius = 0.5 * pair_.wire_diameter_m;
  const double omega = 2.0 * kPi * f_hz;
  const WidebandDielectric insulation(p_.dielectric_constant, p_.loss_tangent,
                                      p_.loss_frequency_ghz * 1e9);
  // Both wires, with the proximity term on what exceeds the DC resistance, and the shield.
  const cd wire = round_wire_impedance_ohm_per_m(radius, rho, f_hz);
  const double dc = rho / (kPi * radius * radius);
  const double proximity = factors_.wire_resistance_per_m * kPi * radius;
  const cd surface = cd(1.0, 1.0) * surface_resistance_ohm(rho, f_hz);
  const cd rough_wire = Foil{p_.foil, p_.wire_height_um * 1e-6}.factor(rho, f_hz) - 1.0;
  const cd shield = Foil{p_.foil, p_.shield_height_um * 1e-6}.factor(rho, f_hz);
  const cd series = 2.0 * (dc + proximity * (wire - dc)) +
                    surface * (rough_wire * factors_.wire_resistance_per_m +
                               shield * factors_.shield_resistance_per_m) +
                    cd(0.0, omega * kVacuumPermeability_h_per_m * g / kPi);
  const double vacuum_permittivity =
      1.0 / (kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s * kSpeedOfLight_m_per_s);
  const cd shunt =
      cd(0.0, omega) * kPi * vacuum_permittivity / g * insulation.relative_permittivity(f_hz);
  return {series, shunt};
}

Network Twinax::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  Network out = LineElement::network(grid, at);
  const double skew_s = p_.skew_ps_per_m * p_.length_m * 1e-12;
  if (skew_s == 0.0) return out;
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const double left = std::cos(kPi * grid[k] * skew_s);
    out.at(0, 1)[k] *= left;
    out.at(1, 0)[k] *= left;
  }
  return out;
}

double Twinax::delay_s_per_m() const {
  return std::sqrt(p_.dielectric_constant) / kSpeedOfLight_m_per_s;
}

void Twinax::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  line_ledger(at, "dielectric_constant", "loss_tangent", p_.fit, rows);
}

std::vector<std::string> Twinax::assumptions() const {
  return {"twinax '" + name() +
          "': solid copper wires without plating; connectors and common mode left out"};
}

}  // namespace chappe
