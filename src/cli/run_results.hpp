#pragma once
// What a result says of the run that made it.
#include <string>
#include <utility>
#include <vector>

#include "scenario/scenario.hpp"

namespace chappe::cli {

/// Text attributes in order: program, version, build, instruction_set, seed, fidelity, scenario,
/// settings, allowed, scenario_given, scenario_resolved, inputs ("sha256  path", a line each).
/// Nothing of the hour, the machine or the number of threads: equal runs give equal files.
std::vector<std::pair<std::string, std::string>> run_attributes(
    const Scenario& scenario, const Catalogue& catalogue, const std::vector<Setting>& settings,
    const RunControl& control, const std::string& instruction_set);

}  // namespace chappe::cli
