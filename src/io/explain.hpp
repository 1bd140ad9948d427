#pragma once
// The ledger of a result as text: where each ns, pJ/bit, dB and mV of a case comes from.
#include <string>
#include <utility>
#include <vector>

#include "base/table.hpp"

namespace chappe {

struct ExplainOptions {
  std::string link{};  ///< empty = every link that has a ledger
  /// Coordinates (axis name or its unique end, value): the nearest number, the equal text. Axes
  /// that are not named stay at their first value.
  std::vector<std::pair<std::string, std::string>> at{};
};

/// For one case of each link, a block a quantity: rows of section, element, value, unit and source;
/// their total; and the share of it that rests on verified numbers. Unverified rows are marked.
/// Rows of quantity "noise" are rms values and add in power.
/// @throws ScenarioError for an unknown link, axis or text coordinate; DataError without any ledger
std::string explain(const ResultSet& results, const ExplainOptions& options = {});

}  // namespace chappe
