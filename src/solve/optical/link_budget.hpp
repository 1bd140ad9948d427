#pragma once
// An optical link budget: launched level, losses, penalties, what the receiver needs, what is left.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "solve/optical/closed_light.hpp"

namespace chappe {

/// The least level at which an error ratio is down to the target. The ratio may rise again (RIN,
/// overload): the first crossing from low levels up is meant.
/// @param ber_at_db  the error ratio at a level, falling from low levels up
/// @param low_db, high_db  where to look, in steps of 1 dB
/// @returns nothing where no level in that range is enough
std::optional<double> least_level_db(const std::function<double(double level_db)>& ber_at_db,
                                     double target_ber, double low_db, double high_db);

/// A receiver as budgets know it.
struct BudgetReceiver {
  int levels{4};
  double extinction_ratio{1e9};  ///< linear
  double responsivity_a_per_w{0.0};
  DetectorNoise noise{};
  ThresholdRule thresholds{ThresholdRule::mid};
};

/// Error ratio of evenly spaced levels at a received outer OMA.
double budget_ber(const BudgetReceiver& receiver, double oma_w);

/// Received outer OMA [dBm] at which that is the target, -60 to 30 dBm; nothing where noise that
/// grows with the light keeps it above.
std::optional<double> sensitivity_oma_dbm(const BudgetReceiver& receiver, double target_ber);

struct BudgetEntry {
  std::string what{};
  double db{0.0};
};

/// launch - losses - penalties - sensitivity = margin, all of outer OMA.
struct LinkBudget {
  double launch_oma_dbm{0.0};
  std::vector<BudgetEntry> losses{}, penalties{};
  double sensitivity_oma_dbm{0.0};
  double received_oma_dbm() const;
  double margin_db() const;
};

}  // namespace chappe
