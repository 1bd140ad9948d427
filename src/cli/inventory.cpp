#include "cli/inventory.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "scenario/reader.hpp"

namespace chappe::cli {
namespace {

namespace fs = std::filesystem;

/// All files of that ending below a folder, in order of their paths; none if there is no folder.
std::vector<fs::path> files_below(const fs::path& folder, const std::string& ending) {
  std::vector<fs::path> files;
  if (!fs::is_directory(folder)) return files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == ending) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string name_below(const fs::path& folder, fs::path file) {
  return file.replace_extension().lexically_relative(folder).generic_string();
}

std::string text_of(const Node& table, std::string_view key) {
  const Member* member = table.find(key);
  if (member == nullptr || member->value.kind != Node::Kind::text) return "";
  return std::get<std::string>(member->value.scalar);
}

bool is_number(const Node& node) {
  return node.kind == Node::Kind::integer || node.kind == Node::Kind::real;
}

/// Counts the numbers of an element; a bare one has no source of its own and is not verified.
void count_values(const Node& table, PartEntry& part) {
  const std::set<std::string> no_values{"valid", "source", "date", "model", "part", "kind"};
  for (const Member& member : table.members) {
    if (no_values.count(member.key) > 0) continue;
    if (is_number(member.value)) ++part.values;
    if (member.value.kind != Node::Kind::table || member.value.find("value") == nullptr) continue;
    ++part.values;
    const Member* verified = member.value.find("verified");
    if (verified == nullptr || verified->value.kind != Node::Kind::boolean) continue;
    if (std::get<bool>(verified->value.scalar)) ++part.verified;
  }
}

PartEntry read_part_entry(const fs::path& folder, const fs::path& file) {
  const Node part = parse_toml(read_text(file.string()), file.string());
  PartEntry entry;
  entry.name = name_below(folder, file);
  entry.model = text_of(part, "model");
  if (entry.model.empty()) entry.model = text_of(part, "kind");
  entry.source = text_of(part, "source");
  count_values(part, entry);
  return entry;
}

}  // namespace

std::vector<PartEntry> find_parts(const fs::path& data) {
  std::vector<PartEntry> parts;
  for (const fs::path& file : files_below(data / "parts", ".toml")) {
    parts.push_back(read_part_entry(data / "parts", file));
  }
  return parts;
}

std::vector<std::string> find_presets(const fs::path& data) {
  std::vector<std::string> presets;
  for (const fs::path& file : files_below(data / "standards", ".toml")) {
    presets.push_back(name_below(data / "standards", file));
  }
  return presets;
}

std::string question_of(const std::string& toml) {
  std::istringstream lines(toml);
  std::string line;
  std::string text;
  while (std::getline(lines, line) && line.starts_with('#')) {
    const std::size_t start = line.find_first_not_of("# ");
    if (start == std::string::npos) break;
    text += (text.empty() ? "" : " ") + line.substr(start);
    if (text.find('?') != std::string::npos) break;
  }
  return text.substr(0, std::min(text.find('?'), text.size() - 1) + 1);
}

std::vector<ScenarioEntry> find_scenarios(const fs::path& data) {
  std::vector<ScenarioEntry> scenarios;
  const fs::path folder = (data / ".." / "scenarios").lexically_normal();
  for (const fs::path& file : files_below(folder, ".toml")) {
    scenarios.push_back({file.string(), question_of(read_text(file.string()))});
  }
  return scenarios;
}

}  // namespace chappe::cli
