#pragma once
// The spread of a parameter, from `{ distribution = "normal", mean = , sigma = }` and its kin.
#include <optional>

#include "scenario/node.hpp"
#include "solve/tolerance.hpp"

namespace chappe {

/// True if a table asks for a distribution.
bool is_distribution(const Node& node);

/// Its law: normal (mean, sigma; low and high, if given, cut it off), uniform (low, high) or
/// triangular (low, mode, high). Asks `table` for its keys.
/// @return none with a fault, if it has no meaning
std::optional<ToleranceLaw> read_distribution(const std::string& key, TableReader& table,
                                              const Node& node, Faults& faults);

/// As a scenario writes it, without braces: `distribution = "normal", mean = 2.0, sigma = 0.1`.
std::string to_text(const ToleranceLaw& law);

}  // namespace chappe
