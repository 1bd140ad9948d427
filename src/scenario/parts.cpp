#include "scenario/parts.hpp"

#include <algorithm>

#include "scenario/reader.hpp"

namespace chappe {
namespace fs = std::filesystem;
namespace {

bool is_path(const std::string& name) {
  return name.starts_with("./") || name.starts_with("../") || name.starts_with("/");
}

bool is_link(const Node& root) {
  const Member* kind = root.find("kind");
  return kind != nullptr && kind->value.scalar == Value{std::string("link")};
}

}  // namespace

std::vector<std::string> part_names() {
  std::vector<std::string> names;
  const fs::path root = data_folder() / "parts";
  std::error_code failed;
  fs::recursive_directory_iterator entry(root, fs::directory_options::skip_permission_denied,
                                         failed);
  for (const fs::recursive_directory_iterator end; !failed && entry != end;
       entry.increment(failed)) {
    if (entry->path().extension() != ".toml") continue;
    names.push_back(entry->path().lexically_relative(root).replace_extension().generic_string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

fs::path part_path(const std::string& name, const fs::path& folder) {
  if (is_path(name)) return (folder / name).lexically_normal();
  return (data_folder() / "parts" / (name + ".toml")).lexically_normal();
}

const PartFile* PartStore::file(const std::string& name, const Origin& at, const fs::path& folder) {
  const bool named = !is_path(name);
  if (name.empty() || (named && name.find("..") != std::string::npos)) {
    faults_.add(at, "part = " + to_text(name) + " is no name of a part and no path");
    return nullptr;
  }
  const fs::path path = part_path(name, folder);
  const std::string key = path.string();
  if (const auto it = files_.find(key); it != files_.end() && it->second) return it->second.get();
  std::error_code ignored;
  if (!fs::exists(path, ignored)) {
    faults_.add(at, named ? "part '" + name + "' is not in " + (data_folder() / "parts").string() +
                                did_you_mean(name, part_names())
                          : "part '" + name + "': no such file as " + key);
    return nullptr;
  }
  if (files_.contains(key)) return nullptr;  // its faults are reported already
  std::unique_ptr<PartFile>& part = files_[key];
  try {
    const std::string text = read_text(key);
    inputs_.add_text(named ? "parts/" + name + ".toml" : key, text, key);
    auto read = std::make_unique<PartFile>();
    read->name = name;
    read->root = parse_toml(text, key);
    read->frame.source = "part " + name;
    read->frame.folder = path.parent_path();
    part = std::move(read);
  } catch (const ScenarioError& error) {
    for (const Fault& fault : error.faults()) faults_.add(fault.origin, fault.message);
  }
  return part.get();
}

std::unique_ptr<ElementPart> PartStore::read_element(const PartFile& part) {
  const std::size_t before = faults_.list().size();
  auto out = std::make_unique<ElementPart>();
  TableReader table(part.root, "part '" + part.name + "'", faults_);
  if (const auto kind = table.text("kind"); kind && *kind != "element") {
    faults_.add(part.root.find("kind")->value.origin(),
                "kind = " + to_text(*kind) + " is not one of element, link");
  }
  table.text("doc");
  out->model = table.required_text("model").value_or("");
  const Frame frame = inner_frame(table, part.frame);
  out->valid = read_valid(table, frame, faults_);
  for (const Member* member : table.others()) {
    auto read = read_value(member->key, *member, frame, faults_);
    if (read) out->params.insert_or_assign(member->key, std::move(read->value));
  }
  if (faults_.list().size() != before) return nullptr;
  return out;
}

const ElementPart* PartStore::element(const std::string& name, const Origin& at,
                                      const fs::path& folder) {
  const PartFile* part = file(name, at, folder);
  if (part == nullptr) return nullptr;
  if (is_link(part->root)) {
    faults_.add(at, "part '" + name + "' is a link, not an element");
    return nullptr;
  }
  const std::string key = part_path(name, folder).string();
  const auto it = elements_.find(key);
  if (it != elements_.end()) return it->second.get();
  return (elements_[key] = read_element(*part)).get();
}

const PartFile* PartStore::link(const std::string& name, const Origin& at, const fs::path& folder) {
  const PartFile* part = file(name, at, folder);
  if (part == nullptr || is_link(part->root)) return part;
  faults_.add(at, "part '" + name + "' is no link: its file does not say kind = \"link\"");
  return nullptr;
}

}  // namespace chappe
