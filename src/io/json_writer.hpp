#pragma once
// Results as one JSON document (UTF-8), and the JSON Schema of that document: see FORMAT.md.
#include <span>
#include <string>

#include "base/table.hpp"

namespace chappe {

enum class ColumnType { number, integer, flag, text };

/// What `chappe schema` tells of one column that may appear in a case.
struct ColumnDoc {
  std::string name{};
  std::string unit{};  ///< "1" for a pure number, "" for text and flags
  std::string doc{};
  ColumnType type{ColumnType::number};
};

/// {schema, attributes, links: [{name, title, axes, cases, ledger?, tables?}]}. Not-a-number and
/// infinities are null, flags are booleans, numbers the shortest text that reads back. Ends with a
/// newline.
/// @throws InternalError if the results contradict themselves
std::string json_text(const ResultSet& results);

/// JSON Schema (draft 2020-12) of what json_text writes, with the given columns described.
std::string json_schema(std::span<const ColumnDoc> columns);

}  // namespace chappe
