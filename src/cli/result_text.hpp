#pragma once
// Results for reading: one block a link, and what standard error says beside it.
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe::cli {

/// The block of one link: a title, a line a case; below it the reach, the fidelities side by side,
/// sensitivities and what rests on unverified numbers.
/// @param ledger, cross_check, sensitivity  the link's; nullptr if there is none
std::string link_text(const Table& table, const Table* ledger, const Table* cross_check,
                      const Table* sensitivity = nullptr);

/// The blocks of all links.
std::string results_text(const std::vector<Table>& tables);

/// "10 of 12 cases ok, 2 no_reach", over all links.
std::string case_summary(const std::vector<Table>& tables);

/// True for a table of cases, false for a table that belongs to one ("dac/ledger").
bool is_link_table(const Table& table);

}  // namespace chappe::cli
