#pragma once
// How the figures of a link move with each parameter, as text.
#include <string>

#include "base/table.hpp"

namespace chappe::cli {

/// A line for each case and parameter, per unit of the parameter.
std::string sensitivity_text(const Table& sensitivity);

}  // namespace chappe::cli
