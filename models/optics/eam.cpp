#include "models/optics/eam.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/units.hpp"
#include "models/copper/tap_range.hpp"
#include "models/optics/csv_table.hpp"
#include "models/optics/watt.hpp"

namespace chappe {
namespace {

std::string who(const std::string& name) { return "element '" + name + "' (optics.eam)"; }

void check_table(const Eam::Params& p, const std::string& what, const ParamMap& given) {
  const auto fault = [&](std::string_view key, const std::string& message) {
    throw ScenarioError({{origin_of(given, key), what + ": " + message}});
  };
  const std::size_t n = p.reverse_v.size();
  if (n < 2 || p.absorption_db.size() != n) {
    fault("reverse_v", "reverse_v and absorption_db need two values or more, equally many");
  }
  if (!p.chirp_table.empty() && p.chirp_table.size() != n) {
    fault("chirp_table", "chirp_table needs as many values as reverse_v");
  }
  if (!std::is_sorted(p.reverse_v.begin(), p.reverse_v.end(), std::less_equal<>())) {
    fault("reverse_v", "reverse_v does not ascend");
  }
}

}  // namespace

Eam::Eam(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)),
      p_(std::move(params)),
      given_(given),
      band_(p_.band, who(this->name()), given) {
  if (p_.absorption == "table") {
    check_table(p_, who(this->name()), given);
    make_table(p_.reverse_v, p_.absorption_db, p_.chirp_table);
  } else if (p_.absorption == "curve") {
    if (p_.absorption_file.empty()) {
      throw ScenarioError({{origin_of(given, "absorption"),
                            who(this->name()) + ": absorption = \"curve\" needs absorption_file"}});
    }
    constexpr std::array<std::string_view, 2> kRequired{"reverse_v", "absorption_db"};
    constexpr std::array<std::string_view, 1> kOptional{"chirp"};
    auto columns = read_csv_table(p_.absorption_file, kRequired, kOptional);
    make_table(std::move(columns[0]), columns[1], columns[2]);
  }
}

void Eam::make_table(std::vector<double> u, const std::vector<double>& db,
                     const std::vector<double>& alpha) {
  constexpr int kParts = 128;  // of an interval, for the phase's integral
  const std::string axis = who(name()) + ": reverse voltage [V]";
  std::vector<double> nepers;
  for (const double x : db) nepers.push_back(-x * std::log(10.0) / 10.0);
  log_absorption_.emplace(u, nepers, Outside::error, axis);
  if (alpha.empty()) return;
  const Pchip chirp(u, alpha, Outside::error);
  std::vector<double> at{u.front()}, phase{0.0};
  for (std::size_t i = 0; i + 1 < u.size(); ++i) {
    for (int k = 1; k <= kParts; ++k) {
      const double from = at.back();
      const double to = k == kParts ? u[i + 1] : u[i] + (u[i + 1] - u[i]) * k / kParts;
      const double mean = 0.5 * (chirp(from) + chirp(to));
      phase.push_back(phase.back() -
                      0.5 * mean * ((*log_absorption_)(to) - (*log_absorption_)(from)));
      at.push_back(to);
    }
  }
  phase_.emplace(std::move(at), std::move(phase), Outside::error, axis);
}

std::vector<cd> Eam::transfer(const FrequencyGrid& grid, const OperatingPoint&) const {
  std::vector<cd> out = band_.transfer(grid);
  for (std::size_t k = 0; k < grid.size(); ++k) out[k] *= p_.load.voltage(grid[k]);
  return out;
}

std::vector<cd> Eam::reflection(const FrequencyGrid& grid, const OperatingPoint&, int port) const {
  return port == 0 ? p_.load.reflection(grid) : std::vector<cd>(grid.size());
}

cd Eam::map(cd x, const OperatingPoint& at) const {
  const double u = p_.bias_v - x.real() + p_.bias_v_per_k * (at.temperature_of(name()) - 25.0);
  const double log_a =
      log_absorption_ ? (*log_absorption_)(u) : -std::pow(std::max(0.0, u) / p_.v0_v, p_.exponent);
  const double phase = phase_ ? (*phase_)(u) : -0.5 * p_.chirp * log_a;
  return std::polar(field_ratio_from_db(-p_.insertion_loss_db) * std::exp(0.5 * log_a), phase);
}

void Eam::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  const double watt = p_.power_w + 1e-3 * p_.photocurrent_ma * std::max(0.0, p_.bias_v);
  rows.push_back(energy_row(name(), watt, at, given_, "photocurrent_ma"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
