#include "scenario/values.hpp"

#include <algorithm>
#include <cmath>

#include "scenario/sweep_values.hpp"
#include "scenario/tolerance_values.hpp"

namespace chappe {
namespace {

std::optional<Value> read_list(std::string_view key, const Node& node, Faults& faults) {
  std::vector<double> numbers;
  std::vector<std::string> texts;
  for (const Node& item : node.items) {
    if (const std::optional<double> number = number_of(item)) {
      numbers.push_back(*number);
    } else if (item.kind == Node::Kind::text) {
      texts.push_back(std::get<std::string>(item.scalar));
    }
  }
  if (numbers.size() == node.items.size()) return Value{std::move(numbers)};
  if (texts.size() == node.items.size()) return Value{std::move(texts)};
  faults.add(node.origin(), std::string(key) + ": a list holds numbers or texts, all of one kind");
  return std::nullopt;
}

/// A scalar or a list of scalars.
std::optional<Value> plain_value(std::string_view key, const Node& node, Faults& faults) {
  if (node.kind == Node::Kind::array) return read_list(key, node, faults);
  if (node.kind != Node::Kind::table) return node.scalar;
  faults.add(node.origin(), std::string(key) + " must be a value, not a table");
  return std::nullopt;
}

void check_spread(std::string_view key, const Value& value, const Provenance& from,
                  const Node& node, Faults& faults) {
  if (!from.low && !from.high) return;
  double number = 0.0;
  if (const auto* real = std::get_if<double>(&value)) {
    number = *real;
  } else if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    number = static_cast<double>(*whole);
  } else {
    faults.add(node.origin(), std::string(key) + ": low and high belong to a number");
    return;
  }
  if (number >= from.low.value_or(number) && number <= from.high.value_or(number)) return;
  faults.add(node.origin(), std::string(key) + ": value is not between low and high");
}

/// A file name as the program opens it. Empty = no file.
void locate_file(const Frame& frame, Value& value) {
  auto* name = std::get_if<std::string>(&value);
  if (name == nullptr || name->empty()) return;
  *name = (frame.folder / *name).lexically_normal().string();
}

/// `{ value = , low = , high = , verified = , source = , date = }`, a sweep or a distribution.
std::optional<ReadValue> read_table(std::string_view key, const Node& node, const Frame& frame,
                                    Faults& faults) {
  TableReader table(node, std::string(key), faults);
  const Frame inner = inner_frame(table, frame);
  ReadValue out;
  Provenance& provenance = out.value.provenance;
  provenance = {inner.source, inner.date, {}, {}, inner.verified};
  std::optional<Value> value;
  const bool swept = is_sweep(node), spread = is_distribution(node);
  if ((swept && spread) || ((swept || spread) && !frame.may_sweep)) {
    const char* what = !frame.may_sweep
                           ? (swept ? " cannot be swept here" : " cannot have a distribution here")
                           : " is either swept or has a distribution";
    faults.add(node.origin(), std::string(key) + what);
    return std::nullopt;
  }
  if (swept) {
    out.sweep = read_sweep(table, node, faults);
    if (!out.sweep.empty()) value = out.sweep.front();
  } else if (spread) {
    out.law = read_distribution(std::string(key), table, node, faults);
    if (out.law) value = out.law->centre;
  } else if (const Node* given = table.find("value")) {
    value = plain_value(key, *given, faults);
    provenance.low = table.number("low");
    provenance.high = table.number("high");
    if (value) check_spread(key, *value, provenance, *given, faults);
  } else {
    faults.add(node.origin(), std::string(key) + ": a table as a value needs `value` or `sweep`");
  }
  table.report_unknown();
  if (!value) return std::nullopt;
  out.value.value = std::move(*value);
  return out;
}

}  // namespace

Frame inner_frame(TableReader& table, const Frame& outer) {
  Frame inner = outer;
  if (const auto source = table.text("source")) {
    inner.source = *source;
    inner.date.clear();
    inner.verified = false;
  }
  if (const auto date = table.text("date")) inner.date = *date;
  if (const auto verified = table.flag("verified")) inner.verified = *verified;
  return inner;
}

std::optional<ReadValue> read_value(std::string_view key, const Member& member, const Frame& frame,
                                    Faults& faults) {
  const Node& node = member.value;
  std::optional<ReadValue> out;
  if (node.kind == Node::Kind::table) {
    out = read_table(key, node, frame, faults);
  } else if (auto value = plain_value(key, node, faults)) {
    out.emplace();
    out->value.value = std::move(*value);
    out->value.provenance = {frame.source, frame.date, {}, {}, frame.verified};
  }
  if (!out) return std::nullopt;
  const Member* inner = node.find("value");
  out->value.origin = inner == nullptr ? node.origin() : inner->value.origin();
  if (out->value.origin.line == member.line) out->value.key_column = member.column;
  if (is_file_key(key)) {
    locate_file(frame, out->value.value);
    for (Value& value : out->sweep) locate_file(frame, value);
  }
  return out;
}

std::vector<ValidRange> read_valid(TableReader& table, const Frame& frame, Faults& faults) {
  std::vector<ValidRange> ranges;
  const Node* node = table.table("valid");
  if (node == nullptr) return ranges;
  TableReader valid(*node, "valid", faults);
  const std::string source = valid.text("source").value_or(frame.source);
  for (const Member* member : valid.others()) {
    const std::vector<Node>& ends = member->value.items;
    const auto low = ends.size() == 2 ? number_of(ends[0]) : std::nullopt;
    const auto high = ends.size() == 2 ? number_of(ends[1]) : std::nullopt;
    if (low && high && *low <= *high) {
      ranges.push_back({member->key, *low, *high, source, member->value.origin()});
    } else {
      faults.add(member->value.origin(), "valid: " + member->key + " must be [low, high]");
    }
  }
  return ranges;
}

bool is_plain_name(std::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  });
}

bool is_file_key(std::string_view key) { return key == "file" || key.ends_with("_file"); }

bool same_value(const Value& a, const Value& b) {
  const auto number = [](const Value& value) -> std::optional<double> {
    if (const auto* real = std::get_if<double>(&value)) return *real;
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    return std::nullopt;
  };
  const std::optional<double> x = number(a), y = number(b);
  if (!x || !y) return a == b;
  return std::abs(*x - *y) <= 1e-9 * std::max(std::abs(*x), std::abs(*y));
}

}  // namespace chappe
