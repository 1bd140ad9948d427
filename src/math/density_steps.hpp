#pragma once
// Convolution steps of a density in buffers that are used again; what Density is built on.
#include <span>

#include "math/density.hpp"

namespace chappe::detail {

/// Masses below this are dropped at the two ends of a density.
inline constexpr double kMassFloor = 1e-100;

/// Writes the kernel of equally likely deltas to scratch.shift (ascending) and scratch.weight.
/// @return what the kernel's variance exceeds that of the deltas by
double make_delta_kernel(std::span<const double> amplitudes, double width, DensityScratch& scratch);

/// Runs one kernel after the other over masses that stay in the scratch.
class ConvolutionSteps {
 public:
  /// @param reach  largest sum of |shift| over all steps to come
  /// @param largest_shift  largest |shift| of a single step
  ConvolutionSteps(std::span<const double> mass, std::int64_t first, std::int64_t reach,
                   std::int64_t largest_shift, DensityScratch& scratch);
  /// Convolves with the kernel in the scratch.
  void step();
  std::int64_t first() const { return origin_ + low_; }
  std::span<const double> mass() const;

 private:
  void trim();
  DensityScratch& scratch_;
  std::int64_t origin_;                        ///< bin index of place 0 of the buffers
  std::int64_t low_, high_;                    ///< places that hold masses: [low_, high_)
  std::int64_t dirty_low_{0}, dirty_high_{0};  ///< places of `back` that may be other than 0
};

}  // namespace chappe::detail
