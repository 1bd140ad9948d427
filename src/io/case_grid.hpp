#pragma once
// A table seen row by row over some of its axes.
#include <cstddef>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe {

/// Points of a product of axes, the first the slowest. Keeps a reference to the table.
class CaseGrid {
 public:
  /// @param axes  names of axes of the table
  CaseGrid(const Table& table, const std::vector<std::string>& axes);

  /// Number of points; 1 without axes.
  std::size_t size() const { return size_; }
  const std::vector<const Axis*>& axes() const { return axes_; }
  /// Index on axis `axis` at a point.
  std::size_t position(std::size_t axis, std::size_t point) const;
  /// True if the column lies over axes of the grid only.
  bool holds(const Column& column) const;
  /// Where a column that the grid holds has its value for a point.
  std::size_t element(const Column& column, std::size_t point) const;

 private:
  std::size_t index_of(const std::string& axis) const;

  std::vector<const Axis*> axes_{};
  std::size_t size_{1};
};

/// What makes a case: the axes of column "status", or all axes of a table without it.
std::vector<std::string> case_axes(const Table& table);

/// The axes of a column that are not among `axes`, in the column's order.
std::vector<std::string> further_axes(const Column& column, const std::vector<std::string>& axes);

}  // namespace chappe
