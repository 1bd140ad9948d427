#include "base/table.hpp"

#include "base/errors.hpp"

namespace chappe {

std::size_t Axis::size() const {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

const Axis* Table::find_axis(const std::string& axis_name) const {
  for (const Axis& axis : axes) {
    if (axis.name == axis_name) return &axis;
  }
  return nullptr;
}

const Column* Table::find(const std::string& column_name) const {
  for (const Column& column : columns) {
    if (column.name == column_name) return &column;
  }
  return nullptr;
}

std::size_t Table::size_of(const Column& column) const {
  std::size_t size = 1;
  for (const std::string& axis_name : column.axes) {
    const Axis* axis = find_axis(axis_name);
    ensure(axis != nullptr, "column '" + column.name + "' has axis '" + axis_name +
                                "', which table '" + name + "' lacks");
    size *= axis->size();
  }
  return size;
}

}  // namespace chappe
