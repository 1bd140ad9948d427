#pragma once
// A scenario file: TOML text -> a checked Study. The only room that knows TOML.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "solve/study.hpp"

namespace chappe {

/// One file that the run read, with its SHA-256 (hex).
struct InputFile {
  std::string path{};  ///< as it was named
  std::string sha256{};
  std::string opened{};  ///< where it was read from
};

struct Scenario {
  std::string name{};
  std::string question{};  ///< the first comment
  std::string text{};      ///< as given
  Study study{};
  std::vector<InputFile> inputs{};  ///< the scenario, its parts and data files, in the order read
};

/// One `--set path=value`, as written.
using Setting = std::pair<std::string, std::string>;

/// Folder of parts and standards: $CHAPPE_DATA, else beside the program, else where it was
/// installed.
std::filesystem::path data_folder();

/// @param file  path, or "-" for standard input
/// @throws ScenarioError with all faults; DataError if the file cannot be read
Scenario read_scenario(const std::string& file, const std::vector<Setting>& settings);

/// The scenario with every default and every part's value written out, as TOML that reads back.
std::string resolved_scenario(const Scenario& scenario, const Catalogue& catalogue);

}  // namespace chappe
