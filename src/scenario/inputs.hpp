#pragma once
// The files that a run reads, each once, with its digest.
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.hpp"

namespace chappe {

class Inputs {
 public:
  /// A text that has been read already.
  /// @param opened  where from
  void add_text(const std::string& name, std::string_view text, const std::string& opened);
  /// A data file; one that is absent, unreadable or no regular file is left to who reads it.
  void add_file(const std::string& path);
  std::vector<InputFile> take() { return std::move(files_); }

 private:
  std::set<std::string> seen_{};
  std::vector<InputFile> files_{};
};

/// Notes the data files that a study names, in the order of its links, sections and elements.
void note_files(const Study& study, Inputs& inputs);

}  // namespace chappe
