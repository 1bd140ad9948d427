#include "cli/reach_text.hpp"

#include <algorithm>
#include <cmath>

#include "cli/case_view.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// True if the column says the same all along that axis: a reach does along the axis of its search.
bool constant_along(const CaseView& view, const Column& column, std::size_t axis) {
  std::size_t faster = 1;
  for (std::size_t i = axis + 1; i < view.axes().size(); ++i) faster *= view.axes()[i]->size();
  const std::size_t length = view.axes()[axis]->size();
  for (std::size_t i = 0; i < view.size(); ++i) {
    if (i / faster % length == 0) continue;
    const double before = view.number(column, i - faster).value_or(0.0);
    if (!same(view.number(column, i).value_or(0.0), before)) return false;
  }
  return true;
}

/// Of several constant axes the one that was searched is a length; the others are told.
std::size_t searched_axis(const CaseView& view, const Column& column) {
  std::size_t found = view.axes().size();
  for (std::size_t axis = 0; axis < view.axes().size(); ++axis) {
    const bool numbers = std::holds_alternative<std::vector<double>>(view.axes()[axis]->values);
    if (!numbers || !constant_along(view, column, axis)) continue;
    if (found == view.axes().size() || view.axes()[axis]->unit == column.unit) found = axis;
  }
  return found;
}

std::string reach_line(double reach, double least, const std::vector<double>& scan,
                       const std::string& unit) {
  if (!(reach > 0.0)) return "no reach";
  std::string line = "reach ";
  if (!scan.empty()) {
    const auto [shortest, longest] = std::minmax_element(scan.begin(), scan.end());
    if (reach >= *longest) line += ">= ";
    if (least > *shortest) line += fixed(least, 2) + " to ";
  }
  return line + fixed(reach, 2) + " " + unit;
}

}  // namespace

std::string reach_text(const Table& table) {
  const Column* reach = table.find("reach_m");
  if (reach == nullptr) return "";
  const Column* least = table.find("reach_min_m");
  const CaseView view(table, reach->axes);
  const std::size_t searched = searched_axis(view, *reach);
  std::vector<double> scan;
  if (searched < view.axes().size()) {
    scan = std::get<std::vector<double>>(view.axes()[searched]->values);
  }
  std::string text;
  for (std::size_t i = 0; i < view.size(); ++i) {
    if (searched < view.axes().size() && view.position(searched, i) != 0) continue;
    std::string place;
    for (std::size_t axis = 0; axis < view.axes().size(); ++axis) {
      if (axis == searched) continue;
      place += (place.empty() ? " at " : ", ") + view.axes()[axis]->name + " = " +
               view.coordinate(axis, i);
    }
    const double shortest =
        least != nullptr && view.holds(*least) ? view.number(*least, i).value_or(0.0) : 0.0;
    text += "  " + reach_line(view.number(*reach, i).value_or(0.0), shortest, scan, reach->unit) +
            place + "\n";
  }
  return text;
}

}  // namespace chappe::cli
