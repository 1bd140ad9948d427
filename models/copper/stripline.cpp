#include "models/copper/stripline.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/ledger_entry.hpp"

namespace chappe {
namespace {

OddMode mode_of(const Stripline::Params& p) {
  const StriplinePair pair{p.width_um * 1e-6, p.spacing_um * 1e-6, p.thickness_um * 1e-6,
                           p.plane_distance_um * 1e-6};
  pair.check();
  return pair.odd_mode();
}

}  // namespace

Stripline::Stripline(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given), mode_(mode_of(p_)) {}

Immittance Stripline::immittance(double f_hz, double temperature_c) const {
  const double rho = p_.laminate.resistivity_at_ohm_m(temperature_c);
  const Foil foil = p_.laminate.surface();
  const cd inductive{0.0, 2.0 * kPi * f_hz * mode_.vacuum_ohm / kSpeedOfLight_m_per_s};
  const cd capacitive{0.0, 2.0 * kPi * f_hz / (mode_.vacuum_ohm * kSpeedOfLight_m_per_s)};
  const cd one = strip_impedance_ohm_per_m(mode_.strip_per_m, p_.width_um * p_.thickness_um * 1e-12,
                                           rho, foil, f_hz) +
                 plane_impedance_ohm_per_m(mode_.planes_per_m, rho, foil, f_hz) + inductive;
  return {2.0 * one, 0.5 * capacitive * p_.laminate.dielectric().relative_permittivity(f_hz)};
}

Network Stripline::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  std::vector<Immittance> metre;
  metre.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    metre.push_back(immittance(f_hz, at.temperature_of(name())));
  }
  return distributed_line(grid, metre, p_.length_mm * 1e-3, 100.0);
}

double Stripline::delay_s() const {
  return p_.length_mm * 1e-3 * std::sqrt(p_.laminate.dielectric_constant) / kSpeedOfLight_m_per_s;
}

double Stripline::frequency_step_hz() const {
  return p_.length_mm > 0.0 ? 1.0 / (8.0 * delay_s()) : TwoPort::frequency_step_hz();
}

void Stripline::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(
      ledger_entry(name(), "latency", delay_s() * 1e9, "ns", given_, "dielectric_constant"));
  const double nyquist_hz = 0.5 * at.symbol_rate_bd;
  if (nyquist_hz <= 0.0) return;
  const double loss =
      p_.length_mm * 1e-3 * attenuation_db_per_m(nyquist_hz, at.temperature_of(name()));
  rows.push_back(ledger_entry(name(), "loss", loss, "dB", given_, "loss_tangent"));
}

std::vector<std::string> Stripline::assumptions() const {
  return {"stripline '" + name() +
          "': rectangular strips midway between planes; weave skew and mode conversion left out"};
}

double Stripline::attenuation_db_per_m(double f_hz, double temperature_c) const {
  return 20.0 / std::log(10.0) * immittance(f_hz, temperature_c).gamma_per_m().real();
}

double Stripline::differential_impedance_ohm() const {
  return 2.0 * mode_.vacuum_ohm / std::sqrt(p_.laminate.dielectric_constant);
}

}  // namespace chappe
