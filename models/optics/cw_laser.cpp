#include "models/optics/cw_laser.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "models/optics/relaxation.hpp"
#include "models/optics/watt.hpp"

namespace chappe {

CwLaser::CwLaser(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {}

double CwLaser::power_w() const { return Dbm{p_.power_dbm}.watt(); }

double CwLaser::photon_v() const {
  return kPlanck_j_s * kSpeedOfLight_m_per_s / (kElementaryCharge_c * p_.wavelength_nm * 1e-9);
}

CwLaser::Bias CwLaser::bias(const OperatingPoint& at) const {
  const double case_c = at.temperature_of(name());
  const double base_c = p_.cooled_to_c.value_or(case_c);
  Bias out{.junction_c = base_c};
  double change = 1.0;
  for (int i = 0; i < 500 && change > 1e-9; ++i) {
    const double over = out.junction_c - 25.0;
    out.current_a = 1e-3 * p_.threshold_ma * std::exp(over / p_.threshold_t0_k) +
                    power_w() / (p_.differential_efficiency * std::exp(-over / p_.efficiency_t1_k) *
                                 photon_v());
    if (!(out.current_a <= 1e-3 * p_.current_max_ma)) break;
    out.laser_w = out.current_a * (p_.voltage_v + p_.series_ohm * out.current_a);
    const double next = base_c + p_.thermal_k_per_w * std::max(0.0, out.laser_w - power_w());
    change = std::abs(next - out.junction_c);
    out.junction_c = next;
  }
  if (!(out.current_a <= 1e-3 * p_.current_max_ma) || change > 1e-9) {
    char text[200];
    std::snprintf(text, sizeof text,
                  "laser '%s' (optics.cw_laser): %.4g dBm at %.4g degC needs more than "
                  "current_max_ma = %.4g mA",
                  name().c_str(), p_.power_dbm, case_c, p_.current_max_ma);
    throw ModelError(text);
  }
  out.total_w = out.laser_w / p_.supply_efficiency;
  if (p_.cooled_to_c && case_c > base_c) {
    const double heat_w = std::max(0.0, out.laser_w - power_w());
    out.total_w += heat_w * (case_c - base_c) / (p_.cooler_efficiency * (base_c + kZeroCelsius_k));
  }
  return out;
}

LightSpec CwLaser::light(const OperatingPoint& at) const {
  const Bias now = bias(at);
  LightSpec spec;
  spec.power_w = power_w() / p_.lanes * power_ratio_from_db(-p_.splitter_excess_db);
  spec.wavelength_m = 1e-9 * (p_.wavelength_nm + p_.wavelength_nm_per_k * (now.junction_c - 25.0));
  spec.linewidth_hz = 1e6 * p_.linewidth_mhz;
  return spec;
}

NoisePsd CwLaser::added(const FrequencyGrid& grid, const OperatingPoint&, double level) const {
  NoisePsd out{.unit = NoisePsd::Unit::w2_per_hz};
  const double flat = power_ratio_from_db(p_.rin_db_per_hz) * level * level;
  const double rate = 1e9 * p_.rin_damping_per_ns;
  const Relaxation peak{1e9 * p_.rin_peak_ghz, rate, rate};
  for (const double f : grid.f_hz) {
    out.density.push_back(p_.rin_peak_ghz > 0.0 ? flat * peak.noise_shape(f) : flat);
  }
  return out;
}

void CwLaser::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(
      energy_row(name(), bias(at).total_w / p_.lanes, at, given_, "differential_efficiency"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit / p_.lanes, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
