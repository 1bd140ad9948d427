#pragma once
// Every fidelity on the same section, side by side.
#include <vector>

#include "solve/section_outcome.hpp"

namespace chappe {

/// Error ratios from here on are counted, lower ones by importance sampling.
inline constexpr double kLeastCounted = 1e-6;

/// One row a target that lies above the BER at nominal noise. With MLSE, which importance sampling
/// does not know, only targets that are counted.
std::vector<CrossCheckRow> cross_check(const SectionSignals& signals, const SearchResult& search,
                                       const SectionRequest& request);

}  // namespace chappe
