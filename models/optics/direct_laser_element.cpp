#include "models/optics/direct_laser_element.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/filters.hpp"
#include "models/optics/watt.hpp"

namespace chappe {
namespace {

constexpr double kReference_c = 25.0;
constexpr double kLeastLight = 0.01;  // of the bias's

}  // namespace

RateEquations DirectLaserElement::rates(double junction_c) const {
  RateSettings s;
  s.threshold_a = threshold_a(junction_c);
  s.d_hz_per_sqrt_a = 1e9 * p_.d_ghz_per_sqrt_ma / std::sqrt(1e-3) *
                      std::max(0.01, 1.0 + p_.d_per_k * (junction_c - kReference_c));
  s.k_s = 1e-9 * p_.k_ns;
  s.damping_offset_per_s = 1e9 * p_.damping_per_ns;
  s.photon_lifetime_s =
      p_.photon_lifetime_ps ? 1e-12 * *p_.photon_lifetime_ps : s.k_s / (8.0 * kPi * kPi);
  s.knee_a = 1e-3 * p_.knee_ma;
  return RateEquations(s);
}

DirectLaserElement::Operation DirectLaserElement::operation(double current_a, double case_c) const {
  const double electrical_w = current_a * (p_.voltage_v + p_.diode_ohm * current_a);
  double junction_c = case_c;
  for (int i = 0; i < 200; ++i) {
    Operation now{
        .junction_c = junction_c,
        .threshold_a = threshold_a(junction_c),
        .slope_w_per_a = p_.slope_w_per_a * std::exp(-(junction_c - kReference_c) / p_.slope_t1_k),
        .electrical_w = electrical_w,
        .rates = rates(junction_c)};
    now.light_a = now.rates.light_a(current_a);
    now.power_w = now.slope_w_per_a * now.light_a;
    const double next =
        case_c + 1e3 * p_.thermal_k_per_mw * std::max(0.0, electrical_w - now.power_w);
    if (std::abs(next - junction_c) < 1e-9) return now;
    junction_c = next;
  }
  throw ModelError("laser '" + name() + "': its own heat runs away");
}

DirectLaserElement::Operation DirectLaserElement::operation(const OperatingPoint& at) const {
  Operation now = operation(1e-3 * p_.bias_ma, at.temperature_of(name()));
  if (now.threshold_a >= 1e-3 * p_.bias_ma) {
    throw ModelError("laser '" + name() + "': bias_ma = " + std::to_string(p_.bias_ma) +
                     " mA is below its threshold of " + std::to_string(1e3 * now.threshold_a) +
                     " mA at " + std::to_string(now.junction_c) + " degC");
  }
  return now;
}

double DirectLaserElement::steady_power_w(double current_a, double case_c) const {
  return operation(current_a, case_c).power_w;
}

LightSpec DirectLaserElement::light(const OperatingPoint& at) const {
  const Operation now = operation(at);
  LightSpec spec;
  spec.power_w = now.power_w;
  spec.wavelength_m =
      1e-9 * (p_.wavelength_nm + p_.wavelength_nm_per_k * (now.junction_c - kReference_c));
  spec.linewidth_hz = 1e6 * p_.linewidth_mhz;
  return spec;
}

Relaxation DirectLaserElement::relaxation(const RateEquations& rates, double light_a) const {
  return {rates.resonance_hz(light_a), rates.damping_per_s(light_a),
          rates.carrier_rate_per_s(light_a)};
}

cd DirectLaserElement::ahead_of_diode(double f_hz) const {
  const cd pole = p_.parasitic_ghz > 0.0 ? single_pole(f_hz, 1e9 * p_.parasitic_ghz) : cd{1.0};
  return load().voltage(f_hz) * pole;
}

std::vector<cd> DirectLaserElement::transfer(const FrequencyGrid& grid,
                                             const OperatingPoint& at) const {
  const Operation now = operation(at);
  const Relaxation small = relaxation(now.rates, now.light_a);
  std::vector<cd> out;
  out.reserve(grid.size());
  for (const double f : grid.f_hz) out.push_back(ahead_of_diode(f) * small.response(f));
  return out;
}

std::vector<cd> DirectLaserElement::reflection(const FrequencyGrid& grid, const OperatingPoint&,
                                               int port) const {
  return port == 0 ? load().reflection(grid) : std::vector<cd>(grid.size());
}

cd DirectLaserElement::map(cd x, const OperatingPoint& at) const {
  const Operation now = operation(at);
  const double current_a = 1e-3 * p_.bias_ma + x.real() / p_.series_ohm;
  const double power_w = now.slope_w_per_a * now.rates.light_a(current_a);
  return std::polar(std::sqrt(power_w), -0.5 * p_.chirp * std::log(power_w / now.power_w));
}

/// c: density of the photons' noise over their number, one sided, of the light x [A^2/Hz/s^2/A].
double DirectLaserElement::photon_noise() const {
  const Operation now = operation(1e-3 * p_.bias_ma, kReference_c);
  const Relaxation at_bias = relaxation(now.rates, now.light_a);
  const double wr = 2.0 * kPi * at_bias.resonance_hz;
  const double rin =
      power_ratio_from_db(p_.rin_db_per_hz) / at_bias.mean_noise_shape(1e9 * p_.rin_bandwidth_ghz);
  return rin * now.light_a * std::pow(wr, 4) / std::pow(at_bias.carrier_rate_per_s, 2);
}

NoisePsd DirectLaserElement::added(const FrequencyGrid& grid, const OperatingPoint& at,
                                   double level) const {
  const Operation now = operation(at);
  const double light_a = std::max(level / now.slope_w_per_a, kLeastLight * now.light_a);
  const Relaxation here = relaxation(now.rates, light_a);
  const double wr = 2.0 * kPi * here.resonance_hz;
  const double power_w = now.slope_w_per_a * light_a;
  const double low = photon_noise() * std::pow(here.carrier_rate_per_s, 2) /
                     (light_a * std::pow(wr, 4)) * power_w * power_w;
  NoisePsd out{.unit = NoisePsd::Unit::w2_per_hz};
  for (const double f : grid.f_hz) out.density.push_back(low * here.noise_shape(f));
  return out;
}

void DirectLaserElement::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(energy_row(name(), operation(at).electrical_w, at, given_, "bias_ma"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
