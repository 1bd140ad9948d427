#pragma once
// Results as columns over named axes: what solvers fill and what HDF5, CSV, JSON and reports show.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace chappe {

/// An axis of a table, with its coordinate values in order.
struct Axis {
  std::string name{};  ///< full path, e.g. "element.cable.length_m"
  std::string unit{};  ///< "1" for a pure number, "" for text
  std::string long_name{};
  std::variant<std::vector<double>, std::vector<std::string>> values{};
  std::size_t size() const;
};

using ColumnData = std::variant<std::vector<double>, std::vector<std::int64_t>,
                                std::vector<std::uint8_t>, std::vector<std::string>>;

/// A real column over some of the table's axes, row-major in their order. Complex data are two
/// columns
/// `_re` and `_im`; flags are uint8.
struct Column {
  std::string name{};
  std::string unit{};
  std::string long_name{};
  std::vector<std::string> axes{};  ///< names of axes of the table; empty = a scalar
  ColumnData data{};
};

/// Columns over shared axes. The first axis is the slowest.
struct Table {
  std::string name{};  ///< group name in HDF5, e.g. "dac" or "dac/ledger"
  std::string title{};
  std::vector<Axis> axes{};
  std::vector<Column> columns{};
  std::string signal{};  ///< the column to plot by default (NXdata)

  const Axis* find_axis(const std::string& axis_name) const;
  const Column* find(const std::string& column_name) const;
  /// Product of the lengths of the column's axes.
  std::size_t size_of(const Column& column) const;
};

/// All that one run produced.
struct ResultSet {
  std::vector<std::pair<std::string, std::string>>
      attributes{};  ///< text, in order: program, seed, ...
  std::vector<Table> tables{};
};

/// Takes finished results: a file, a stream, memory.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  /// @throws OutputError if they cannot be stored; what was there before is then left as it was
  virtual void write(const ResultSet& results) = 0;
};

}  // namespace chappe
