#include "models/copper/fitted_cable.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "models/copper/dielectric.hpp"
#include "models/copper/round_wire.hpp"
#include "models/copper/twinax_geometry.hpp"

namespace chappe {
namespace {

constexpr double kCopper_ohm_m = 1.68e-8;  // at 20 degC
constexpr double kFitted_hz = 10e9;        // where the dielectric has the stated loss and delay
const double kDecibel = 20.0 / std::log(10.0);

double stated_db_per_m(const FittedCable::Params& p, double f_hz) {
  return p.a1_db_per_m * std::sqrt(f_hz * 1e-9) + p.a2_db_per_m * f_hz * 1e-9;
}

}  // namespace

double conductor_floor_db_per_m(double gauge_awg, double impedance_ohm, double f_hz) {
  const double resistance =
      2.0 * surface_resistance_ohm(kCopper_ohm_m, f_hz) / (kPi * awg_diameter_m(gauge_awg));
  return kDecibel * resistance / (2.0 * impedance_ohm);
}

FittedCable::FittedCable(std::string name, Params params, const ParamMap& given)
    : LineElement(std::move(name), given), p_(params) {
  // (a1 + a2 sqrt f) over a constant: what is above the floor at one frequency is above it later.
  const double f_hz = p_.low_ghz * 1e9;
  const double stated = stated_db_per_m(p_, f_hz);
  const double floor = conductor_floor_db_per_m(p_.gauge_awg, p_.impedance_ohm, f_hz);
  if (stated >= floor) return;
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(),
                "' (copper.fitted_cable): attenuation %.4g dB/m at %.4g GHz is below the %.4g dB/m "
                "that two copper wires of AWG %.4g alone lose at %.4g ohm",
                stated, p_.low_ghz, floor, p_.gauge_awg, p_.impedance_ohm);
  throw ModelError("element '" + this->name() + text.data());
}

Immittance FittedCable::metre(double f_hz, double temperature_c) const {
  const double index = p_.delay_ns_per_m * 1e-9 * kSpeedOfLight_m_per_s;
  const double loss_tangent =
      p_.a2_db_per_m / kDecibel * kSpeedOfLight_m_per_s / (kPi * 1e9 * index);
  const WidebandDielectric dielectric(index * index, loss_tangent, kFitted_hz);
  const double radius = 0.5 * awg_diameter_m(p_.gauge_awg);
  const double factor_per_m = 2.0 * p_.impedance_ohm * p_.a1_db_per_m / kDecibel /
                              surface_resistance_ohm(kCopper_ohm_m, 1e9);
  const double rho = kCopper_ohm_m * (1.0 + p_.resistivity_per_k * (temperature_c - 20.0));
  const double area_m2 = 0.5 * kPi * radius * radius;  // there and back
  const cd turn{0.0, 2.0 * kPi * f_hz / kSpeedOfLight_m_per_s};
  const cd conductors = factor_per_m > 0.0
                            ? strip_impedance_ohm_per_m(factor_per_m, area_m2, rho, {}, f_hz)
                            : cd{rho / area_m2};
  return {conductors + turn * index * p_.impedance_ohm,
          turn / (index * p_.impedance_ohm) * dielectric.relative_permittivity(f_hz)};
}

void FittedCable::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  line_ledger(at, "delay_ns_per_m", "a1_db_per_m", p_.fit, rows);
}

std::vector<std::string> FittedCable::assumptions() const {
  return {"cable '" + name() +
          "': stated attenuation; echoes inside, skew and connectors left out"};
}

}  // namespace chappe
