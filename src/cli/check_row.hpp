#pragma once
// What 'chappe check' found of one file, as text and as JSON.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signal/inspect.hpp"

namespace chappe::cli {

inline constexpr const char* kCheckSchema = "chappe.check/1";

struct CheckRow {
  std::string file{};
  std::optional<Inspection> found{};  ///< none if it could not be read
  std::vector<std::string> remarks{};
  std::string message{};  ///< why it could not be read
};

/// A line a finding, with what to do. The file was read.
std::string check_block(const CheckRow& row);
/// A row a file. @param at_hz  frequencies of the losses; none: half of each file's band
std::string check_table(std::span<const CheckRow> rows, std::span<const double> at_hz);
/// {schema, files: [...]}, with a newline at the end.
std::string check_json(std::span<const CheckRow> rows);
/// JSON Schema (draft 2020-12) of it.
std::string check_json_schema();

}  // namespace chappe::cli
