#pragma once
// Measured curves as text: one line names the columns, the others hold their numbers.
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// Columns of a CSV file in the order asked for: `required`, then `optional` (empty where the file
/// has none). Commas part the fields; blank lines and lines that begin with # count for nothing.
/// At least two rows, at most 100,000; the first required column ascends strictly.
/// @throws DataError with file, line and column
std::vector<std::vector<double>> read_csv_table(const std::string& path,
                                                std::span<const std::string_view> required,
                                                std::span<const std::string_view> optional = {});

}  // namespace chappe
