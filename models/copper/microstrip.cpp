#include "models/copper/microstrip.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "models/copper/ledger_entry.hpp"

namespace chappe {
namespace {

MicrostripPair pair_of(const Microstrip::Params& p) {
  const MicrostripPair pair{p.width_um * 1e-6, p.spacing_um * 1e-6, p.thickness_um * 1e-6,
                            p.height_um * 1e-6};
  pair.check();
  return pair;
}

}  // namespace

Microstrip::Microstrip(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)),
      p_(std::move(params)),
      given_(given),
      pair_(pair_of(p_)),
      mode_(pair_.odd_mode(p_.laminate.dielectric_constant)) {}

Immittance Microstrip::immittance(double f_hz, double temperature_c) const {
  const double rho = p_.laminate.resistivity_at_ohm_m(temperature_c);
  const double er = p_.laminate.dielectric_constant;
  const Foil foil = p_.laminate.surface();
  const double slower = std::sqrt(microstrip_odd_permittivity(pair_, er, mode_.permittivity, f_hz) /
                                  mode_.permittivity);
  const double share = er > 1.0 ? (mode_.permittivity - 1.0) / (er - 1.0) : 0.0;
  const cd permittivity =
      1.0 + share * (p_.laminate.dielectric().relative_permittivity(f_hz) - 1.0);
  const cd turn{0.0, 2.0 * kPi * f_hz * slower / kSpeedOfLight_m_per_s};
  const cd one = strip_impedance_ohm_per_m(mode_.strip_per_m, p_.width_um * p_.thickness_um * 1e-12,
                                           rho, foil, f_hz) +
                 plane_impedance_ohm_per_m(mode_.plane_per_m, rho, foil, f_hz) +
                 turn * mode_.vacuum_ohm;
  return {2.0 * one, 0.5 * turn / mode_.vacuum_ohm * permittivity};
}

Network Microstrip::network(const FrequencyGrid& grid, const OperatingPoint& at) const {
  std::vector<Immittance> metre;
  metre.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    metre.push_back(immittance(f_hz, at.temperature_of(name())));
  }
  return distributed_line(grid, metre, p_.length_mm * 1e-3, 100.0);
}

double Microstrip::delay_s() const {
  return p_.length_mm * 1e-3 * std::sqrt(mode_.permittivity) / kSpeedOfLight_m_per_s;
}

double Microstrip::frequency_step_hz() const {
  return p_.length_mm > 0.0 ? 1.0 / (8.0 * delay_s()) : TwoPort::frequency_step_hz();
}

void Microstrip::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(
      ledger_entry(name(), "latency", delay_s() * 1e9, "ns", given_, "dielectric_constant"));
  const double nyquist_hz = 0.5 * at.symbol_rate_bd;
  if (nyquist_hz <= 0.0) return;
  const double loss =
      p_.length_mm * 1e-3 * attenuation_db_per_m(nyquist_hz, at.temperature_of(name()));
  rows.push_back(ledger_entry(name(), "loss", loss, "dB", given_, "loss_tangent"));
}

std::vector<std::string> Microstrip::assumptions() const {
  return {"microstrip '" + name() +
          "': bare rectangular strips; solder mask, plating, radiation and skew left out"};
}

double Microstrip::attenuation_db_per_m(double f_hz, double temperature_c) const {
  return 20.0 / std::log(10.0) * immittance(f_hz, temperature_c).gamma_per_m().real();
}

double Microstrip::differential_impedance_ohm() const {
  return 2.0 * mode_.vacuum_ohm / std::sqrt(mode_.permittivity);
}

}  // namespace chappe
