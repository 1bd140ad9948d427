#pragma once
// Results to CSV (RFC 4180, UTF-8, lines end with LF): see FORMAT.md.
#include <filesystem>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe {

/// One CSV file: its name without folder, and its content.
struct CsvFile {
  std::string name{};
  std::string text{};
};

/// The CSV files of a table. The first, "<table>.csv" ('/' becomes '.'), has a line a case: the
/// coordinates, then the columns. A case is a point of the axes of column "status" (of all axes
/// without that column); columns over further axes follow in files of their own,
/// "<table>.by_<axis>.csv", one for each set of axes. Not-a-number is an empty field.
/// @throws InternalError if the table contradicts itself
std::vector<CsvFile> csv_files(const Table& table);

/// The first file's text alone.
std::string csv_text(const Table& table);

/// Writes the CSV files of all tables into a folder, each atomically; none if one of them could
/// not be written. @param input  a file that is never overwritten; "" = none
/// @return the paths written
/// @throws OutputError
std::vector<std::filesystem::path> write_csv(const std::filesystem::path& folder,
                                             const ResultSet& results,
                                             const std::filesystem::path& input = {});

}  // namespace chappe
