#pragma once
// Every fidelity on the same section, side by side.
#include <functional>
#include <string>
#include <vector>

#include "solve/section_outcome.hpp"

namespace chappe {

/// One row a target that some receiver noise leads to; `remarks` tells of each that none does, and
/// with MLSE of those below 1e-6, which only importance sampling could look at.
std::vector<CrossCheckRow> cross_check(const SectionSignals& signals, const SearchResult& search,
                                       const SectionRequest& request,
                                       std::vector<std::string>& remarks);

/// Factor on the receiver noise, 0.01 to 100, at which an error ratio is `target`; 0 if none is.
double noise_factor_for(double target, const std::function<double(double factor)>& ber_at);
/// What is told of a target without one.
std::string no_noise_factor(const std::string& section, double target);

}  // namespace chappe
