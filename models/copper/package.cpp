#include "models/copper/package.hpp"

#include <numeric>

#include "models/copper/ledger_entry.hpp"
#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kHalf_ohm = 50.0;  // each leg of the pair is referred to half of 100 ohm
constexpr std::size_t kSegmentsMax = 4, kRungsMax = 8, kViaBehind = 3;

}  // namespace

Package::Package(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  const std::string what = "element '" + this->name() + "' (copper.package): ";
  const std::size_t rungs = p_.die_capacitance_ff.size(), lines = p_.segment_length_mm.size();
  Faults faults;
  const auto fault = [&](std::string_view key, std::size_t size, const std::string& wrong) {
    const auto it = given.find(key);
    faults.add(it == given.end() ? Origin{} : it->second.origin,
               what + std::string(key) + " has " + std::to_string(size) + " values, " + wrong);
  };
  if (rungs > kRungsMax) fault("die_capacitance_ff", rungs, "more than 8");
  if (!p_.die_inductance_ph.empty() && p_.die_inductance_ph.size() != rungs) {
    fault("die_inductance_ph", p_.die_inductance_ph.size(),
          "die_capacitance_ff " + std::to_string(rungs));
  }
  if (lines < 1 || lines > kSegmentsMax) fault("segment_length_mm", lines, "not 1 to 4");
  if (p_.segment_impedance_ohm.size() != lines) {
    fault("segment_impedance_ohm", p_.segment_impedance_ohm.size(),
          "segment_length_mm " + std::to_string(lines));
  }
  faults.throw_if_any();
}

Network Package::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  Network out = through(grid, kHalf_ohm);
  const auto capacitor = [&](double ff) {
    if (ff > 0.0) out = cascade(out, shunt_capacitor(grid, ff * 1e-15, kHalf_ohm));
  };
  for (std::size_t rung = 0; rung < p_.die_capacitance_ff.size(); ++rung) {
    capacitor(p_.die_capacitance_ff[rung]);
    if (p_.die_inductance_ph.empty() || p_.die_inductance_ph[rung] == 0.0) continue;
    out = cascade(out, series_inductor(grid, p_.die_inductance_ph[rung] * 1e-12, kHalf_ohm));
  }
  capacitor(p_.bump_capacitance_ff);
  const ComLine line{p_.gamma0_per_mm, p_.a1_ns05_per_mm, p_.a2_ns_per_mm, p_.delay_ns_per_mm};
  for (std::size_t i = 0; i < p_.segment_length_mm.size(); ++i) {
    if (i == kViaBehind) capacitor(p_.via_capacitance_ff);
    out = cascade(out, line.network(grid, 0.5 * p_.segment_impedance_ohm[i],
                                    p_.segment_length_mm[i], kHalf_ohm));
  }
  if (p_.segment_length_mm.size() <= kViaBehind) capacitor(p_.via_capacitance_ff);
  capacitor(p_.ball_capacitance_ff);
  out.z0_ohm.assign(2, 2.0 * kHalf_ohm);
  return p_.towards == "receiver" ? flip(out) : out;
}

double Package::delay_ns() const {
  return p_.delay_ns_per_mm *
         std::accumulate(p_.segment_length_mm.begin(), p_.segment_length_mm.end(), 0.0);
}

double Package::frequency_step_hz() const {
  const double round_trip_s = 2e-9 * delay_ns();
  return round_trip_s > 0.0 ? 1.0 / (4.0 * round_trip_s) : TwoPort::frequency_step_hz();
}

void Package::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", delay_ns(), "ns", given_, "delay_ns_per_mm"));
}

}  // namespace chappe
