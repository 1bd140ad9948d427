#include "models/copper/stripline.hpp"

#include <cmath>

#include "base/constants.hpp"

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
    : LineElement(std::move(name), given), p_(std::move(params)), mode_(mode_of(p_)) {}

Immittance Stripline::metre(double f_hz, double temperature_c) const {
  const double rho = p_.laminate.resistivity_at_ohm_m(temperature_c);
  const Foil foil = p_.laminate.surface();
  const cd inductive{0.0, 2.0 * kPi * f_hz * mode_.vacuum_ohm / kSpeedOfLight_m_per_s};
  const cd capacitive{0.0, 2.0 * kPi * f_hz / (mode_.vacuum_ohm * kSpeedOfLight_m_per_s)};
  const cd one = strip_impedance_ohm_per_m(mode_.strip_per_m, p_.width_um * p_.thickness_um * 1e-12,
                                           rho, foil, f_hz) +
                 plane_impedance_ohm_per_m(mode_.planes_per_m, rho, foil, f_hz) + inductive;
  return {2.0 * one, 0.5 * capacitive * p_.laminate.dielectric().relative_permittivity(f_hz)};
}

double Stripline::delay_s_per_m() const {
  return std::sqrt(p_.laminate.dielectric_constant) / kSpeedOfLight_m_per_s;
}

void Stripline::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  line_ledger(at, "dielectric_constant", "loss_tangent", std::nullopt, rows);
}

std::vector<std::string> Stripline::assumptions() const {
  return {"stripline '" + name() +
          "': rectangular strips midway between planes; weave skew and mode conversion left out"};
}

double Stripline::differential_impedance_ohm() const {
  return 2.0 * mode_.vacuum_ohm / std::sqrt(p_.laminate.dielectric_constant);
}

}  // namespace chappe
