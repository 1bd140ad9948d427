#include "io/explain.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "io/case_grid.hpp"
#include "io/ledger_text.hpp"
#include "io/number_text.hpp"
#include "io/result_check.hpp"

namespace chappe {
namespace {

constexpr std::string_view kLedgerSuffix = "/ledger";

std::string link_of(const Table& ledger) {
  return ledger.name.substr(0, ledger.name.size() - kLedgerSuffix.size());
}

std::vector<const Table*> chosen_ledgers(const ResultSet& results, const std::string& link) {
  std::vector<const Table*> ledgers;
  std::vector<std::string> links;
  for (const Table& table : results.tables) {
    if (!table.name.ends_with(kLedgerSuffix)) continue;
    links.push_back(link_of(table));
    if (link.empty() || link == links.back()) ledgers.push_back(&table);
  }
  if (links.empty()) throw DataError("no ledger among the results");
  if (ledgers.empty()) {
    throw ScenarioError("no link '" + link + "' with a ledger" + did_you_mean(link, links));
  }
  return ledgers;
}

/// An axis by its name, or by the end of its name behind a dot if only one ends so.
std::size_t find_axis(const CaseGrid& grid, const std::string& name, const std::string& link) {
  std::vector<std::string> names;
  std::vector<std::size_t> endings;
  for (std::size_t i = 0; i < grid.axes().size(); ++i) {
    names.push_back(grid.axes()[i]->name);
    if (names.back() == name) return i;
    if (names.back().ends_with("." + name)) endings.push_back(i);
  }
  if (endings.size() == 1) return endings.front();
  throw ScenarioError("link '" + link + "' is not swept over '" + name + "'" +
                      did_you_mean(name, names));
}

std::size_t nearest(const std::vector<double>& values, const std::string& axis,
                    const std::string& text) {
  double wanted{};
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, wanted);
  if (error != std::errc{} || stop != end || !std::isfinite(wanted)) {
    throw ScenarioError(axis + " = '" + text + "' is not a number");
  }
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double distance = std::abs(values[i] - wanted);
    if (distance < least) {
      least = distance;
      best = i;
    }
  }
  return best;
}

std::size_t equal_text(const std::vector<std::string>& values, const std::string& axis,
                       const std::string& text) {
  const auto found = std::find(values.begin(), values.end(), text);
  if (found == values.end()) {
    throw ScenarioError(axis + " has no value '" + text + "'" + did_you_mean(text, values));
  }
  return static_cast<std::size_t>(found - values.begin());
}

/// The point of the grid that is asked for.
std::size_t chosen_case(const CaseGrid& grid, const ExplainOptions& options,
                        const std::string& link) {
  std::vector<std::size_t> position(grid.axes().size(), 0);
  for (const auto& [name, text] : options.at) {
    const std::size_t axis = find_axis(grid, name, link);
    const Axis& chosen = *grid.axes()[axis];
    if (const auto* numbers = std::get_if<std::vector<double>>(&chosen.values)) {
      position[axis] = nearest(*numbers, chosen.name, text);
    } else {
      position[axis] =
          equal_text(std::get<std::vector<std::string>>(chosen.values), chosen.name, text);
    }
  }
  std::size_t point = 0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    point = point * grid.axes()[i]->size() + position[i];
  }
  return point;
}

std::string coordinates(const CaseGrid& grid, std::size_t point) {
  std::string text;
  for (std::size_t i = 0; i < grid.axes().size(); ++i) {
    const Axis& axis = *grid.axes()[i];
    const std::size_t at = grid.position(i, point);
    const auto* numbers = std::get_if<std::vector<double>>(&axis.values);
    text += (i == 0 ? " at " : ", ") + axis.name + " = ";
    text += numbers != nullptr ? shortest_text((*numbers)[at])
                               : std::get<std::vector<std::string>>(axis.values)[at];
  }
  return text;
}

template <class T>
T cell(const Table& ledger, const std::string& name, const CaseGrid& grid, std::size_t point) {
  const Column* column = ledger.find(name);
  const auto* values = column == nullptr ? nullptr : std::get_if<std::vector<T>>(&column->data);
  if (values == nullptr) {
    throw DataError("ledger '" + ledger.name + "' has no column '" + name + "' of its type");
  }
  return (*values)[grid.element(*column, point)];
}

/// The rows of one case. @param names  the case axes
std::vector<LedgerRow> rows_of(const Table& ledger, std::vector<std::string> names,
                               std::size_t point) {
  names.emplace_back("row");
  const CaseGrid grid(ledger, names);
  const std::size_t count = grid.axes().back()->size();
  std::vector<LedgerRow> rows;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = point * count + i;
    rows.push_back(
        {cell<std::string>(ledger, "section", grid, at),
         cell<std::string>(ledger, "element", grid, at),
         cell<std::string>(ledger, "quantity", grid, at), cell<double>(ledger, "value", grid, at),
         cell<std::string>(ledger, "unit", grid, at), cell<std::string>(ledger, "source", grid, at),
         cell<std::uint8_t>(ledger, "verified", grid, at) != 0});
  }
  return rows;
}

std::string explain_one(const ResultSet& results, const Table& ledger,
                        const ExplainOptions& options) {
  const std::string link = link_of(ledger);
  std::vector<std::string> names;
  for (const Axis& axis : ledger.axes) {
    if (axis.name != "row") names.push_back(axis.name);
  }
  if (names.size() == ledger.axes.size()) {
    throw DataError("ledger '" + ledger.name + "' has no axis 'row'");
  }
  const CaseGrid grid(ledger, names);
  if (grid.size() == 0) return link + ": no case\n";
  const std::size_t point = chosen_case(grid, options, link);
  std::vector<LedgerFigure> figures;
  for (const Table& table : results.tables) {
    if (table.name != link) continue;
    for (const Column& column : table.columns) {
      const auto* values = std::get_if<std::vector<double>>(&column.data);
      if (values != nullptr && grid.holds(column)) {
        figures.push_back({column.name, (*values)[grid.element(column, point)]});
      }
    }
  }
  return link + coordinates(grid, point) + "\n" +
         ledger_text(rows_of(ledger, names, point), figures);
}

}  // namespace

std::string explain(const ResultSet& results, const ExplainOptions& options) {
  check_results(results);
  std::string text;
  for (const Table* ledger : chosen_ledgers(results, options.link)) {
    if (!text.empty()) text += '\n';
    text += explain_one(results, *ledger, options);
  }
  return text;
}

}  // namespace chappe
