#include "cli/case_view.hpp"

#include <algorithm>

#include "base/errors.hpp"
#include "cli/text.hpp"

namespace chappe::cli {

CaseView::CaseView(const Table& table, const std::vector<std::string>& axes) {
  for (const std::string& name : axes) {
    const Axis* axis = table.find_axis(name);
    ensure(axis != nullptr, "table '" + table.name + "' has the axis '" + name + "'");
    axes_.push_back(axis);
    size_ *= axis->size();
  }
}

bool CaseView::holds(const Column& column) const {
  return std::all_of(column.axes.begin(), column.axes.end(), [&](const std::string& name) {
    return std::any_of(axes_.begin(), axes_.end(),
                       [&](const Axis* axis) { return axis->name == name; });
  });
}

std::size_t CaseView::position(std::size_t axis, std::size_t case_index) const {
  std::size_t faster = 1;
  for (std::size_t i = axis + 1; i < axes_.size(); ++i) faster *= axes_[i]->size();
  return case_index / faster % axes_[axis]->size();
}

std::size_t CaseView::element(const Column& column, std::size_t case_index) const {
  std::size_t index = 0;
  for (const std::string& name : column.axes) {
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      if (axes_[i]->name == name) index = index * axes_[i]->size() + position(i, case_index);
    }
  }
  return index;
}

std::string CaseView::coordinate(std::size_t axis, std::size_t case_index) const {
  const std::size_t at = position(axis, case_index);
  const auto& values = axes_[axis]->values;
  if (const auto* numbers = std::get_if<std::vector<double>>(&values)) {
    return plain((*numbers)[at]);
  }
  return std::get<std::vector<std::string>>(values)[at];
}

std::optional<double> CaseView::number(const Column& column, std::size_t case_index) const {
  const std::size_t at = element(column, case_index);
  if (const auto* reals = std::get_if<std::vector<double>>(&column.data)) return reals->at(at);
  if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&column.data)) {
    return static_cast<double>(wholes->at(at));
  }
  if (const auto* flags = std::get_if<std::vector<std::uint8_t>>(&column.data)) {
    return static_cast<double>(flags->at(at));
  }
  return std::nullopt;
}

std::string CaseView::text(const Column& column, std::size_t case_index) const {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.data)) {
    return texts->at(element(column, case_index));
  }
  return plain(number(column, case_index).value_or(0.0));
}

std::vector<std::string> case_axes(const Table& table) {
  if (const Column* status = table.find("status")) return status->axes;
  std::vector<std::string> names;
  for (const Axis& axis : table.axes) names.push_back(axis.name);
  return names;
}

}  // namespace chappe::cli
