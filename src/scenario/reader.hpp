#pragma once
// TOML text -> Node. reader.cpp is the only file that sees the TOML library.
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "scenario/node.hpp"

namespace chappe {

/// Bounds while reading (TRAPS.md T11).
inline constexpr std::size_t kTomlBytesMax = 1u << 20;
inline constexpr int kTomlNestingMax = 64;

/// @param file  the name for messages
/// @throws ScenarioError file:line:column of the first syntax error, or a bound that is passed
Node parse_toml(std::string_view text, const std::string& file);

/// A value as it stands behind `key =`; none if the text is no TOML value.
std::optional<Node> parse_toml_value(std::string_view text, const std::string& file);

/// A text file of at most kTomlBytesMax bytes; "-" is standard input.
/// @throws DataError if it cannot be read, is not a file or a stream, or is larger
std::string read_text(const std::string& file);

/// The lines of the comment with which a text begins, joined by blanks.
std::string first_comment(std::string_view text);

}  // namespace chappe
