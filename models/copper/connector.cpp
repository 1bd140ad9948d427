#include "models/copper/connector.hpp"

#include <cmath>

#include "models/copper/ledger_entry.hpp"
#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;

}  // namespace

Connector::Connector(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {}

Network Connector::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  const double neper_per_db = std::log(10.0) / 20.0;
  // The law of a millimetre, one millimetre of it.
  const ComLine line{0.0, neper_per_db * p_.a1_db_per_sqrt_ghz, neper_per_db * p_.a2_db_per_ghz,
                     p_.delay_ps * 1e-3};
  Network out = shunt_capacitor(grid, p_.near_capacitance_ff * 1e-15, kReference_ohm);
  out = cascade(std::move(out), line.network(grid, p_.impedance_ohm, 1.0, kReference_ohm));
  out =
      cascade(std::move(out), shunt_capacitor(grid, p_.far_capacitance_ff * 1e-15, kReference_ohm));
  return p_.towards == "receiver" ? flip(out) : out;
}

double Connector::frequency_step_hz() const {
  return p_.delay_ps > 0.0 ? 1e12 / (8.0 * p_.delay_ps) : TwoPort::frequency_step_hz();
}

void Connector::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.delay_ps * 1e-3, "ns", given_, "delay_ps"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
  const double nyquist_ghz = 0.5e-9 * at.symbol_rate_bd;
  if (nyquist_ghz <= 0.0) return;
  const double loss =
      p_.a1_db_per_sqrt_ghz * std::sqrt(nyquist_ghz) + p_.a2_db_per_ghz * nyquist_ghz;
  rows.push_back(ledger_entry(name(), "loss", loss, "dB", given_, "a1_db_per_sqrt_ghz"));
}

}  // namespace chappe
