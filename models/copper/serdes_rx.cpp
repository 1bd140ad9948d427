#include "models/copper/serdes_rx.hpp"

#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"

namespace chappe {

SerdesRx::SerdesRx(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  receiver({});  // faults are found when the scenario is read
  if (p_.dfe_max.size() > 64) {
    throw ScenarioError({{given.at("dfe_max").origin, "dfe_max has more than 64 taps"}});
  }
  const bool fits = p_.dfe_min.empty() || p_.dfe_min.size() == p_.dfe_max.size();
  if (!fits) {
    throw ScenarioError({{given.at("dfe_min").origin,
                          "dfe_min of element '" + this->name() + "' must be empty or have as many values as dfe_max"}});
  }
  for (std::size_t i = 0; i < p_.dfe_min.size(); ++i) {
    if (p_.dfe_min[i] > p_.dfe_max[i]) {
      throw ScenarioError({{given.at("dfe_min").origin, "dfe_min of element '" + this->name() +
                                                            "' is above dfe_max at tap " +
                                                            std::to_string(i + 1)}});
    }
  }
}

ReceiverSpec SerdesRx::receiver(const OperatingPoint& at) const {
  ReceiverSpec spec;
  spec.termination_ohm = p_.termination_ohm;
  spec.noise_v2_per_hz = p_.noise_v2_per_ghz * 1e-9;
  spec.filter_bandwidth_hz = p_.filter_bandwidth_ratio * at.symbol_rate_bd;
  spec.ctle_gain_db = setting_range(p_.ctle_gain_db, name(), "ctle_gain_db", given_).values();
  spec.ctle_lf_gain_db = setting_range(p_.ctle_lf_gain_db, name(), "ctle_lf_gain_db", given_).values();
  spec.ctle_zero_hz = p_.ctle_zero_ghz * 1e9;
  spec.ctle_pole1_hz = p_.ctle_pole1_ghz * 1e9;
  spec.ctle_pole2_hz = p_.ctle_pole2_ghz * 1e9;
  spec.ctle_lf_hz = p_.ctle_lf_ghz * 1e9;
  spec.ffe_pre = p_.ffe_pre;
  spec.ffe_post = p_.ffe_post;
  spec.ffe_limit = p_.ffe_limit;
  for (std::size_t i = 0; i < p_.dfe_max.size(); ++i) {
    spec.dfe.push_back({p_.dfe_min.empty() ? -p_.dfe_max[i] : p_.dfe_min[i], p_.dfe_max[i]});
  }
  return spec;
}

void SerdesRx::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.latency_ns, "ns", given_, "latency_ns"));
  rows.push_back(ledger_entry(name(), "energy", p_.energy_pj_per_bit, "pJ/bit", given_,
                              "energy_pj_per_bit"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
