#include "models/copper/ac_capacitor.hpp"

#include <limits>

#include "base/constants.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/lumped.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kHalf_ohm = 50.0;  // each leg of the pair is referred to half of 100 ohm

}  // namespace

AcCapacitor::AcCapacitor(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {}

Network AcCapacitor::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  std::vector<cd> series;
  series.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    const double omega = 2.0 * kPi * f_hz;
    const double reactance =
        f_hz > 0.0 ? omega * p_.inductance_ph * 1e-12 - 1.0 / (omega * p_.capacitance_nf * 1e-9)
                   : -std::numeric_limits<double>::infinity();
    series.emplace_back(p_.resistance_ohm, reactance);
  }
  const Network pad = shunt_capacitor(grid, p_.pad_ff * 1e-15, kHalf_ohm);
  Network out = cascade(cascade(pad, series_impedance(grid, series, kHalf_ohm)), pad);
  out.z0_ohm.assign(2, 2.0 * kHalf_ohm);
  return out;
}

void AcCapacitor::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

std::vector<std::string> AcCapacitor::assumptions() const {
  return {"AC capacitor '" + name() +
          "': nothing passes at 0 Hz; wander of the baseline slower than the grid left out"};
}

}  // namespace chappe
