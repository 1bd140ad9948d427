#include "solve/optical/link_budget.hpp"

#include <algorithm>
#include <cmath>

#include "base/units.hpp"
#include "math/roots.hpp"

namespace chappe {
namespace {

double sum_db(const std::vector<BudgetEntry>& entries) {
  double sum = 0.0;
  for (const BudgetEntry& entry : entries) sum += entry.db;
  return sum;
}

}  // namespace

std::optional<double> least_level_db(const std::function<double(double level_db)>& ber_at_db,
                                     double target_ber, double low_db, double high_db) {
  constexpr double kWithin_db = 1e-9;
  const double wanted = std::log(target_ber);
  const auto excess = [&](double level_db) {
    return std::log(std::max(ber_at_db(level_db), 1e-300)) - wanted;
  };
  if (excess(low_db) <= 0.0) return low_db;
  for (double from = low_db; from < high_db; from += 1.0) {
    const double to = std::min(from + 1.0, high_db);
    if (excess(to) <= 0.0) return find_root(excess, from, to, kWithin_db);
  }
  return std::nullopt;
}

double budget_ber(const BudgetReceiver& receiver, double oma_w) {
  const std::vector<double> powers = level_powers_w(
      receiver.levels, mean_power_w(oma_w, receiver.extinction_ratio), receiver.extinction_ratio);
  const NoisyLevels levels = detected_levels(powers, receiver.responsivity_a_per_w, receiver.noise);
  return gaussian_pam_errors(levels, pam_thresholds(levels, receiver.thresholds)).ber;
}

std::optional<double> sensitivity_oma_dbm(const BudgetReceiver& receiver, double target_ber) {
  constexpr double kLow_dbm = -60.0, kHigh_dbm = 30.0;
  return least_level_db([&](double dbm) { return budget_ber(receiver, Dbm{dbm}.watt()); },
                        target_ber, kLow_dbm, kHigh_dbm);
}

double LinkBudget::received_oma_dbm() const { return launch_oma_dbm - sum_db(losses); }

double LinkBudget::margin_db() const {
  return received_oma_dbm() - sum_db(penalties) - sensitivity_oma_dbm;
}

}  // namespace chappe
