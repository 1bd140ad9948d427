#include "scenario/node.hpp"

#include <algorithm>

namespace chappe {

const Member* Node::find(std::string_view key) const {
  const auto it = std::find_if(members.begin(), members.end(),
                               [&](const Member& member) { return member.key == key; });
  return it == members.end() ? nullptr : &*it;
}

std::string kind_text(Node::Kind kind) {
  switch (kind) {
    case Node::Kind::boolean:
      return "true or false";
    case Node::Kind::integer:
      return "a whole number";
    case Node::Kind::real:
      return "a number";
    case Node::Kind::text:
      return "a text in quotes";
    case Node::Kind::array:
      return "a list";
    case Node::Kind::table:
      return "a table";
  }
  return "";
}

std::optional<double> number_of(const Node& node) {
  if (node.kind == Node::Kind::real) return std::get<double>(node.scalar);
  if (node.kind != Node::Kind::integer) return std::nullopt;
  return static_cast<double>(std::get<std::int64_t>(node.scalar));
}

const Node* TableReader::find(std::string_view key) {
  known_.emplace_back(key);
  const Member* member = table_.find(key);
  return member == nullptr ? nullptr : &member->value;
}

const Node* TableReader::find_as(std::string_view key, Node::Kind kind) {
  const Node* node = find(key);
  if (node == nullptr || node->kind == kind) return node;
  faults_.add(node->origin(), what_ + ": " + std::string(key) + " must be " + kind_text(kind) +
                                  ", not " + kind_text(node->kind));
  return nullptr;
}

const Node* TableReader::table(std::string_view key) { return find_as(key, Node::Kind::table); }
const Node* TableReader::array(std::string_view key) { return find_as(key, Node::Kind::array); }

std::optional<std::string> TableReader::text(std::string_view key) {
  const Node* node = find_as(key, Node::Kind::text);
  if (node == nullptr) return std::nullopt;
  return std::get<std::string>(node->scalar);
}

std::optional<std::string> TableReader::required_text(std::string_view key) {
  if (table_.find(key) == nullptr) {
    known_.emplace_back(key);
    faults_.add(table_.origin(), what_ + ": required key '" + std::string(key) + "' is absent");
    return std::nullopt;
  }
  return text(key);
}

std::optional<double> TableReader::number(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  const std::optional<double> value = number_of(*node);
  if (!value) {
    faults_.add(node->origin(), what_ + ": " + std::string(key) + " must be a number, not " +
                                    kind_text(node->kind));
  }
  return value;
}

std::optional<bool> TableReader::flag(std::string_view key) {
  const Node* node = find_as(key, Node::Kind::boolean);
  if (node == nullptr) return std::nullopt;
  return std::get<bool>(node->scalar);
}

std::vector<const Member*> TableReader::others() const {
  std::vector<const Member*> left;
  for (const Member& member : table_.members) {
    if (std::find(known_.begin(), known_.end(), member.key) == known_.end()) {
      left.push_back(&member);
    }
  }
  return left;
}

void TableReader::report_unknown() const {
  for (const Member* member : others()) {
    faults_.add(member->key_origin(),
                "unknown key '" + member->key + "'" + did_you_mean(member->key, known_));
  }
}

}  // namespace chappe
