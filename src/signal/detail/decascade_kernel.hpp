#pragma once
// Taking a known 2N-port from the left of a cascade, over a run of frequencies.
#include "signal/detail/cascade_kernel.hpp"

namespace chappe::detail {

/// out = what joined to the right of `left` gives `total`, at `points` frequencies; out may be
/// total. Sets of instructions and bytes as for join(). False if any value of out is not finite.
bool take_left(const Columns<1>& total, const Columns<1>& left, const ColumnsOut<1>& out,
               std::size_t points);
bool take_left(const Columns<2>& total, const Columns<2>& left, const ColumnsOut<2>& out,
               std::size_t points);

}  // namespace chappe::detail
