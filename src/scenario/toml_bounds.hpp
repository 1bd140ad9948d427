#pragma once
// A look at a TOML text ahead of parsing: nesting that would exhaust the stack is refused.
#include <string>
#include <string_view>

namespace chappe {

/// Brackets and dotted keys count; those in strings and comments do not.
/// @throws ScenarioError with the place of what nests deeper than `nesting_max`
void check_toml_nesting(std::string_view text, const std::string& file, int nesting_max);

/// Refuses numbers that are not 0 but nearer to it than a double can be: they would be read as 0,
/// which may mean something else. @param text  valid TOML  @throws ScenarioError with the place
void check_toml_numbers(std::string_view text, const std::string& file);

}  // namespace chappe
