#include "cli/inventory.hpp"

#include <algorithm>

#include "scenario/parts.hpp"
#include "scenario/reader.hpp"
#include "scenario/scenario.hpp"

namespace chappe::cli {
namespace {

namespace fs = std::filesystem;

/// All TOML files below a folder, in order of their paths; none if there is no folder.
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ".toml") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const Node& table, std::string_view key) {
  const Member* member = table.find(key);
  if (member == nullptr || member->value.kind != Node::Kind::text) return "";
  return std::get<std::string>(member->value.scalar);
}

PartEntry read_entry(const std::string& name) {
  const std::string file = part_path(name, "").string();
  const Node root = parse_toml(read_text(file), file);
  PartEntry entry;
  entry.name = name;
  entry.model = text_of(root, "model");
  entry.source = text_of(root, "source");
  if (entry.model.empty()) {
    entry.model = text_of(root, "kind");
    return entry;
  }
  Faults faults;
  Inputs inputs;
  PartStore store(faults, inputs);
  const ElementPart* part = store.element(name, {}, "");
  faults.throw_if_any();
  ensure(part != nullptr, "part '" + name + "' is read or faulty");
  entry.values = part->params.size();
  entry.verified = static_cast<std::size_t>(
      std::count_if(part->params.begin(), part->params.end(),
                    [](const auto& param) { return param.second.provenance.verified; }));
  return entry;
}

}  // namespace

std::vector<PartEntry> find_parts() {
  std::vector<PartEntry> parts;
  for (const std::string& name : part_names()) parts.push_back(read_entry(name));
  return parts;
}

std::vector<std::string> find_presets() {
  std::vector<std::string> presets;
  const fs::path folder = data_folder() / "standards";
  for (fs::path file : files_below(folder)) {
    presets.push_back(file.replace_extension().lexically_relative(folder).generic_string());
  }
  return presets;
}

std::string question_of(const std::string& toml) {
  const std::string comment = first_comment(toml);
  return comment.substr(0, std::min(comment.find('?'), comment.size()) + 1);
}

std::vector<ScenarioEntry> find_scenarios() {
  std::vector<ScenarioEntry> scenarios;
  const fs::path folder = (data_folder() / ".." / "scenarios").lexically_normal();
  for (const fs::path& file : files_below(folder)) {
    scenarios.push_back({file.string(), question_of(read_text(file.string()))});
  }
  return scenarios;
}

}  // namespace chappe::cli
