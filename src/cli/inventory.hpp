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

/// A preset: a COM sheet that names itself.
struct PresetEntry {
  std::string name{};  ///< "com/ck_kr"
  std::string file{};
  std::string title{};
  std::string source{};
  std::string date{};
  std::string status{};  ///< standard or draft
};

/// All parts of data_folder(), by name. @throws ScenarioError, DataError for a file that is no part
std::vector<PartEntry> find_parts();
/// All presets (COM sheets) below data_folder()/standards, in order of their names.
std::vector<PresetEntry> find_presets();
/// The file of a preset, named with or without its folder.
/// @throws ScenarioError, with a suggestion, if there is none
std::string preset_path(const std::string& name);
/// All scenarios of the folder `scenarios` beside data_folder(), by file.
std::vector<ScenarioEntry> find_scenarios();

/// The comment that a TOML text begins with, up to its question mark if it has one.
std::string question_of(const std::string& toml);

}  // namespace chappe::cli
