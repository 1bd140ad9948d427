#include "models/copper/via.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/dielectric.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/lumped.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;

}  // namespace

Via::Via(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  if (2.0 * p_.plating_um <= p_.drill_um) return;
  const auto it = given.find("plating_um");
  Faults faults;
  faults.add(it == given.end() ? Origin{} : it->second.origin,
             "element '" + this->name() + "' (copper.via): plating_um is over half of drill_um");
  faults.throw_if_any();
}

std::vector<Immittance> Via::metre(const FrequencyGrid& grid, double temperature_c) const {
  const double rho = p_.resistivity_ohm_m * (1.0 + p_.resistivity_per_k * (temperature_c - 20.0));
  const double drill_m = p_.drill_um * 1e-6, plating_m = p_.plating_um * 1e-6;
  const double area_m2 = kPi * plating_m * (drill_m - plating_m);
  const double delay_s_per_m = std::sqrt(p_.dielectric_constant) / kSpeedOfLight_m_per_s;
  const WidebandDielectric dielectric(p_.dielectric_constant, p_.loss_tangent,
                                      p_.loss_frequency_ghz * 1e9);
  std::vector<Immittance> out;
  out.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    const cd turn{0.0, 2.0 * kPi * f_hz * delay_s_per_m};
    const cd barrel = strip_impedance_ohm_per_m(1.0 / (kPi * drill_m), area_m2, rho, {}, f_hz);
    out.push_back({2.0 * barrel + turn * p_.impedance_ohm,
                   turn / p_.impedance_ohm * dielectric.relative_permittivity(f_hz) /
                       p_.dielectric_constant});
  }
  return out;
}

Network Via::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  const std::vector<Immittance> line = metre(grid, at.temperature_of(name()));
  std::vector<cd> open(grid.size());
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (grid[k] <= 0.0) continue;
    const cd turns = line[k].gamma_per_m() * p_.stub_mm * 1e-3;
    open[k] = std::tanh(turns) / line[k].impedance_ohm();
  }
  Network out = shunt_capacitor(grid, p_.near_pad_ff * 1e-15, kReference_ohm);
  out = cascade(std::move(out), distributed_line(grid, line, p_.through_mm * 1e-3, kReference_ohm));
  out = cascade(std::move(out), shunt_admittance(grid, open, kReference_ohm));
  out = cascade(std::move(out), shunt_capacitor(grid, p_.far_pad_ff * 1e-15, kReference_ohm));
  return p_.towards == "receiver" ? flip(out) : out;
}

double Via::delay_s(double length_mm) const {
  return length_mm * 1e-3 * std::sqrt(p_.dielectric_constant) / kSpeedOfLight_m_per_s;
}

double Via::frequency_step_hz() const {
  const double round_trip_s = 2.0 * delay_s(p_.through_mm + p_.stub_mm);
  return round_trip_s > 0.0 ? 1.0 / (4.0 * round_trip_s) : TwoPort::frequency_step_hz();
}

void Via::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", delay_s(p_.through_mm) * 1e9, "ns", given_,
                              "dielectric_constant"));
}

std::vector<std::string> Via::assumptions() const {
  return {"via '" + name() + "': a line and an open stub; radiation into the planes left out"};
}

}  // namespace chappe
