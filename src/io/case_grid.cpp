#include "io/case_grid.hpp"

#include <algorithm>

#include "base/errors.hpp"

namespace chappe {

CaseGrid::CaseGrid(const Table& table, const std::vector<std::string>& axes) {
  for (const std::string& name : axes) {
    const Axis* axis = table.find_axis(name);
    ensure(axis != nullptr, "table '" + table.name + "' has an axis '" + name + "'");
    axes_.push_back(axis);
    size_ *= axis->size();
  }
}

std::size_t CaseGrid::index_of(const std::string& axis) const {
  const auto found =
      std::find_if(axes_.begin(), axes_.end(), [&](const Axis* a) { return a->name == axis; });
  return static_cast<std::size_t>(found - axes_.begin());
}

std::size_t CaseGrid::position(std::size_t axis, std::size_t point) const {
  for (std::size_t i = axes_.size(); i-- > axis + 1;) point /= axes_[i]->size();
  return point % axes_[axis]->size();
}

bool CaseGrid::holds(const Column& column) const {
  return std::all_of(column.axes.begin(), column.axes.end(),
                     [&](const std::string& name) { return index_of(name) < axes_.size(); });
}

std::size_t CaseGrid::element(const Column& column, std::size_t point) const {
  std::size_t at = 0;
  for (const std::string& name : column.axes) {
    const std::size_t axis = index_of(name);
    ensure(axis < axes_.size(), "column '" + column.name + "' lies over the grid's axes");
    at = at * axes_[axis]->size() + position(axis, point);
  }
  return at;
}

std::vector<std::string> case_axes(const Table& table) {
  if (const Column* status = table.find("status")) return status->axes;
  std::vector<std::string> names;
  for (const Axis& axis : table.axes) names.push_back(axis.name);
  return names;
}

std::vector<std::string> further_axes(const Column& column, const std::vector<std::string>& axes) {
  std::vector<std::string> out;
  for (const std::string& name : column.axes) {
    if (std::find(axes.begin(), axes.end(), name) == axes.end()) out.push_back(name);
  }
  return out;
}

}  // namespace chappe
