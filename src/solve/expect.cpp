#include "solve/expect.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace chappe {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

bool coordinate_is(const Axis& axis, std::size_t i, const Value& wanted) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&axis.values)) {
    const auto* text = std::get_if<std::string>(&wanted);
    return text != nullptr && (*texts)[i] == *text;
  }
  const double x = std::get<std::vector<double>>(axis.values)[i];
  double y = NAN;
  if (const auto* real = std::get_if<double>(&wanted)) y = *real;
  if (const auto* integer = std::get_if<std::int64_t>(&wanted)) y = static_cast<double>(*integer);
  return std::abs(x - y) <= 1e-9 * std::max(std::abs(x), std::abs(y));
}

/// Cases at the coordinates that the expectation names.
std::vector<std::size_t> cases_at(const Expectation& expectation, const Table& table,
                                  Faults& faults) {
  std::size_t count = 1;
  for (const Axis& axis : table.axes) count *= axis.size();
  std::vector<std::size_t> out;
  for (const auto& [name, wanted] : expectation.at) {
    if (table.find_axis(name) == nullptr) {
      faults.add(expectation.origin, "[expect] " + expectation.link + "." + expectation.column +
                                         ": '" + name + "' is not an axis of this link");
      return out;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t rest = i;
    bool here = true;
    for (std::size_t a = table.axes.size(); a-- > 0;) {
      const Axis& axis = table.axes[a];
      const std::size_t k = rest % axis.size();
      rest /= axis.size();
      for (const auto& [name, wanted] : expectation.at) {
        if (name == axis.name && !coordinate_is(axis, k, wanted)) here = false;
      }
    }
    if (here) out.push_back(i);
  }
  if (out.empty()) faults.add(expectation.origin, "[expect] names coordinates that no case has");
  return out;
}

double value_at(const Column& column, std::size_t i) {
  if (const auto* real = std::get_if<std::vector<double>>(&column.data)) return (*real)[i];
  if (const auto* integer = std::get_if<std::vector<std::int64_t>>(&column.data)) {
    return static_cast<double>((*integer)[i]);
  }
  if (const auto* flag = std::get_if<std::vector<std::uint8_t>>(&column.data)) return (*flag)[i];
  return NAN;
}

}  // namespace

std::vector<std::string> missed_expectations(const std::vector<Expectation>& expected,
                                             const std::vector<Table>& tables) {
  Faults faults;
  std::vector<std::string> missed;
  for (const Expectation& expectation : expected) {
    const std::string name = expectation.link + "." + expectation.column;
    const auto table = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table& t) { return t.name == expectation.link; });
    if (table == tables.end()) {
      faults.add(expectation.origin, "[expect] " + name + ": no link of that name");
      continue;
    }
    const Column* column = table->find(expectation.column);
    if (column == nullptr) {
      std::vector<std::string> known;
      for (const Column& c : table->columns) known.push_back(c.name);
      faults.add(expectation.origin, "[expect] " + name + ": no such column in the results" +
                                         did_you_mean(expectation.column, known));
      continue;
    }
    for (const std::size_t i : cases_at(expectation, *table, faults)) {
      const double value = value_at(*column, i);
      if (value >= expectation.low && value <= expectation.high) continue;
      missed.push_back(expectation.origin.text() + ": " + name + " = " + number(value) +
                       " was expected in [" + number(expectation.low) + ", " +
                       number(expectation.high) + "]");
      break;
    }
  }
  faults.throw_if_any();
  return missed;
}

}  // namespace chappe
