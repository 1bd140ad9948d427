#include "scenario/inputs.hpp"

#include <filesystem>

#include "base/sha256.hpp"
#include "scenario/values.hpp"

namespace chappe {
namespace {

void note_file(std::string_view key, const Value& value, Inputs& inputs) {
  const auto* name = std::get_if<std::string>(&value);
  if (name != nullptr && is_file_key(key)) inputs.add_file(*name);
}

void note_element(const ElementSpec& element, Inputs& inputs) {
  for (const auto& [key, given] : element.params) note_file(key, given.value, inputs);
}

}  // namespace

void Inputs::add_text(const std::string& name, std::string_view text, const std::string& opened) {
  if (seen_.insert(name).second) files_.push_back({name, sha256_hex(text), opened});
}

void Inputs::add_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || seen_.contains(path)) return;
  try {
    files_.push_back({path, sha256_of_file(path), path});
    seen_.insert(path);
  } catch (const DataError&) {
    // The element that reads the file reports it, with what it was wanted for.
  }
}

void note_files(const Study& study, Inputs& inputs) {
  for (const LinkStudy& link : study.links) {
    for (const SectionSpec& section : link.spec.sections) {
      for (const ElementSpec& element : section.elements) note_element(element, inputs);
      for (const AggressorSpec& source : section.aggressors) {
        note_element(source.channel, inputs);
        note_element(source.transmitter, inputs);
      }
    }
    for (const Sweep& sweep : link.sweeps) {
      const std::string key = sweep.target.substr(sweep.target.rfind('.') + 1);
      for (const Value& value : sweep.values) note_file(key, value, inputs);
    }
  }
}

}  // namespace chappe
