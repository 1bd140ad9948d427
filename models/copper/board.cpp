#include "models/copper/board.hpp"

#include "models/copper/ledger_entry.hpp"
#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {
constexpr double kHalf_ohm = 50.0;  // each leg of the pair is referred to half of 100 ohm
}

Board::Board(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {}

Network Board::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  const ComLine line{p_.gamma0_per_mm, p_.a1_ns05_per_mm, p_.a2_ns_per_mm, p_.delay_ns_per_mm};
  Network out = cascade(shunt_capacitor(grid, p_.chip_capacitance_ff * 1e-15, kHalf_ohm),
                        line.network(grid, 0.5 * p_.impedance_ohm, p_.length_mm, kHalf_ohm));
  out = cascade(out, shunt_capacitor(grid, p_.connector_capacitance_ff * 1e-15, kHalf_ohm));
  out.z0_ohm.assign(2, 2.0 * kHalf_ohm);
  return p_.towards == "receiver" ? flip(out) : out;
}

double Board::frequency_step_hz() const {
  const double round_trip_s = 2e-9 * delay_ns();
  return round_trip_s > 0.0 ? 1.0 / (4.0 * round_trip_s) : TwoPort::frequency_step_hz();
}

void Board::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", delay_ns(), "ns", given_, "delay_ns_per_mm"));
}

}  // namespace chappe
