#include "models/copper/redriver.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "dsp/ctle.hpp"
#include "models/copper/ledger_entry.hpp"
#include "signal/lines.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;

}  // namespace

Redriver::Redriver(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {}

cd Redriver::gain(double f_hz) const {
  const CtleShape shape{.gain_db = p_.low_frequency_db,
                        .lf_gain_db = 0.0,
                        .zero_hz = p_.zero_ghz * 1e9,
                        .pole1_hz = p_.pole1_ghz * 1e9,
                        .pole2_hz = p_.pole2_ghz * 1e9,
                        .lf_hz = 0.0};
  return std::pow(10.0, p_.gain_db / 20.0) * ctle_response(shape, f_hz) *
         std::polar(1.0, -2.0 * kPi * f_hz * p_.delay_ps * 1e-12);
}

Network Redriver::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  Network out = through(grid, kReference_ohm);
  const Network in = shunt_capacitor(grid, p_.input_capacitance_ff * 1e-15, kReference_ohm);
  const Network at_output = shunt_capacitor(grid, p_.output_capacitance_ff * 1e-15, kReference_ohm);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    out.at(0, 0)[k] = in.at(0, 0)[k];
    out.at(0, 1)[k] = 0.0;
    out.at(1, 0)[k] = in.at(1, 0)[k] * gain(grid[k]) * at_output.at(1, 0)[k];
    out.at(1, 1)[k] = at_output.at(1, 1)[k];
  }
  return out;
}

NoisePsd Redriver::added(const FrequencyGrid& grid, const OperatingPoint& at, double) const {
  NoisePsd out;
  const Network self = network(grid, at);
  for (const cd passed : self.at(1, 0)) {
    out.density.push_back(p_.noise_v2_per_ghz * 1e-9 * std::norm(passed));
  }
  return out;
}

void Redriver::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.delay_ps * 1e-3, "ns", given_, "delay_ps"));
  rows.push_back(
      ledger_entry(name(), "energy", p_.energy_pj_per_bit, "pJ/bit", given_, "energy_pj_per_bit"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
  if (at.symbol_rate_bd <= 0.0) return;
  const double loss = -20.0 * std::log10(std::abs(gain(0.5 * at.symbol_rate_bd)));
  rows.push_back(ledger_entry(name(), "loss", loss, "dB", given_, "gain_db"));
}

std::vector<std::string> Redriver::assumptions() const {
  return {"element '" + name() + "': linear at any swing; its noise is in 'receiver noise'"};
}

}  // namespace chappe
