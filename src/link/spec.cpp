#include "link/spec.hpp"

#include <optional>

namespace chappe {
namespace {

/// "element.NAME.key", "section.NAME.key", "fec.key" or "link.key" taken apart.
struct Target {
  std::string_view kind{}, name{}, key{};
};

std::optional<Target> take_apart(std::string_view text) {
  Target target;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  target.kind = text.substr(0, dot);
  target.key = text.substr(dot + 1);
  if (target.kind == "element" || target.kind == "section") {
    const std::size_t second = target.key.find('.');
    if (second == std::string_view::npos || second == 0) return std::nullopt;
    target.name = target.key.substr(0, second);
    target.key = target.key.substr(second + 1);
  } else if (target.kind != "fec" && target.kind != "link") {
    return std::nullopt;
  }
  if (target.key.empty() || target.key.find('.') != std::string_view::npos) return std::nullopt;
  return target;
}

/// Spec is PathSpec or const PathSpec.
template <class Spec>
auto element_of(Spec& path, std::string_view name) -> decltype(&path.sections[0].elements[0]) {
  for (auto& section : path.sections) {
    for (auto& element : section.elements) {
      if (element.name == name) return &element;
    }
    for (auto& aggressor : section.aggressors) {
      if (aggressor.channel.name == name) return &aggressor.channel;
    }
  }
  return nullptr;
}

template <class Spec>
auto section_of(Spec& path, std::string_view name) -> decltype(&path.sections[0]) {
  for (auto& section : path.sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

std::vector<std::string> section_names(const PathSpec& path) {
  std::vector<std::string> names;
  for (const SectionSpec& section : path.sections) names.push_back(section.name);
  return names;
}

/// The maps in which a target's key lives; none where its element or section is unknown.
template <class Spec>
auto maps_of(Spec& path, const Target& target) -> std::vector<decltype(&path.params)> {
  if (target.kind == "link") return {&path.params};
  std::vector<decltype(&path.params)> maps;
  if (target.kind == "fec") {
    for (auto& span : path.fec) maps.push_back(&span.params);
  } else if (target.kind == "element") {
    if (auto* element = element_of(path, target.name)) maps.push_back(&element->params);
  } else if (auto* section = section_of(path, target.name)) {
    maps.push_back(&section->params);
  }
  return maps;
}

std::string unknown_text(const PathSpec& path, const Target& target) {
  if (target.kind == "fec") return "link '" + path.name + "' has no fec";
  const auto known = target.kind == "element" ? element_names(path) : section_names(path);
  return "unknown " + std::string(target.kind) + " '" + std::string(target.name) + "' in link '" +
         path.name + "'" + did_you_mean(target.name, known);
}

std::optional<double> number_in(const ParamMap& params, const std::string& key) {
  const auto it = params.find(key);
  if (it == params.end()) return std::nullopt;
  if (const auto* real = std::get_if<double>(&it->second.value)) return *real;
  if (const auto* whole = std::get_if<std::int64_t>(&it->second.value)) {
    return static_cast<double>(*whole);
  }
  return std::nullopt;
}

void check_validity(const PathSpec& path, const SectionSpec& section, const ElementSpec& element,
                    std::vector<std::string>& lines) {
  for (const ValidRange& range : element.valid) {
    std::optional<double> value = number_in(element.params, range.key);
    if (!value) value = number_in(section.params, range.key);
    if (!value) value = number_in(path.params, range.key);
    if (!value || (*value >= range.low && *value <= range.high)) continue;
    lines.push_back("element '" + element.name + "' (" + element.model + "): " + range.key + " = " +
                    to_text(*value) + " is outside the valid range [" + to_text(range.low) + ", " +
                    to_text(range.high) + "]" +
                    (element.part.empty() ? "" : " of part '" + element.part + "'") +
                    (range.source.empty() ? "" : " (" + range.source + ")"));
  }
}

}  // namespace

ElementSpec* find_element(PathSpec& path, std::string_view name) { return element_of(path, name); }

const ElementSpec* find_element(const PathSpec& path, std::string_view name) {
  return element_of(path, name);
}

std::vector<std::string> element_names(const PathSpec& path) {
  std::vector<std::string> names;
  for (const SectionSpec& section : path.sections) {
    for (const ElementSpec& element : section.elements) names.push_back(element.name);
    for (const AggressorSpec& source : section.aggressors) names.push_back(source.channel.name);
  }
  return names;
}

void set_value(PathSpec& path, std::string_view target, ParamValue value, Faults& faults) {
  const std::optional<Target> parts = take_apart(target);
  if (!parts) {
    faults.add(value.origin, "'" + std::string(target) +
                                 "' names no value: write element.NAME.key, section.NAME.key, "
                                 "fec.key or link.key");
    return;
  }
  const std::vector<ParamMap*> maps = maps_of(path, *parts);
  if (maps.empty()) {
    Origin at = value.origin;
    if (value.key_column > 0) at.column = value.key_column;
    faults.add(at, unknown_text(path, *parts));
  }
  for (ParamMap* map : maps) map->insert_or_assign(std::string(parts->key), value);
}

const ParamValue* find_value(const PathSpec& path, std::string_view target) {
  const std::optional<Target> parts = take_apart(target);
  if (!parts) return nullptr;
  for (const ParamMap* map : maps_of(path, *parts)) {
    if (const auto it = map->find(parts->key); it != map->end()) return &it->second;
  }
  return nullptr;
}

std::vector<std::string> outside_validity(const PathSpec& path) {
  std::vector<std::string> lines;
  for (const SectionSpec& section : path.sections) {
    for (const ElementSpec& element : section.elements) {
      check_validity(path, section, element, lines);
    }
    for (const AggressorSpec& source : section.aggressors) {
      check_validity(path, section, source.channel, lines);
      check_validity(path, section, source.transmitter, lines);
    }
  }
  return lines;
}

}  // namespace chappe
