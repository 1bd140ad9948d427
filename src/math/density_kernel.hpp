#pragma once
// The inner loop of every direct convolution of densities.
#include <cstddef>
#include <cstdint>

namespace chappe::detail {

/// Outputs are computed in groups of this many: buffers reach this far beyond what is asked for.
inline constexpr std::size_t kShiftAddGroup = 32;

/// out[i] = sum_k weight[k] * in[i - shift[k]], k ascending, for i in [0, n rounded up to a group).
/// Each product is rounded before it is added, so every instruction set gives the same bits.
/// in[-max shift] to in[n + group - 1 - min shift] can be read; in and out do not overlap.
void shift_add(const double* in, double* out, std::size_t n, const std::int64_t* shift,
               const double* weight, std::size_t terms);

}  // namespace chappe::detail
