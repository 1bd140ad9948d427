#include "models/copper/serdes_rx.hpp"

#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"

namespace chappe {

SerdesRx::SerdesRx(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  const std::string what = "element '" + this->name() + "' (copper.serdes_rx)";
  Faults faults;
  check_setting(p_.ctle_gain_db, what, "ctle_gain_db", given, faults);
  check_setting(p_.ctle_lf_gain_db, what, "ctle_lf_gain_db", given, faults);
  check_adc(what, faults);
  check_dfe(what, faults);
  faults.throw_if_any();
}

void SerdesRx::check_adc(const std::string& what, Faults& faults) const {
  if (p_.adc_bits == 0) return;
  const Origin at = origin_of(given_, "adc_bits");
  if (p_.adc_bits < kAdcBitsLeast) {
    faults.add(at, what + ": adc_bits = " + std::to_string(p_.adc_bits) +
                       " is neither 0 nor 5 to 16: so few steps are no noise");
  }
  if (p_.ffe_pre + p_.ffe_post == 0) {
    faults.add(at, what + ": adc_bits = " + std::to_string(p_.adc_bits) +
                       " needs an FFE (ffe_pre, ffe_post): without one, steps move the decision"
                       " thresholds and are no noise");
  }
}

void SerdesRx::check_dfe(const std::string& what, Faults& faults) const {
  const Origin at_max = origin_of(given_, "dfe_max"), at_min = origin_of(given_, "dfe_min");
  if (p_.dfe_max.size() > kDfeTapsMost) {
    faults.add(at_max, what + ": dfe_max has " + std::to_string(p_.dfe_max.size()) +
                           " values; a DFE has at most " + std::to_string(kDfeTapsMost) + " taps");
  }
  if (p_.mlse && p_.dfe_max.empty()) {
    faults.add(origin_of(given_, "mlse"),
               what + ": mlse stands in place of the first DFE tap, and dfe_max has no value");
  }
  if (!p_.dfe_min.empty() && p_.dfe_min.size() != p_.dfe_max.size()) {
    faults.add(at_min, what + ": dfe_min has " + std::to_string(p_.dfe_min.size()) +
                           " values, dfe_max " + std::to_string(p_.dfe_max.size()));
    return;
  }
  for (std::size_t i = 0; i < p_.dfe_max.size(); ++i) {
    const TapLimit limit = dfe_limit(i);
    if (limit.low <= limit.high) continue;
    const bool mirrored = p_.dfe_min.empty();
    faults.add(mirrored ? at_max : at_min,
               what + ": " + (mirrored ? "dfe_max" : "dfe_min") + "[" + std::to_string(i) +
                   "] = " + to_text(mirrored ? limit.high : limit.low) +
                   (mirrored ? " is negative and dfe_min is empty"
                             : " is above dfe_max = " + to_text(limit.high)));
  }
}

TapLimit SerdesRx::dfe_limit(std::size_t tap) const {
  return {p_.dfe_min.empty() ? -p_.dfe_max[tap] : p_.dfe_min[tap], p_.dfe_max[tap]};
}

ReceiverSpec SerdesRx::receiver(const OperatingPoint& at) const {
  ReceiverSpec spec;
  spec.termination_ohm = p_.termination_ohm;
  spec.noise_v2_per_hz = p_.noise_v2_per_ghz * 1e-9;
  spec.filter_bandwidth_hz = p_.filter_bandwidth_ratio * at.symbol_rate_bd;
  spec.ctle_gain_db = setting_range(p_.ctle_gain_db).values();
  spec.ctle_lf_gain_db = setting_range(p_.ctle_lf_gain_db).values();
  spec.ctle_zero_hz = p_.ctle_zero_ghz * 1e9;
  spec.ctle_pole1_hz = p_.ctle_pole1_ghz * 1e9;
  spec.ctle_pole2_hz = p_.ctle_pole2_ghz * 1e9;
  spec.ctle_lf_hz = p_.ctle_lf_ghz * 1e9;
  spec.ffe_pre = p_.ffe_pre;
  spec.ffe_post = p_.ffe_post;
  spec.ffe_limit = p_.ffe_limit;
  spec.adc_bits = p_.adc_bits;
  spec.adc_full_scale = p_.adc_full_scale;
  spec.clock_recovery_bandwidth_hz = p_.clock_recovery_bandwidth_mhz * 1e6;
  spec.sampling_offset_ui = p_.sampling_offset_ui;
  spec.optimum_thresholds = p_.thresholds == "optimum";
  spec.mlse = p_.mlse;
  for (std::size_t i = 0; i < p_.dfe_max.size(); ++i) {
    spec.dfe.push_back(dfe_limit(i));
  }
  return spec;
}

void SerdesRx::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.latency_ns, "ns", given_, "latency_ns"));
  rows.push_back(
      ledger_entry(name(), "energy", p_.energy_pj_per_bit, "pJ/bit", given_, "energy_pj_per_bit"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
