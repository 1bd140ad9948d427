#pragma once
// Sections, elements, aggressors and FEC spans: as a link part or a scenario's [[link]] writes
// them.
#include <map>
#include <string>
#include <vector>

#include "scenario/parts.hpp"
#include "solve/study.hpp"

namespace chappe {

/// What all that reads one scenario shares.
struct Reading {
  Faults& faults;
  PartStore& parts;
};

/// `element.NAME.part = ".."` or `element.NAME.model = ".."`: taken in place of what the path
/// names.
struct Replacement {
  bool is_part{true};
  std::string name{};
  Origin origin{};
  std::filesystem::path folder{};
  bool used{false};
};
using Replacements = std::map<std::string, Replacement, std::less<>>;

/// What a scenario varies of a link, in the order in which it was read.
struct Variations {
  std::vector<Sweep> sweeps{};
  std::vector<Tolerance> tolerances{};
};

/// Reads the values of the declared keys of P (LinkParams, ...) out of a table; other keys are
/// left.
template <class P>
ParamMap read_declared(TableReader& table, const Node& node, const Frame& frame, Reading& reading,
                       const std::string& target, Variations& varied);

class PathReader {
 public:
  PathReader(Reading& reading, Replacements& replacements)
      : reading_(reading), replacements_(replacements) {}

  void read_sections(const Node& list, const Frame& frame, PathSpec& path);
  void read_fec(const Node& list, const Frame& frame, PathSpec& path);
  /// What is written beside the values of an element or section.
  Variations varied{};

 private:
  SectionSpec read_section(const Node& node, const Frame& frame);
  ElementSpec read_element(const Node& node, const Frame& frame);
  AggressorSpec read_aggressor(const Node& node, const Frame& frame);
  ElementSpec read_transmitter(const Node* node, const std::string& name, const Origin& at,
                               const Frame& frame);
  void fill(TableReader& table, const Node& node, const char* default_model, const Frame& outer,
            ElementSpec& out);
  void take_model(TableReader& table, const Node& node, const char* default_model,
                  const Frame& frame, ElementSpec& out);
  void take_part(const std::string& name, const Origin& at, const std::filesystem::path& folder,
                 ElementSpec& out);
  std::string read_name(TableReader& table, const Node& node);
  std::string read_choice(TableReader& table, const Node& node, std::string_view key,
                          const std::vector<std::string>& choices);

  Reading& reading_;
  Replacements& replacements_;
};

/// Puts a value into a map, and its sweep or spread, if any, into `varied` as `target`.
void take_value(std::string_view key, const Member& member, const Frame& frame, Reading& reading,
                const std::string& target, ParamMap& params, Variations& varied);

template <class P>
ParamMap read_declared(TableReader& table, const Node& node, const Frame& frame, Reading& reading,
                       const std::string& target, Variations& varied) {
  ParamMap params;
  for (const ParamDoc& doc : describe_params<P>()) {
    if (table.find(doc.key) == nullptr) continue;
    take_value(doc.key, *node.find(doc.key), frame, reading, target + doc.key, params, varied);
  }
  return params;
}

}  // namespace chappe
