#include "models/copper/ac_capacitor.hpp"

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/lumped.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kHalf_ohm = 50.0;  // each leg of the pair is referred to half of 100 ohm

/// Mean of j f/(j f + corner) from -step/2 to step/2.
double mean_passed(double corner_hz, double step_hz) {
  const double ratio = 2.0 * corner_hz / step_hz;
  return 1.0 - ratio * std::atan(1.0 / ratio);
}

}  // namespace

AcCapacitor::AcCapacitor(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {}

double AcCapacitor::resistance_at_0_hz(const FrequencyGrid& grid) const {
  if (grid.size() < 2) return std::numeric_limits<double>::infinity();
  const double around_ohm = 2.0 * kHalf_ohm + p_.resistance_ohm;
  const double corner_hz = 1.0 / (2.0 * kPi * around_ohm * p_.capacitance_nf * 1e-9);
  return p_.resistance_ohm + around_ohm * (1.0 / mean_passed(corner_hz, grid[1] - grid[0]) - 1.0);
}

Network AcCapacitor::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  std::vector<cd> series;
  series.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    if (f_hz <= 0.0) {
      series.emplace_back(resistance_at_0_hz(grid));
      continue;
    }
    const double omega = 2.0 * kPi * f_hz;
    series.emplace_back(p_.resistance_ohm, omega * p_.inductance_ph * 1e-12 -
                                               1.0 / (omega * p_.capacitance_nf * 1e-9));
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
          "': wander of the baseline slower than the grid's step left out"};
}

}  // namespace chappe
