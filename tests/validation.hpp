#pragma once
// Comparisons with a reference that ctest prints as a table (cmake/ChappeValidationTable.cmake).
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <string>

namespace chappe::testing {

/// Checks |ours - reference| <= tolerance and adds a row to the table. Each row is one write to a
/// file opened for appending, so that tests that run at a time do not mix theirs.
inline void validate(const std::string& what, double reference, double ours, double tolerance) {
  char row[240];
  std::snprintf(row, sizeof row, "%-64s | %18.12g | %18.12g | %9.2g | %8.2g\n", what.c_str(),
                reference, ours, ours - reference, tolerance);
  if (std::FILE* table = std::fopen(CHAPPE_VALIDATION_TABLE, "a")) {
    std::fputs(row, table);
    std::fclose(table);
  }
  INFO(row);
  CHECK(std::abs(ours - reference) <= tolerance);
}

}  // namespace chappe::testing
