#include "cli/run_results.hpp"

#include "cli/build_info.hpp"

namespace chappe::cli {

std::vector<std::pair<std::string, std::string>> run_attributes(
    const Scenario& scenario, const Catalogue& catalogue, const std::vector<Setting>& settings,
    const RunControl& control, const std::string& instruction_set) {
  std::string set;
  for (const auto& [path, value] : settings) set += path + "=" + value + "\n";
  std::string allowed;
  if (control.allow_outside) allowed = "outside";
  if (control.allow_extrapolation) allowed += allowed.empty() ? "extrapolation" : ", extrapolation";
  std::string inputs;
  for (const InputFile& input : scenario.inputs) inputs += input.sha256 + "  " + input.path + "\n";
  return {{"program", "chappe"},
          {"version", version()},
          {"build", build()},
          {"instruction_set", instruction_set},
          {"seed", std::to_string(control.seed)},
          {"fidelity", scenario.study.solve.fidelity},
          {"scenario", scenario.name},
          {"settings", set},
          {"allowed", allowed.empty() ? "nothing" : allowed},
          {"scenario_given", scenario.text},
          {"scenario_resolved", resolved_scenario(scenario, catalogue)},
          {"inputs", inputs}};
}

}  // namespace chappe::cli
