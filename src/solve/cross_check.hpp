#pragma once
// Every fidelity on the same section, side by side.
#include <string>
#include <vector>

#include "solve/section_outcome.hpp"

namespace chappe {

/// One row a target that some receiver noise leads to; `remarks` tells of each that none does, and
/// with MLSE of those below 1e-6, which only importance sampling could look at.
std::vector<CrossCheckRow> cross_check(const SectionSignals& signals, const SearchResult& search,
                                       const SectionRequest& request,
                                       std::vector<std::string>& remarks);

}  // namespace chappe
