#pragma once
// A scenario's stated answers against what came out.
#include <string>
#include <vector>

#include "base/table.hpp"
#include "solve/study.hpp"

namespace chappe {

/// One line for each expectation that does not hold: where it was written, what came out, what was
/// allowed.
/// @throws ScenarioError for a link, column or coordinate that the results do not have
std::vector<std::string> missed_expectations(const std::vector<Expectation>& expected,
                                             const std::vector<Table>& tables);

}  // namespace chappe
