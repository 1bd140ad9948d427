#pragma once
// Results as one block of bytes: for the way back from a child process and for the checksum of a
// file.
#include <string>
#include <string_view>

#include "base/table.hpp"

namespace chappe {

/// Little-endian, in order: equal results give equal bytes. The layout is in FORMAT.md
/// ("content_sha256").
std::string encode_results(const ResultSet& results);

/// @throws DataError if the bytes are not what encode_results makes
ResultSet decode_results(std::string_view bytes);

}  // namespace chappe
