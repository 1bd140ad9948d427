#include "cli/inventory.hpp"

#include <algorithm>

#include "scenario/parts.hpp"
#include "scenario/reader.hpp"
#include "scenario/scenario.hpp"
#include "solve/com/com_sheet.hpp"

namespace chappe::cli {
namespace {

namespace fs = std::filesystem;

/// All files of a kind below a folder, in order of their paths; none if there is no folder.
std::vector<fs::path> files_below(const fs::path& folder, const std::string& extension) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) {
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

std::vector<PresetEntry> find_presets() {
  std::vector<PresetEntry> presets;
  const fs::path folder = data_folder() / "standards";
  for (const fs::path& file : files_below(folder, ".csv")) {
    const ComSheet sheet = ComSheet::read(file.string());
    const auto said = [&](const char* keyword) {
      const auto values = sheet.values(keyword);
      return values.empty() ? std::string() : values.front()->text;
    };
    const fs::path name = fs::path(file).replace_extension().lexically_relative(folder);
    presets.push_back({name.generic_string(), file.string(), said("title"), said("source"),
                       said("date"), said("status")});
  }
  return presets;
}

std::string preset_path(const std::string& name) {
  std::vector<std::string> names;
  for (const PresetEntry& preset : find_presets()) {
    const std::string last = preset.name.substr(preset.name.rfind('/') + 1);
    if (name == preset.name || name == last) return preset.file;
    names.push_back(last);
  }
  std::string list;
  for (const std::string& known : names) list += (list.empty() ? "" : ", ") + known;
  throw ScenarioError("there is no preset '" + name + "'" + did_you_mean(name, names) +
                      (list.empty()
                           ? "; there are no presets in the data folder " + data_folder().string()
                           : "; the presets are " + list));
}

std::string question_of(const std::string& toml) {
  const std::string comment = first_comment(toml);
  return comment.substr(0, std::min(comment.find('?'), comment.size()) + 1);
}

std::vector<ScenarioEntry> find_scenarios() {
  std::vector<ScenarioEntry> scenarios;
  const fs::path folder = (data_folder() / ".." / "scenarios").lexically_normal();
  for (const fs::path& file : files_below(folder, ".toml")) {
    scenarios.push_back({file.string(), question_of(read_text(file.string()))});
  }
  return scenarios;
}

}  // namespace chappe::cli
