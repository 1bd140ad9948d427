#include "scenario/path_reader.hpp"

#include <algorithm>

namespace chappe {
namespace {

constexpr const char* kAggressorModel = "copper.touchstone";

/// Each table of a list; anything else in it is a fault.
template <class F>
void for_each_table(const Node& list, const std::string& what, Faults& faults, F&& read) {
  if (list.kind != Node::Kind::array) {
    faults.add(list.origin(), what + " must be a list of tables, not " + kind_text(list.kind));
    return;
  }
  for (const Node& item : list.items) {
    if (item.kind == Node::Kind::table) {
      read(item);
    } else {
      faults.add(item.origin(), what + " must be a table, not " + kind_text(item.kind));
    }
  }
}

}  // namespace

void take_value(std::string_view key, const Member& member, const Frame& frame, Reading& reading,
                const std::string& target, ParamMap& params, Variations& varied) {
  auto read = read_value(key, member, frame, reading.faults);
  if (!read) return;
  if (!read->sweep.empty()) {
    varied.sweeps.push_back({target, std::move(read->sweep), member.value.origin()});
  }
  if (read->law) varied.tolerances.push_back({target, *read->law, member.value.origin()});
  params.insert_or_assign(std::string(key), std::move(read->value));
}

std::string PathReader::read_name(TableReader& table, const Node& node) {
  const std::optional<std::string> name = table.required_text("name");
  if (name && !is_plain_name(*name)) {
    reading_.faults.add(node.find("name")->value.origin(),
                        "name = " + to_text(*name) + " has other than letters, digits, _ and -");
  }
  return name.value_or("");
}

std::string PathReader::read_choice(TableReader& table, const Node& node, std::string_view key,
                                    const std::vector<std::string>& choices) {
  const std::optional<std::string> word = table.text(key);
  if (!word) return choices.front();
  if (std::find(choices.begin(), choices.end(), *word) == choices.end()) {
    std::string all;
    for (const std::string& choice : choices) all += (all.empty() ? "" : ", ") + choice;
    reading_.faults.add(node.find(key)->value.origin(), std::string(key) + " = " + to_text(*word) +
                                                            " is not one of " + all +
                                                            did_you_mean(*word, choices));
  }
  return *word;
}

void PathReader::take_part(const std::string& name, const Origin& at,
                           const std::filesystem::path& folder, ElementSpec& out) {
  out.part = name;
  const ElementPart* part = reading_.parts.element(name, at, folder);
  if (part == nullptr) return;
  out.model = part->model;
  out.params = part->params;
  out.valid = part->valid;
}

void PathReader::take_model(TableReader& table, const Node& node, const char* default_model,
                            const Frame& frame, ElementSpec& out) {
  const std::optional<std::string> part = table.text("part"), model = table.text("model");
  const auto replaced = replacements_.find(out.name);
  if (replaced != replacements_.end()) {
    Replacement& with = replaced->second;
    with.used = true;
    if (!with.is_part) out.model = with.name;
    if (with.is_part) take_part(with.name, with.origin, with.folder, out);
  } else if (part && model) {
    reading_.faults.add(node.find("model")->key_origin(),
                        "element '" + out.name + "' has both a part and a model");
  } else if (part) {
    take_part(*part, node.find("part")->value.origin(), frame.folder, out);
  } else if (model || default_model != nullptr) {
    out.model = model.value_or(default_model == nullptr ? "" : default_model);
  } else if (node.find("part") == nullptr && node.find("model") == nullptr) {
    reading_.faults.add(node.origin(), "element '" + out.name + "' needs a part or a model");
  }
}

void PathReader::fill(TableReader& table, const Node& node, const char* default_model,
                      const Frame& outer, ElementSpec& out) {
  out.origin = node.origin();
  const Frame frame = inner_frame(table, outer);
  take_model(table, node, default_model, outer, out);
  if (auto valid = read_valid(table, frame, reading_.faults); !valid.empty()) {
    out.valid = std::move(valid);
  }
  for (const Member* member : table.others()) {
    take_value(member->key, *member, frame, reading_, "element." + out.name + "." + member->key,
               out.params, varied);
  }
}

ElementSpec PathReader::read_element(const Node& node, const Frame& frame) {
  ElementSpec out;
  TableReader table(node, "element", reading_.faults);
  out.name = read_name(table, node);
  fill(table, node, nullptr, frame, out);
  return out;
}

ElementSpec PathReader::read_transmitter(const Node* node, const std::string& name,
                                         const Origin& at, const Frame& frame) {
  ElementSpec out;
  out.name = name + ".transmitter";
  out.origin = at;
  Frame fixed = frame;
  fixed.may_sweep = false;  // it has no name of its own by which an axis could be called
  if (node == nullptr) {
    reading_.faults.add(at, "aggressor '" + name + "' needs a transmitter");
  } else if (node->kind == Node::Kind::table) {
    TableReader table(*node, "transmitter", reading_.faults);
    fill(table, *node, nullptr, fixed, out);
  } else if (node->kind == Node::Kind::text) {
    out.origin = node->origin();
    take_part(std::get<std::string>(node->scalar), node->origin(), frame.folder, out);
  } else {
    reading_.faults.add(node->origin(), "transmitter must be the name of a part or a table, not " +
                                            kind_text(node->kind));
  }
  return out;
}

AggressorSpec PathReader::read_aggressor(const Node& node, const Frame& frame) {
  AggressorSpec out;
  TableReader table(node, "aggressor", reading_.faults);
  out.channel.name = read_name(table, node);
  out.type = read_choice(table, node, "type", {"fext", "next"});
  out.phase = read_choice(table, node, "phase", {"worst", "uniform"});
  const auto element = [&](const char* key, std::string& name, Origin& at) {
    name = table.text(key).value_or("");
    const Member* member = node.find(key);
    at = member == nullptr ? node.origin() : member->value.origin();
  };
  element("replaces", out.replaces, out.replaces_at);
  element("replaces_to", out.replaces_to, out.replaces_to_at);
  const Node* transmitter = table.find("transmitter");
  out.transmitter = read_transmitter(transmitter, out.channel.name, node.origin(), frame);
  fill(table, node, kAggressorModel, frame, out.channel);
  return out;
}

SectionSpec PathReader::read_section(const Node& node, const Frame& outer) {
  SectionSpec out;
  out.origin = node.origin();
  TableReader table(node, "section", reading_.faults);
  out.name = read_name(table, node);
  const Frame frame = inner_frame(table, outer);
  out.params = read_declared<SectionParams>(table, node, frame, reading_,
                                            "section." + out.name + ".", varied);
  if (const Node* list = table.find("element")) {
    for_each_table(*list, "element", reading_.faults,
                   [&](const Node& item) { out.elements.push_back(read_element(item, frame)); });
  }
  if (const Node* list = table.find("aggressor")) {
    for_each_table(*list, "aggressor", reading_.faults, [&](const Node& item) {
      out.aggressors.push_back(read_aggressor(item, frame));
    });
  }
  table.report_unknown();
  return out;
}

void PathReader::read_sections(const Node& list, const Frame& frame, PathSpec& path) {
  for_each_table(list, "section", reading_.faults,
                 [&](const Node& item) { path.sections.push_back(read_section(item, frame)); });
}

void PathReader::read_fec(const Node& list, const Frame& outer, PathSpec& path) {
  for_each_table(list, "fec", reading_.faults, [&](const Node& item) {
    TableReader table(item, "fec", reading_.faults);
    Frame frame = inner_frame(table, outer);
    frame.may_sweep &= list.items.size() == 1;  // "fec.key" means every span
    FecSpec span;
    span.origin = item.origin();
    span.params = read_declared<FecParams>(table, item, frame, reading_, "fec.", varied);
    table.report_unknown();
    path.fec.push_back(std::move(span));
  });
}

}  // namespace chappe
