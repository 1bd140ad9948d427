#include "models/copper/twinax.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/dielectric.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/round_wire.hpp"
#include "signal/lines.hpp"

namespace chappe {

Twinax::Twinax(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)),
      p_(params),
      given_(given),
      pair_(shielded_pair(awg_diameter_m(p_.gauge_awg), p_.impedance_ohm, p_.dielectric_constant,
                          p_.spacing_over_shield)),
      factors_(pair_.factors()) {}

Twinax::Line Twinax::line(double f_hz, double temperature_c) const {
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
  const cd shield =
      cd(1.0, 1.0) * surface_resistance_ohm(rho, f_hz) * factors_.shield_resistance_per_m;
  const cd series = 2.0 * (dc + proximity * (wire - dc)) + shield +
                    cd(0.0, omega * kVacuumPermeability_h_per_m * g / kPi);
  const double vacuum_permittivity =
      1.0 / (kVacuumPermeability_h_per_m * kSpeedOfLight_m_per_s * kSpeedOfLight_m_per_s);
  const cd shunt =
      cd(0.0, omega) * kPi * vacuum_permittivity / g * insulation.relative_permittivity(f_hz);
  if (f_hz <= 0.0) return {0.0, p_.impedance_ohm};  // the caller treats 0 Hz as a resistor
  return {std::sqrt(series * shunt), std::sqrt(series / shunt)};
}

Network Twinax::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  const double temperature = at.temperature_of(name());
  std::vector<cd> gamma(grid.size()), impedance(grid.size());
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const Line at_k = line(grid[k], temperature);
    gamma[k] = at_k.gamma_per_m;
    impedance[k] = at_k.impedance_ohm;
  }
  Network out = uniform_line(grid, gamma, impedance, p_.length_m, 100.0);
  if (grid.size() > 0 && grid[0] <= 0.0) {
    const double rho = p_.resistivity_ohm_m * (1.0 + p_.resistivity_per_k * (temperature - 20.0));
    const double radius = 0.5 * pair_.wire_diameter_m;
    const double u = 2.0 * rho * p_.length_m / (kPi * radius * radius) / 100.0;
    out.at(0, 0)[0] = out.at(1, 1)[0] = u / (2.0 + u);
    out.at(0, 1)[0] = out.at(1, 0)[0] = 2.0 / (2.0 + u);
  }
  return out;
}

double Twinax::delay_s_per_m() const {
  return std::sqrt(p_.dielectric_constant) / kSpeedOfLight_m_per_s;
}

double Twinax::frequency_step_hz() const {
  const double round_trip_s = 2.0 * p_.length_m * delay_s_per_m();
  return round_trip_s > 0.0 ? 1.0 / (4.0 * round_trip_s) : TwoPort::frequency_step_hz();
}

void Twinax::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.length_m * delay_s_per_m() * 1e9, "ns", given_,
                              "dielectric_constant"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
  const double nyquist_hz = 0.5 * at.symbol_rate_bd;
  if (nyquist_hz > 0.0) {
    const double loss = p_.length_m * attenuation_db_per_m(nyquist_hz, at.temperature_of(name()));
    rows.push_back(ledger_entry(name(), "loss", loss, "dB", given_, "loss_tangent"));
  }
}

std::vector<std::string> Twinax::assumptions() const {
  return {"twinax '" + name() +
          "': smooth solid copper wires; plating, skew and connectors left out"};
}

double Twinax::attenuation_db_per_m(double f_hz, double temperature_c) const {
  return 20.0 / std::log(10.0) * line(f_hz, temperature_c).gamma_per_m.real();
}

}  // namespace chappe
