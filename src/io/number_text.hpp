#pragma once
// Numbers as text.
#include <string>

namespace chappe {

/// The shortest text that reads back to the same number: "0.1", "2", "1e-30", "nan", "inf".
std::string shortest_text(double value);

/// At most `digits` significant digits, no trailing zeros: "3.14159".
std::string rounded_text(double value, int digits);

}  // namespace chappe
