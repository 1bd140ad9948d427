#pragma once
// The budget of a section with light, as its ledger tells it.
#include <vector>

#include "link/ledger.hpp"
#include "solve/optical/closed_section.hpp"
#include "solve/optical/link_budget.hpp"

namespace chappe {

/// Loss that could be added until the closed form's error ratio is the target [dB]; what noise that
/// grows with the light keeps from it counts as -30.
double closed_margin_db(const ClosedSection& section, double target_ber);

/// Sensitivity: of unequalised_section. Penalties: by how much more light is needed with the
/// equalisers and their pulse in place of held levels, then with levels where they really are, then
/// with each Cause beside those above it. They add up: the margin is closed_margin_db.
/// @param launch_oma_dbm, link_loss_db  between the modules
LinkBudget section_budget(const OpticalChain& chain, const ClosedSection& section,
                          double launch_oma_dbm, double link_loss_db, double target_ber);

/// Rows of quantity "budget", with the upper bound of echoes (closed_penalties.hpp), which is not
/// added, where there are any.
std::vector<LedgerRow> budget_rows(const OpticalChain& chain, const LinkBudget& budget);

}  // namespace chappe
