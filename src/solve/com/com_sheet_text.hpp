#pragma once
// Separated text as cells. Internal to com_sheet.cpp.
#include <string>
#include <string_view>
#include <vector>

#include "solve/com/com_sheet.hpp"

namespace chappe {

/// Bytes of a file as UTF-8 without byte order mark. What is no UTF-8 is taken as Latin-1.
/// @throws DataError for a workbook, UTF-16 or a NUL byte
std::string com_sheet_utf8(std::string_view bytes, const std::string& name);

/// @throws DataError for a quote without end
std::vector<std::vector<ComCell>> com_sheet_cells(std::string_view text, const std::string& name);

}  // namespace chappe
