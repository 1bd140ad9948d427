#pragma once
// A scratch folder with scenarios in it, and the parts of tests/scenario/data.
#include <filesystem>
#include <string>
#include <vector>

#include "scenario/scenario.hpp"

namespace chappe::test {

/// Makes data_folder() that of these tests.
void use_test_parts();

class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  /// Writes a file below the folder. @return its path
  std::string write(const std::string& name, const std::string& text) const;
  /// Writes "a.toml" and reads it.
  Scenario read(const std::string& text, const std::vector<Setting>& settings = {}) const;
  /// The faults of "a.toml", one line each, without the folder; "" if it is well.
  std::string faults(const std::string& text, const std::vector<Setting>& settings = {}) const;

 private:
  std::filesystem::path folder_;
};

/// A valid head and one link "dac" of part link/dac (lines 1 to 5), then `more` from line 6.
std::string dac_scenario(const std::string& more = "");

/// The models that the test parts name.
Catalogue test_catalogue();

}  // namespace chappe::test
