#pragma once
// Unit Gaussian noise by Box and Muller from sixteen lanes of xoshiro256++.
//   r = sqrt(-2 ln u),  x = r cos(pi v) or its negative,  y = r sin(pi v),  u in (0, 1], v in
//   [-1/2, 1/2)
// Source: G. Box and M. Muller, "A note on the generation of random normal deviates", Ann. Math.
// Stat. 29 (1958), 610. log, sin and cos are Chebyshev fits of our own (gaussian_kernel.hpp). u has
// 62 (float) or 64 (double) bits, so |x| reaches 9.3 sigma. float spends one 64-bit word a pair:
// the angle is the word's low half times an odd constant, exactly uniform for any given high half,
// and a lattice in (radius, angle) where the radius hangs on the low half, beyond 6.7 sigma. The
// bits are the same on every instruction set, vector width and number of threads.
#include <cstddef>
#include <cstdint>
#include <span>

#include "dsp/isa.hpp"
#include "dsp/lanes.hpp"

namespace chappe {

/// Samples made at once: sixteen lanes, two samples each.
inline constexpr std::size_t kGaussianGroup = 2 * kLanes;

/// Fills whole groups with independent unit Gaussian samples and advances the state.
/// @param out  size a multiple of kGaussianGroup, else InternalError
void fill_gaussian_groups(LaneState& state, std::span<float> out, Isa isa = Isa::automatic);
void fill_gaussian_groups(LaneState& state, std::span<double> out, Isa isa = Isa::automatic);

/// A stream of unit Gaussian samples: mean 0, variance 1, dimensionless. The sequence depends on
/// the key alone, not on how it is cut into calls. @tparam T  float or double (different sequences)
template <class T>
class GaussianSource {
 public:
  explicit GaussianSource(const BlockKey& key, Isa isa = Isa::automatic);
  /// Fills `out`; allocates nothing.
  void fill(std::span<T> out);

 private:
  LaneState state_{};
  Isa isa_{Isa::automatic};
  alignas(64) T pending_[kGaussianGroup]{};
  std::size_t pending_count_{0};  ///< samples left at the end of pending_
};

extern template class GaussianSource<float>;
extern template class GaussianSource<double>;

}  // namespace chappe
