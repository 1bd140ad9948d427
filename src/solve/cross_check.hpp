#pragma once
// Every fidelity on the same section, side by side.
#include <vector>

#include "solve/section_outcome.hpp"

namespace chappe {

/// One row a target that lies above the BER at nominal noise.
std::vector<CrossCheckRow> cross_check(const SectionSignals& signals, const SearchResult& search,
                                       const SectionRequest& request);

}  // namespace chappe
