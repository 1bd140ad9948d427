#pragma once
// Fidelities side by side, for reading.
#include <string>

#include "base/table.hpp"

namespace chappe::cli {

/// One line a comparison: the factor on the receiver's noise, the error ratio by density, by one
/// Gaussian and counted with its interval, and whether density and count agree (|z| <= 3.5).
std::string cross_check_text(const Table& cross_check);

}  // namespace chappe::cli
