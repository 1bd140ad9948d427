#pragma once
// [expect]: the answers that a scenario states.
#include <vector>

#include "scenario/link_reader.hpp"

namespace chappe {

/// `LINK.column = { value = , tolerance = }` or `{ min = , max = }`, each with `at = { axis = value
/// }` if it wants, or a list of such tables. What is stated at a coordinate that --set took away is
/// left out. An unknown column, one that holds text, and a reach where none is looked for
/// (`reach` = false) are faults; so are unknown links and coordinates, where the links are well.
std::vector<Expectation> read_expect(const Node& table, const Frame& frame,
                                     const std::vector<ReadLink>& links, bool reach,
                                     Reading& reading);

}  // namespace chappe
