#pragma once
// Bursts of errors that a decision feedback equaliser draws out of one.
// Model: symbols are independent and equally likely on L levels; noise and interference have the
// density `total`, independent from symbol to symbol; a wrong decision is wrong by one level, e =
// +1 or -1, and leaves 2 A_s b_n e at the slicer n symbols later. With the shift x = -2 A_s sum_n
// b_n e_(k-n) of the input at symbol k (in the sense of a wrong decision upward)
//   P(e_k = +1 | x) = (L-1)/L F(A_s - x),   P(e_k = -1 | x) = (L-1)/L F(A_s + x),
//   F(v) = P(noise >= v): the running sum of the symmetric density up to the first bin >= -v,
// (L-1)/L because an outermost level has no neighbour on one side. A burst is a run of wrong
// decisions; P(k) sums the products of these over all sequences of k signs. The decisions ahead of
// a burst were right. The reference's own figure (which was not run) is another: it sorts the taps
// by size and takes the neighbours' levels at random.
#include <span>
#include <vector>

#include "solve/com/com_density.hpp"

namespace chappe {

struct ComBurst {
  double error_ratio{0.0};  ///< of a symbol behind right decisions: 2 (L-1)/L F(A_s)
  /// [k-1]: probability that a burst, once begun, has k or more errors; the first is 1.
  std::vector<double> at_least{};
};

/// @param dfe  taps relative to the cursor; those beyond 12 symbols are left out
/// @param longest  k up to which probabilities are given, >= 1
ComBurst com_burst(const ComDensity& total, double a_s_v, std::span<const double> dfe, int levels,
                   int longest);

}  // namespace chappe
