#pragma once
// Touchstone text is ASCII; tools on Windows write UTF-16 now and then.
#include <string>
#include <string_view>

namespace chappe::touchstone {

/// True if a byte order mark of UTF-16 begins the text.
bool is_utf16(std::string_view text);
/// The text behind the byte order mark, one byte a unit; units beyond ASCII become "?".
/// @throws DataError if it ends inside a unit
std::string from_utf16(std::string_view text, const std::string& name);

}  // namespace chappe::touchstone
