#include "scenario/reader.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "base/input_file.hpp"
#include "scenario/toml_bounds.hpp"

namespace chappe {
namespace {

using SharedName = std::shared_ptr<const std::string>;

template <class T>
Value date_text(const T& date) {
  std::ostringstream text;
  text << date;
  return text.str();
}

/// The tree of the library, copied into ours. @throws ScenarioError if nested too deeply
class Converter {
 public:
  explicit Converter(SharedName file) : file_(std::move(file)) {}

  Node operator()(const toml::node& from, int depth) const {
    Node node = placed(from);
    if (depth > kTomlNestingMax) {
      throw ScenarioError({Fault{
          node.origin(), "nested deeper than " + std::to_string(kTomlNestingMax) + " levels"}});
    }
    if (const toml::table* table = from.as_table()) {
      fill_table(*table, depth, node);
    } else if (const toml::array* array = from.as_array()) {
      node.kind = Node::Kind::array;
      node.items.reserve(array->size());
      for (const toml::node& item : *array) node.items.push_back((*this)(item, depth + 1));
    } else {
      fill_scalar(from, node);
    }
    return node;
  }

 private:
  Node placed(const toml::node& from) const {
    Node node;
    node.file = file_;
    node.line = static_cast<int>(from.source().begin.line);
    node.column = static_cast<int>(from.source().begin.column);
    return node;
  }

  void fill_table(const toml::table& from, int depth, Node& node) const {
    node.kind = Node::Kind::table;
    for (const auto& [key, value] : from) {
      const toml::source_position at = key.source().begin;
      node.members.push_back({std::string(key.str()), static_cast<int>(at.line),
                              static_cast<int>(at.column), (*this)(value, depth + 1)});
    }
    std::stable_sort(node.members.begin(), node.members.end(),
                     [](const Member& a, const Member& b) {
                       return a.line != b.line ? a.line < b.line : a.column < b.column;
                     });
  }

  static void fill_scalar(const toml::node& from, Node& node) {
    if (const auto* flag = from.as_boolean()) {
      node.kind = Node::Kind::boolean;
      node.scalar = flag->get();
    } else if (const auto* whole = from.as_integer()) {
      node.kind = Node::Kind::integer;
      node.scalar = whole->get();
    } else if (const auto* real = from.as_floating_point()) {
      node.kind = Node::Kind::real;
      node.scalar = real->get();
    } else {
      node.kind = Node::Kind::text;
      if (const auto* text = from.as_string()) node.scalar = text->get();
      if (const auto* date = from.as_date()) node.scalar = date_text(date->get());
      if (const auto* time = from.as_time()) node.scalar = date_text(time->get());
      if (const auto* both = from.as_date_time()) node.scalar = date_text(both->get());
    }
  }

  SharedName file_;
};

Node convert(const toml::table& table, std::string_view text, const std::string& file) {
  check_toml_numbers(text, file);
  return Converter(std::make_shared<const std::string>(file))(table, 0);
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& file) {
  if (text.size() > kTomlBytesMax) {
    throw ScenarioError(
        {Fault{{file, 0, 0}, "longer than " + std::to_string(kTomlBytesMax) + " bytes"}});
  }
  check_toml_nesting(text, file, kTomlNestingMax);
  try {
    return convert(toml::parse(text, file), text, file);
  } catch (const toml::parse_error& error) {
    const toml::source_position at = error.source().begin;
    const std::string why(error.description());
    const bool ends = why.find("end-of-file") != std::string::npos;
    throw ScenarioError({Fault{{file, static_cast<int>(at.line), static_cast<int>(at.column)},
                               "not valid TOML: " + why + (ends ? "; is it truncated?" : "")}});
  }
}

std::optional<Node> parse_toml_value(std::string_view text, const std::string& file) {
  const std::string line = "value = " + std::string(text);
  toml::table parsed;
  try {
    check_toml_nesting(line, file, kTomlNestingMax);
    parsed = toml::parse(line, file);
  } catch (const ScenarioError&) {
    return std::nullopt;
  } catch (const toml::parse_error&) {
    return std::nullopt;  // a word without quotes is welcome on a command line
  }
  Node table = convert(parsed, line, file);
  if (table.members.size() != 1 || table.members[0].key != "value") return std::nullopt;
  return std::move(table.members[0].value);
}

std::string read_text(const std::string& file) {
  const std::string name = file == "-" ? "standard input" : "'" + file + "'";
  const std::string trouble = input_trouble(file);
  if (!trouble.empty()) throw DataError(name + ": " + trouble);
  std::ifstream opened;
  if (file != "-") opened.open(file, std::ios::binary);
  std::istream& in = file == "-" ? std::cin : opened;
  if (!in) throw DataError(name + " cannot be read");
  std::string text(kTomlBytesMax + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) throw DataError(name + " cannot be read");
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > kTomlBytesMax) {
    throw DataError(name + " is longer than " + std::to_string(kTomlBytesMax) + " bytes");
  }
  return text;
}

std::string first_comment(std::string_view text) {
  std::string comment;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() && comment.empty()) continue;
    if (!line.starts_with('#')) break;
    line.remove_prefix(std::min(line.find_first_not_of("# "), line.size()));
    if (!comment.empty() && !line.empty()) comment += ' ';
    comment += line;
  }
  return comment;
}

}  // namespace chappe
