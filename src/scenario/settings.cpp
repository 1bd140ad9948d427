#include "scenario/settings.hpp"

#include <algorithm>
#include <array>

#include "scenario/reader.hpp"

namespace chappe {
namespace {

constexpr std::array<std::string_view, 7> kReserved{"solve",   "require", "expect", "element",
                                                    "section", "fec",     "link"};

/// "a.b.c" -> "a" and "b.c".
std::pair<std::string, std::string> cut(const std::string& path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) return {path, ""};
  return {path.substr(0, dot), path.substr(dot + 1)};
}

/// A TOML value, else the text itself; a file's name is never a number.
Member value_of(const Setting& setting) {
  Member member;
  member.key = setting.first.substr(setting.first.rfind('.') + 1);
  std::optional<Node> value = parse_toml_value(setting.second, "--set " + setting.first);
  const bool scalar = value && value->kind != Node::Kind::table && value->kind != Node::Kind::array;
  if (!value || (scalar && is_file_key(member.key) && value->kind != Node::Kind::text)) {
    value.emplace();
    value->kind = Node::Kind::text;
    value->scalar = setting.second;
  }
  member.value = std::move(*value);
  return member;
}

/// A command line has no lines and columns.
void forget_places(Node& node, const std::shared_ptr<const std::string>& name) {
  node.file = name;
  node.line = node.column = 0;
  for (Node& item : node.items) forget_places(item, name);
  for (Member& member : node.members) {
    member.line = member.column = 0;
    forget_places(member.value, name);
  }
}

class Sorter {
 public:
  Sorter(const std::vector<std::string>& links, Faults& faults) : links_(links), faults_(faults) {}

  void add(const Setting& setting) {
    const auto name = std::make_shared<const std::string>("--set " + setting.first);
    Member member;
    try {
      member = value_of(setting);
    } catch (const ScenarioError& error) {
      for (const Fault& fault : error.faults()) faults_.add({*name, 0, 0}, fault.message);
      return;
    }
    forget_places(member.value, name);
    const auto [head, tail] = cut(setting.first);
    const Origin at = member.value.origin();
    if (head == "solve" || head == "require") {
      add_option(head == "solve" ? out.solve : out.require, tail, std::move(member));
    } else if (std::find(links_.begin(), links_.end(), head) != links_.end()) {
      add_override(head, tail, std::move(member));
    } else if (links_.size() == 1 && (tail.empty() || is_reserved_name(head))) {
      add_override(links_.front(), setting.first, std::move(member));
    } else if (is_reserved_name(head) && head != "expect") {
      faults_.add(at, "the scenario has " + std::to_string(links_.size()) +
                          " links: begin with the name of one");
    } else {
      std::vector<std::string> known = links_;
      known.insert(known.end(), {"solve", "require"});
      faults_.add(at, "unknown link '" + head + "'" + did_you_mean(head, known));
    }
  }

  Settings out{};

 private:
  void add_option(std::vector<Member>& options, const std::string& key, Member member) {
    if (key.empty() || key.find('.') != std::string::npos) {
      faults_.add(member.value.origin(), "names no key: write solve.KEY or require.KEY");
      return;
    }
    const auto same = [&](const Member& earlier) { return earlier.key == key; };
    if (std::any_of(options.begin(), options.end(), same)) return report_twice(member);
    options.push_back(std::move(member));
  }

  void report_twice(const Member& member) {
    faults_.add(member.value.origin(), "this value is set twice");
  }

  void add_override(const std::string& link, const std::string& target, Member member) {
    Override given;
    const std::string head = cut(target).first;
    const bool whole = head == "element" || head == "section" || head == "fec" || head == "link";
    given.target = whole && head != target ? target : "link." + target;
    given.frame.source = "--set " + link + "." + (whole ? target : given.key());
    given.frame.may_sweep = true;
    given.by_setting = true;
    std::vector<Override>& earlier = out.links[link];
    const auto same = [&](const Override& other) { return other.target == given.target; };
    if (std::any_of(earlier.begin(), earlier.end(), same)) return report_twice(member);
    given.member = std::move(member);
    earlier.push_back(std::move(given));
  }

  const std::vector<std::string>& links_;
  Faults& faults_;
};

}  // namespace

std::string Override::replaced_element() const {
  if (!target.starts_with("element.") || (key() != "part" && key() != "model")) return "";
  const std::size_t from = std::string_view("element.").size();
  const std::size_t to = target.rfind('.');
  return to > from ? target.substr(from, to - from) : "";
}

bool is_reserved_name(std::string_view name) {
  return std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
}

Settings read_settings(const std::vector<Setting>& given, const std::vector<std::string>& links,
                       Faults& faults) {
  Sorter sorter(links, faults);
  for (const Setting& setting : given) sorter.add(setting);
  return std::move(sorter.out);
}

}  // namespace chappe
