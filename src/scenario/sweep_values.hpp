#pragma once
// The values of a sweep, from `{ sweep = [..] }` or `{ from =, to =, step = | count = }`.
#include <vector>

#include "scenario/node.hpp"

namespace chappe {

/// Most values on one axis.
inline constexpr std::size_t kSweepValuesMax = 100000;

/// True if a table asks for a sweep.
bool is_sweep(const Node& node);

/// Its values: all whole numbers, all real or all texts, none twice. Asks `table` for its keys.
/// Ends are included; steps are rounded to 12 significant digits, so that 0.1 x 3 is 0.3.
/// @return empty with a fault, if it has no meaning
std::vector<Value> read_sweep(TableReader& table, const Node& node, Faults& faults);

}  // namespace chappe
