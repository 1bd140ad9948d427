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

constexpr double kPassive = 1.0 + 1e-3;  // rounding of simulators, noise of measurements
// -10 dB: what passes less everywhere is crosstalk, whose delay means nothing.
constexpr double kCrosstalkLevel = 0.31622776601683794;

double largest_magnitude(const std::vector<cd>& values) {
  double largest = 0.0;
  for (const cd x : values) largest = std::max(largest, std::abs(x));
  return largest;
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

/// What no channel has, and of which no square can be taken.
void check_size(const Network& network, const std::string& file) {
  constexpr double kLargest = 1e6;
  const auto n = static_cast<std::size_t>(network.ports);
  for (std::size_t p = 0; p < network.s.size(); ++p) {
    for (std::size_t k = 0; k < network.grid.size(); ++k) {
      if (std::abs(network.s[p][k]) <= kLargest) continue;
      throw DataError(file + ": S" + std::to_string(p / n + 1) + std::to_string(p % n + 1) +
                      " at " + number(1e-9 * network.grid[k]) + " GHz is as large as " +
                      number(std::abs(network.s[p][k])));
    }
  }
}

/// The grid with an end that lies above the data by no more than rounding put on the data's end.
FrequencyGrid within(FrequencyGrid grid, double end_hz) {
  constexpr double kRounding = 1e-9;
  double& last = grid.f_hz.back();
  if (last > end_hz && last <= end_hz * (1.0 + kRounding)) last = end_hz;
  return grid;
}

/// Data from 0 Hz on a uniform grid, with a real value there, as a transform needs them.
Resampled with_dc(const Network& network) {
  constexpr std::size_t kMostPoints = 1U << 20;
  const std::vector<double>& f = network.grid.f_hz;
  double step = f.back();
  for (std::size_t k = 1; k < f.size(); ++k) step = std::min(step, f[k] - f[k - 1]);
  step = std::max(step, f.back() / static_cast<double>(kMostPoints - 1));
  const auto steps = static_cast<std::size_t>(std::floor(f.back() / step * (1.0 + 1e-9)));
  return resample(network, within(FrequencyGrid::uniform(step, steps + 1), f.back()));
}

/// The pairing given, or found. @throws ScenarioError or DataError with the place or the file
Pairing pairing_of(const Network& four_port, const TouchstoneChannel::Params& p,
                   const ParamMap& given) {
  try {
    return p.pairing == "auto" ? detect_pairing(four_port) : parse_pairing(p.pairing);
  } catch (const DataError& error) {
    if (p.pairing == "auto") throw DataError(p.file + ": " + error.what());
    const auto it = given.find("pairing");
    throw ScenarioError({{it == given.end() ? Origin{} : it->second.origin, error.what()}});
  }
}

}  // namespace

TouchstoneChannel::TouchstoneChannel(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  TouchstoneData data = read_touchstone_data(p_.file);
  if (data.mixed_mode) {
    throw DataError(p_.file + ": holds mixed-mode data; the model needs the single-ended ports");
  }
  const std::string who = "channel '" + this->name() + "': ";
  for (const std::string& remark : data.remarks) assumptions_.push_back(who + remark);
  if (data.network.ports != 4 && data.network.ports != 2) {
    throw DataError(p_.file + ": " + std::to_string(data.network.ports) +
                    " ports; a channel has 4 (single ended) or 2 (differential)");
  }
  check_size(data.network, p_.file);
  if (data.network.grid.f_hz.back() <= 0.0) {
    throw DataError(p_.file + ": no frequency above 0 Hz");
  }
  if (data.network.ports == 4) {
    const Network single = renormalise(data.network, 50.0);
    check_passivity(single);
    const Pairing pairing = pairing_of(single, p_, given);
    pairing_ = to_text(pairing);
    assumptions_.push_back(who + "ports paired near/far as " + pairing_ +
                           (p_.pairing == "auto" ? " (found in the data)" : " (as given)"));
    differential_ = differential(single, pairing);
  } else {
    check_passivity(data.network);
    assumptions_.push_back(
        who + "a 2-port file, taken as the differential channel: each port's reference of " +
        number(data.network.z0_ohm[0].real()) + " ohm stands for 100 ohm");
    differential_ = std::move(data.network);
    differential_.z0_ohm.assign(2, cd(100.0));
  }
  add_assumptions();
}

void TouchstoneChannel::check_passivity(const Network& network) {
  const Passivity found = passivity(network);
  const std::string what = "a singular value of " + number(found.largest_singular_value) + " at " +
                           number(1e-9 * found.at_hz) + " GHz";
  if (found.largest_singular_value > p_.singular_value_max) {
    throw DataError(p_.file + ": not passive: " + what +
                    " is above singular_value_max = " + number(p_.singular_value_max));
  }
  if (found.largest_singular_value > kPassive) {
    assumptions_.push_back("channel '" + name() + "': taken as it is, though not passive: " + what);
  }
}

void TouchstoneChannel::add_assumptions() {
  const std::string who = "channel '" + name() + "': ";
  try {
    const Resampled uniform = with_dc(differential_);
    for (const std::string& remark : uniform.remarks) assumptions_.push_back(who + remark);
    if (largest_magnitude(differential_.at(1, 0)) < kCrosstalkLevel) return;
    const std::vector<double>& f = uniform.network.grid.f_hz;
    const Causality found = causality(uniform.network.at(1, 0), f[1] - f[0], 1.0 / f.back());
    assumptions_.push_back(who + number(100.0 * found.energy_ahead) +
                           " % of its pulse's energy lies ahead of its delay of " +
                           number(1e9 * found.arrival_s) + " ns");
  } catch (const DataError& error) {
    throw DataError(p_.file + ": " + error.what());
  } catch (const ModelError& error) {
    throw ModelError(p_.file + ": " + error.what());
  }
}

Network TouchstoneChannel::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  Network out = resample(differential_, within(grid, highest_frequency_hz())).network;
  out.grid = grid;
  return out;
}

std::string TouchstoneChannel::data_origin() const {
  return p_.file + (pairing_.empty() ? "" : ", ports paired " + pairing_);
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
      static_cast<std::size_t>(std::lower_bound(f.begin(), f.end(), nyquist_hz) - f.begin()),
      f.size() - 1);
  const std::vector<double> delay = group_delay_s(differential_.at(1, 0), f);
  LedgerRow row{.element = name(),
                .quantity = "latency",
                .value = 1e9 * delay[near],
                .unit = "ns",
                .source = "group delay of " + p_.file,
                .verified = true};
  rows.push_back(row);
  row.quantity = "loss";
  row.unit = "dB";
  row.source = p_.file + (nyquist_hz < 0.5 * at.symbol_rate_bd ? ", at its highest frequency" : "");
  row.value =
      -20.0 * std::log10(std::abs(resample(differential_, {{nyquist_hz}}).network.at(1, 0)[0]));
  rows.push_back(row);
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
