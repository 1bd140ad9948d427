#pragma once
// A look at a TOML text ahead of parsing: nesting that would exhaust the stack is refused.
#include <string>
#include <string_view>

namespace chappe {

/// Brackets and dotted keys count; those in strings and comments do not.
/// @throws ScenarioError with the place of what nests deeper than `nesting_max`
void check_toml_nesting(std::string_view text, const std::string& file, int nesting_max);

}  // namespace chappe
