#include "models/copper/serdes_tx.hpp"

#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"

namespace chappe {

SerdesTx::SerdesTx(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  const std::string what = "element '" + this->name() + "' (copper.serdes_tx)";
  Faults faults;
  const auto check = [&](std::string_view key, const std::vector<double>& values) {
    if (!values.empty()) check_setting(values, what, key, given, faults);
  };
  check("ffe_pre3", p_.ffe_pre3);
  check("ffe_pre2", p_.ffe_pre2);
  check("ffe_pre1", p_.ffe_pre1);
  check("ffe_post1", p_.ffe_post1);
  faults.throw_if_any();
}

TransmitterSpec SerdesTx::transmitter(const OperatingPoint&) const {
  TransmitterSpec spec;
  spec.amplitude_v = p_.amplitude_v;
  spec.level_mismatch_ratio = p_.rlm;
  spec.rise_time_s = p_.rise_time_ps * 1e-12;
  spec.termination_ohm = p_.termination_ohm;
  spec.snr_db = p_.snr_tx_db;
  spec.random_jitter_ui = p_.random_jitter_ui;
  spec.dual_dirac_jitter_ui = p_.dual_dirac_jitter_ui;
  spec.sinusoidal_jitter_ui = p_.sinusoidal_jitter_ui;
  spec.sinusoidal_jitter_hz = p_.sinusoidal_jitter_mhz * 1e6;
  spec.even_odd_jitter_ui = p_.even_odd_jitter_ui;
  spec.minimum_cursor = p_.ffe_minimum_cursor;
  const auto add = [&](int position, const std::vector<double>& values) {
    if (values.empty()) return;
    const SettingRange range = setting_range(values);
    spec.ffe.push_back({position, range.low, range.high, range.step});
  };
  add(-3, p_.ffe_pre3);
  add(-2, p_.ffe_pre2);
  add(-1, p_.ffe_pre1);
  add(1, p_.ffe_post1);
  return spec;
}

void SerdesTx::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.latency_ns, "ns", given_, "latency_ns"));
  rows.push_back(
      ledger_entry(name(), "energy", p_.energy_pj_per_bit, "pJ/bit", given_, "energy_pj_per_bit"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
