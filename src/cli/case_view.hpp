#pragma once
// A link's table seen case by case: what each column holds at a point of the axes.
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe::cli {

/// Keeps a reference to the table.
class CaseView {
 public:
  /// @param axes  names of axes of the table that make a case; the first is the slowest
  CaseView(const Table& table, const std::vector<std::string>& axes);

  /// Number of cases: the product of the axes' lengths, 1 without axes.
  std::size_t size() const { return size_; }
  const std::vector<const Axis*>& axes() const { return axes_; }
  /// True if the column lies over axes of the cases only.
  bool holds(const Column& column) const;
  /// Index of a case along an axis.
  std::size_t position(std::size_t axis, std::size_t case_index) const;
  /// Coordinate of axis `axis` in a case, as text.
  std::string coordinate(std::size_t axis, std::size_t case_index) const;
  /// A numeric column's value in a case; empty if the column is text.
  std::optional<double> number(const Column& column, std::size_t case_index) const;
  /// A column's value in a case as text.
  std::string text(const Column& column, std::size_t case_index) const;

 private:
  std::size_t element(const Column& column, std::size_t case_index) const;

  std::vector<const Axis*> axes_{};
  std::size_t size_{1};
};

/// The axes of the table's cases: those of its column "status", or all of them without it.
std::vector<std::string> case_axes(const Table& table);

}  // namespace chappe::cli
