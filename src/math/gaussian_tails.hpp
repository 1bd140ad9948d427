#pragma once
// Sums of Gaussian tails, many at a time.
#include <cstddef>
#include <span>

namespace chappe {

/// Members are taken in groups of this many: spans hold whole groups.
inline constexpr std::size_t kTailGroup = 8;

/// sum_i Q((distance + sign shift_i) per_sigma_i), Q the tail of the unit normal distribution:
/// relative error below 1e-10 where the sum is above 1e-300, every term positive. A member
/// of per_sigma 0 does not count.
///   Q(a) = exp(-a^2/2) t p(2 t - 1), t = 1/(1 + 0.4 a), a >= 0; 1 - Q(-a) below,
/// p our own fit of degree 16. The bits are the same on every instruction set.
/// @param shift, per_sigma  same size, a multiple of kTailGroup (else InternalError)
/// @param sign  1 or -1
double sum_of_tails(std::span<const double> shift, std::span<const double> per_sigma,
                    double distance, double sign);

}  // namespace chappe
