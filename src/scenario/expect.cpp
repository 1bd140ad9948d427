#include "scenario/expect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/tables.hpp"

namespace chappe {
namespace {

constexpr const char* kForms = "{ value = , tolerance = } or { min = , max = }";

class ExpectReader {
 public:
  ExpectReader(const Frame& frame, const std::vector<ReadLink>& links, bool reach, Reading& reading)
      : frame_(frame), links_(links), reach_(reach), reading_(reading) {}

  void read_link(const Member& named) {
    link_ = find_link(named);
    if (link_ == nullptr) return;
    if (named.value.kind != Node::Kind::table) {
      fault(named.value, "expect." + named.key + " must be a table of columns");
      return;
    }
    for (const Member& column : named.value.members) {
      check_column(column);
      if (column.value.kind != Node::Kind::array) {
        read_one(column.key, column.value);
        continue;
      }
      for (const Node& item : column.value.items) read_one(column.key, item);
    }
  }

  std::vector<Expectation> out{};

 private:
  void fault(const Node& node, const std::string& message) {
    reading_.faults.add(node.origin(), message);
  }

  const ReadLink* find_link(const Member& named) {
    std::vector<std::string> names;
    for (const ReadLink& link : links_) {
      if (link.study.spec.name == named.key) return &link;
      names.push_back(link.study.spec.name);
    }
    reading_.faults.add(named.key_origin(), "expect: unknown link '" + named.key + "'" +
                                                did_you_mean(named.key, names));
    return nullptr;
  }

  void check_column(const Member& named) {
    const std::string what = "expect: " + link_->study.spec.name + "." + named.key;
    std::vector<std::string> known;
    for (const ParamDoc& doc : columns_) {
      const bool text = std::holds_alternative<std::string>(doc.default_value);
      if (!text) known.push_back(doc.key);
      if (doc.key != named.key) continue;
      if (text) reading_.faults.add(named.key_origin(), what + " holds text, which has no range");
      if (!reach_ && doc.key.starts_with("reach_")) {
        reading_.faults.add(named.key_origin(),
                            what + " needs solve.reach: without it no reach is looked for");
      }
      return;
    }
    reading_.faults.add(named.key_origin(),
                        what + " is no column of results" + did_you_mean(named.key, known));
  }

  void read_one(const std::string& column, const Node& node) {
    const std::string what = link_->study.spec.name + "." + column;
    if (node.kind != Node::Kind::table) return fault(node, what + " must be " + kForms);
    TableReader table(node, what, reading_.faults);
    Expectation expected{link_->study.spec.name, column, {}, 0.0, 0.0, node.origin()};
    const bool good = read_range(table, node, what, expected);
    const Node* at = table.table("at");
    table.report_unknown();
    const bool wanted = at == nullptr || read_at(*at, "", expected);
    if (good && wanted) out.push_back(std::move(expected));
  }

  bool read_range(TableReader& table, const Node& node, const std::string& what,
                  Expectation& into) {
    const auto value = table.number("value"), tolerance = table.number("tolerance");
    const auto low = table.number("min"), high = table.number("max");
    const bool by_value = value && tolerance && !low && !high;
    const bool by_ends = !value && !tolerance && (low || high);
    if (!by_value && !by_ends) {
      fault(node, what + " must be " + kForms);
      return false;
    }
    const double infinite = std::numeric_limits<double>::infinity();
    into.low = by_value ? *value - *tolerance : low.value_or(-infinite);
    into.high = by_value ? *value + *tolerance : high.value_or(infinite);
    for (const std::optional<double>& end : {value, tolerance, low, high}) {
      if (!end || std::isfinite(*end)) continue;
      fault(node, what + ": " + to_text(*end) + " is not finite");
      return false;
    }
    if (into.low <= into.high) return true;
    fault(node, what + ": its range is empty");
    return false;
  }

  /// Coordinates, written "element.cable.length_m" in quotes or as dotted keys.
  /// @return false if --set took one away
  bool read_at(const Node& table, const std::string& prefix, Expectation& into) {
    bool wanted = true;
    for (const Member& member : table.members) {
      const std::string target = prefix + member.key;
      if (member.value.kind == Node::Kind::table) {
        wanted = read_at(member.value, target + ".", into) && wanted;
        continue;
      }
      const std::string key = target.substr(target.rfind('.') + 1);
      auto read = read_value(key, member, frame_, reading_.faults);
      if (read) wanted = take_coordinate(member, target, read->value.value, into) && wanted;
    }
    return wanted;
  }

  bool take_coordinate(const Member& member, const std::string& target, const Value& value,
                       Expectation& into) {
    std::vector<std::string> axes;
    for (const Sweep& sweep : link_->study.sweeps) {
      axes.push_back(sweep.target);
      if (sweep.target != target) continue;
      const auto same = [&](const Value& other) { return same_value(value, other); };
      const auto found = std::find_if(sweep.values.begin(), sweep.values.end(), same);
      if (found != sweep.values.end()) {
        into.at.emplace_back(target, *found);
        return true;
      }
      if (!link_->axes_changed) {
        fault(member.value, to_text(value) + " is not among the values of '" + target + "'");
      }
      return false;
    }
    if (!link_->well) return false;
    if (!link_->axes_changed) {
      reading_.faults.add(member.key_origin(), "'" + target + "' is no axis of link '" +
                                                   link_->study.spec.name + "'" +
                                                   did_you_mean(target, axes));
      return false;
    }
    const ParamValue* fixed = find_value(link_->study.spec, target);
    return fixed != nullptr && same_value(fixed->value, value);
  }

  const Frame& frame_;
  const std::vector<ReadLink>& links_;
  bool reach_;
  Reading& reading_;
  std::vector<ParamDoc> columns_{figure_columns()};
  const ReadLink* link_{nullptr};
};

}  // namespace

std::vector<Expectation> read_expect(const Node& table, const Frame& frame,
                                     const std::vector<ReadLink>& links, bool reach,
                                     Reading& reading) {
  ExpectReader reader(frame, links, reach, reading);
  for (const Member& named : table.members) reader.read_link(named);
  return std::move(reader.out);
}

}  // namespace chappe
