#include "models/copper/touchstone.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "models/copper/ledger_entry.hpp"
#include "signal/mixed_mode.hpp"
#include "signal/network_ops.hpp"
#include "signal/resample.hpp"
#include "signal/response.hpp"
#include "signal/touchstone.hpp"

namespace chappe {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

/// Data from 0 Hz on a uniform grid, with a real value there, as a transform needs them.
Network with_dc(const Network& network, std::vector<std::string>& remarks) {
  const std::vector<double>& f = network.grid.f_hz;
  double step = f.back();
  for (std::size_t k = 1; k < f.size(); ++k) step = std::min(step, f[k] - f[k - 1]);
  const auto points = static_cast<std::size_t>(std::floor(f.back() / step * (1.0 + 1e-9))) + 1;
  Resampled out = resample(network, FrequencyGrid::uniform(step, std::min<std::size_t>(points, 1U << 20)));
  remarks.insert(remarks.end(), out.remarks.begin(), out.remarks.end());
  return std::move(out.network);
}

}  // namespace

TouchstoneChannel::TouchstoneChannel(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  TouchstoneData data = read_touchstone_data(p_.file);
  const std::string who = "channel '" + this->name() + "': ";
  for (const std::string& remark : data.remarks) assumptions_.push_back(who + remark);
  if (data.network.ports != 4 && data.network.ports != 2) {
    throw DataError(p_.file + ": " + std::to_string(data.network.ports) +
                    " ports; a channel has 4 (single ended) or 2 (differential)");
  }
  if (data.network.ports == 4) {
    const bool find = p_.pairing == "auto";
    const Network single = renormalise(data.network, 50.0);
    const Pairing pairing = find ? detect_pairing(single) : parse_pairing(p_.pairing);
    assumptions_.push_back(who + "ports paired near/far as " + to_text(pairing) +
                           (find ? " (found in the data)" : " (as given)"));
    differential_ = differential(single, pairing);
  } else {
    assumptions_.push_back(who + "a 2-port file, taken as the differential channel: each port's reference"
                           " of " + number(data.network.z0_ohm[0].real()) + " ohm stands for 100 ohm");
    differential_ = std::move(data.network);
    differential_.z0_ohm.assign(2, cd(100.0));
  }
  std::vector<std::string> remarks;
  const Network uniform = with_dc(differential_, remarks);
  const double step_hz = uniform.grid.f_hz[1] - uniform.grid.f_hz[0];
  const double arrival = arrival_s(uniform.at(1, 0), step_hz);
  const TimeResponse impulse = impulse_response(uniform.at(1, 0), step_hz,
                                                {.before = uniform.grid.size() / 4});
  for (const std::string& remark : remarks) assumptions_.push_back(who + remark);
  assumptions_.push_back(who + number(100.0 * energy_ahead(impulse, arrival)) +
                         " % of its energy lies ahead of its delay of " + number(1e9 * arrival) + " ns");
}

Network TouchstoneChannel::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  return resample(differential_, grid).network;
}

double TouchstoneChannel::highest_frequency_hz() const { return differential_.grid.f_hz.back(); }

double TouchstoneChannel::frequency_step_hz() const {
  const std::vector<double>& f = differential_.grid.f_hz;
  return (f.back() - f.front()) / static_cast<double>(f.size() - 1);
}

void TouchstoneChannel::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  const std::vector<double>& f = differential_.grid.f_hz;
  const double nyquist_hz = std::clamp(0.5 * at.symbol_rate_bd, f.front(), f.back());
  const auto near = std::min<std::size_t>(
      static_cast<std::size_t>(std::lower_bound(f.begin(), f.end(), nyquist_hz) - f.begin()), f.size() - 1);
  const std::vector<double> delay = group_delay_s(differential_.at(1, 0), f);
  LedgerRow row{.element = name(), .quantity = "latency", .value = 1e9 * delay[near], .unit = "ns",
                .source = "group delay of " + p_.file, .verified = true};
  rows.push_back(row);
  row.quantity = "loss";
  row.unit = "dB";
  row.source = p_.file;
  row.value = -20.0 * std::log10(std::abs(resample(differential_, {{nyquist_hz}}).network.at(1, 0)[0]));
  rows.push_back(row);
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
