#include "models/copper/microstrip.hpp"

#include <cmath>

#include "base/constants.hpp"

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
    : LineElement(std::move(name), given),
      p_(std::move(params)),
      pair_(pair_of(p_)),
      mode_(pair_.odd_mode(p_.laminate.dielectric_constant)) {}

Immittance Microstrip::metre(double f_hz, double temperature_c) const {
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

double Microstrip::delay_s_per_m() const {
  return std::sqrt(mode_.permittivity) / kSpeedOfLight_m_per_s;
}

void Microstrip::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  line_ledger(at, "dielectric_constant", "loss_tangent", std::nullopt, rows);
}

std::vector<std::string> Microstrip::assumptions() const {
  return {"microstrip '" + name() +
          "': bare rectangular strips; solder mask, plating, radiation and skew left out"};
}

double Microstrip::differential_impedance_ohm() const {
  return 2.0 * mode_.vacuum_ohm / std::sqrt(mode_.permittivity);
}

}  // namespace chappe
