#pragma once
// What `chappe list` and `chappe doctor` find beside the program.
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace chappe::cli {

/// A part file in a few words.
struct PartEntry {
  std::string name{};       ///< as scenarios name it: "cable/twinax"
  std::string model{};      ///< "link" for a whole link
  std::string source{};     ///< of the part; values may have their own
  std::size_t values{0};    ///< that the part gives
  std::size_t verified{0};  ///< of these, seen in a source
};

/// A scenario file in a few words.
struct ScenarioEntry {
  std::string file{};
  std::string question{};  ///< its first comment up to the question mark
};

/// All parts of data_folder(), by name. @throws ScenarioError, DataError for a file that is no part
std::vector<PartEntry> find_parts();
/// Names of presets below data_folder()/standards, in order.
std::vector<std::string> find_presets();
/// All scenarios of the folder `scenarios` beside data_folder(), by file.
std::vector<ScenarioEntry> find_scenarios();

/// The comment that a TOML text begins with, up to its question mark if it has one.
std::string question_of(const std::string& toml);

}  // namespace chappe::cli
