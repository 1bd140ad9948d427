#include "scenario/sweep_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace chappe {
namespace {

bool all_of_kind(const std::vector<Node>& items, Node::Kind kind) {
  return std::all_of(items.begin(), items.end(),
                     [kind](const Node& item) { return item.kind == kind; });
}

/// Faults of a list of values; true if there is none.
bool check_values(const std::vector<Value>& values, const Node& node, Faults& faults) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto* real = std::get_if<double>(&values[i]);
    if (real != nullptr && !std::isfinite(*real)) {
      faults.add(node.origin(), "sweep value " + to_text(values[i]) + " is not finite");
      return false;
    }
  }
  std::vector<Value> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  const auto twin = std::adjacent_find(sorted.begin(), sorted.end());
  if (twin == sorted.end()) return true;
  faults.add(node.origin(), "sweep value " + to_text(*twin) + " is given twice");
  return false;
}

std::vector<Value> read_list(const Node& list, Faults& faults) {
  std::vector<Value> values;
  const bool texts = all_of_kind(list.items, Node::Kind::text);
  const bool whole = all_of_kind(list.items, Node::Kind::integer);
  for (const Node& item : list.items) {
    const std::optional<double> number = number_of(item);
    if (texts || whole) {
      values.push_back(item.scalar);
    } else if (number) {
      values.emplace_back(*number);
    } else {
      faults.add(item.origin(), "a sweep holds numbers or texts, all of one kind");
      return {};
    }
  }
  if (values.empty()) faults.add(list.origin(), "a sweep needs at least one value");
  if (values.size() > kSweepValuesMax) {
    faults.add(list.origin(), "a sweep has at most " + std::to_string(kSweepValuesMax) + " values");
    return {};
  }
  return check_values(values, list, faults) ? values : std::vector<Value>{};
}

/// Rounded to `digits` significant digits of the largest number at hand.
double tidy(double value, double scale, int digits) {
  if (std::abs(value) < 1e-12 * scale) return 0.0;
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", digits, value);
  return std::strtod(text, nullptr);
}

struct Range {
  double from{0.0}, to{0.0};
  std::optional<double> step{}, count{};
};

/// Number of steps between the ends; none with a fault.
std::optional<std::size_t> steps_of(const Range& range, const Node& node, Faults& faults) {
  const double most = static_cast<double>(kSweepValuesMax);
  const double span = range.to - range.from;
  if (!std::isfinite(span)) {
    faults.add(node.origin(), "the ends of a sweep must be finite");
  } else if (range.count) {
    if (*range.count >= 2 && *range.count <= most && *range.count == std::floor(*range.count)) {
      return static_cast<std::size_t>(*range.count) - 1;
    }
    faults.add(node.origin(),
               "count must be a whole number in [2, " + std::to_string(kSweepValuesMax) + "]");
  } else {
    const double steps = span / *range.step;
    if (steps >= 0 && steps <= most - 1) return static_cast<std::size_t>(steps * (1 + 1e-9) + 1e-9);
    faults.add(node.origin(), "step must lead from `from` to `to` in at most " +
                                  std::to_string(kSweepValuesMax) + " values");
  }
  return std::nullopt;
}

std::vector<Value> read_range(TableReader& table, const Node& node, Faults& faults) {
  const auto from = table.number("from"), to = table.number("to");
  const Range range{from.value_or(0), to.value_or(0), table.number("step"), table.number("count")};
  if (!from || !to || range.step.has_value() == range.count.has_value()) {
    faults.add(node.origin(),
               "a sweep is { sweep = [..] } or { from = , to = , step = | count = }");
    return {};
  }
  const std::optional<std::size_t> steps = steps_of(range, node, faults);
  if (!steps) return {};
  const double scale = std::max(std::abs(range.from), std::abs(range.to));
  const double step =
      range.step ? *range.step : (range.to - range.from) / static_cast<double>(*steps);
  std::vector<Value> values;
  for (std::size_t i = 0; i <= *steps; ++i) {
    const bool last = range.count && i == *steps;
    const double value = last ? range.to : range.from + static_cast<double>(i) * step;
    values.emplace_back(tidy(value, scale, range.step ? 12 : 15));
  }
  return check_values(values, node, faults) ? values : std::vector<Value>{};
}

}  // namespace

bool is_sweep(const Node& node) {
  for (const char* key : {"sweep", "from", "to", "step", "count"}) {
    if (node.find(key) != nullptr) return true;
  }
  return false;
}

std::vector<Value> read_sweep(TableReader& table, const Node& node, Faults& faults) {
  if (node.find("sweep") == nullptr) return read_range(table, node, faults);
  const Node* list = table.array("sweep");
  return list == nullptr ? std::vector<Value>{} : read_list(*list, faults);
}

}  // namespace chappe
