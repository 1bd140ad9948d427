#include "models/optics/receiver_element.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/filters.hpp"
#include "math/interpolate.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"
#include "models/optics/csv_table.hpp"
#include "signal/lines.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;

void check(const ReceiverElement::Front& p, const std::string& who, const ParamMap& given) {
  Faults faults;
  if (p.noise_pa_per_sqrt_hz.has_value() == !p.noise_file.empty()) {
    faults.add(origin_of(given, p.noise_file.empty() ? "noise_pa_per_sqrt_hz" : "noise_file"),
               who + " needs noise_pa_per_sqrt_hz or noise_file, one of them");
  }
  if (p.noise_corner_ghz && !p.noise_file.empty()) {
    faults.add(origin_of(given, "noise_corner_ghz"),
               who + ": noise_corner_ghz goes with noise_pa_per_sqrt_hz, not with noise_file");
  }
  if (p.transimpedance_min_ohm && !p.output_peak_v) {
    faults.add(origin_of(given, "transimpedance_min_ohm"),
               who + ": transimpedance_min_ohm needs output_peak_v, which the gain control holds");
  }
  if (p.transimpedance_min_ohm.value_or(0.0) > p.transimpedance_ohm) {
    faults.add(origin_of(given, "transimpedance_min_ohm"),
               who + ": transimpedance_min_ohm = " + to_text(*p.transimpedance_min_ohm) +
                   " is above transimpedance_ohm = " + to_text(p.transimpedance_ohm));
  }
  faults.throw_if_any();
}

}  // namespace

ReceiverElement::ReceiverElement(std::string name, const std::string& model, Front front, Gain gain,
                                 const ParamMap& given)
    : Element(std::move(name)),
      who_("element '" + this->name() + "' (" + model + ")"),
      p_(std::move(front)),
      gain_(gain),
      given_(given),
      bandwidth_(p_.bandwidth, who_, given) {
  check(p_, who_, given);
  if (p_.noise_file.empty()) return;
  constexpr std::array<std::string_view, 2> kColumns{"frequency_ghz", "noise_pa_per_sqrt_hz"};
  auto columns = read_csv_table(p_.noise_file, kColumns);
  for (const double f_ghz : columns[0]) noise_f_hz_.push_back(1e9 * f_ghz);
  for (const double n_pa : columns[1]) noise_a2_per_hz_.push_back(1e-24 * n_pa * n_pa);
}

cd ReceiverElement::map(cd x, const OperatingPoint&) const {
  return std::norm(x) * power_ratio_from_db(-p_.coupling_loss_db) * p_.responsivity_a_per_w *
         gain_.factor;
}

double ReceiverElement::transimpedance_ohm(const OperatingPoint& at) const {
  if (!at.received_oma_w) return p_.transimpedance_ohm;
  const double current_a = map(std::sqrt(*at.received_oma_w), at).real();
  if (p_.overload_ma && 1e3 * current_a > *p_.overload_ma) {
    std::array<char, 160> text{};
    std::snprintf(text.data(), text.size(),
                  ": outer current of %.4g mA peak to peak (outer OMA %.4g dBm) is above its "
                  "overload, %.4g mA",
                  1e3 * current_a, Dbm::from_watt(*at.received_oma_w).value(), *p_.overload_ma);
    throw ModelError(who_ + text.data());
  }
  if (!p_.output_peak_v) return p_.transimpedance_ohm;
  return std::clamp(2.0 * *p_.output_peak_v / current_a, p_.transimpedance_min_ohm.value_or(0.0),
                    p_.transimpedance_ohm);
}

std::vector<cd> ReceiverElement::transfer(const FrequencyGrid& grid,
                                          const OperatingPoint& at) const {
  const double ohm = transimpedance_ohm(at);
  std::vector<cd> out = bandwidth_.transfer(grid);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    out[k] *= gain_.pole_hz > 0.0 ? ohm * single_pole(grid[k], gain_.pole_hz) : ohm;
  }
  return out;
}

std::vector<cd> ReceiverElement::reflection(const FrequencyGrid& grid, const OperatingPoint&,
                                            int port) const {
  if (port == 0) return std::vector<cd>(grid.size());
  return shunt_capacitor(grid, p_.output_capacitance_ff * 1e-15, kReference_ohm).at(0, 0);
}

double ReceiverElement::noise_density(double f_hz) const {
  if (!noise_f_hz_.empty()) {
    return interpolate_linear(noise_f_hz_, noise_a2_per_hz_, f_hz, Outside::hold);
  }
  const double white = 1e-24 * *p_.noise_pa_per_sqrt_hz * *p_.noise_pa_per_sqrt_hz;
  const double ratio = p_.noise_corner_ghz ? f_hz * 1e-9 / *p_.noise_corner_ghz : 0.0;
  return white * (1.0 + ratio * ratio);
}

NoisePsd ReceiverElement::added(const FrequencyGrid& grid, const OperatingPoint& at,
                                double level) const {
  const double heat =
      (at.temperature_of(name()) + kZeroCelsius_k) / (p_.noise_temperature_c + kZeroCelsius_k);
  const double dark_a = 1e-9 * p_.dark_current_na * gain_.factor;
  const double shot =
      2.0 * kElementaryCharge_c * gain_.factor * gain_.excess * (std::max(level, 0.0) + dark_a);
  NoisePsd out{.unit = NoisePsd::Unit::a2_per_hz, .density = {}};
  out.density.reserve(grid.size());
  for (const double f_hz : grid.f_hz) out.density.push_back(heat * noise_density(f_hz) + shot);
  return out;
}

double ReceiverElement::reflectance_db() const {
  return p_.reflectance_db.value_or(-std::numeric_limits<double>::infinity());
}

void ReceiverElement::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.latency_ns, "ns", given_, "latency_ns"));
  const double bits_per_s = at.symbol_rate_bd * at.bits_per_symbol;
  const double energy = bits_per_s > 0.0 ? 1e12 * p_.power_w / bits_per_s : 0.0;
  rows.push_back(ledger_entry(name(), "energy", energy, "pJ/bit", given_, "power_w"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
  if (p_.coupling_loss_db > 0.0) {
    rows.push_back(
        ledger_entry(name(), "loss", p_.coupling_loss_db, "dB", given_, "coupling_loss_db"));
  }
}

std::vector<std::string> ReceiverElement::assumptions() const {
  std::vector<std::string> out = bandwidth_.assumptions();
  out.push_back("receiver '" + name() + "': linear" +
                (p_.output_peak_v ? "; its noise is the same at every gain" : ""));
  return out;
}

}  // namespace chappe
