#pragma once
// Error ratios of PAM in Gaussian noise with a deviation of its own for each level.
#include <span>
#include <vector>

#include "solve/instant_density.hpp"

namespace chappe {

/// Levels at a decision, ascending, in any one unit (A, V).
struct NoisyLevels {
  std::vector<double> mean{};
  std::vector<double> sigma{};  ///< one a level, >= 0
};

/// Of two neighbours of means a, b and deviations s, t: midway; where both tails are alike,
/// (t a + s b)/(s + t); where both densities are alike, which makes the sum of the tails least.
enum class ThresholdRule { mid, equal_errors, optimum };

/// One less than levels, ascending.
std::vector<double> pam_thresholds(const NoisyLevels& levels, ThresholdRule rule);

/// Sums of Gaussian tails over every level and threshold, bits by Gray labels (slicer.hpp).
/// @param distance_scale  of the distances between levels and thresholds
SlicerErrors gaussian_pam_errors(const NoisyLevels& levels, std::span<const double> thresholds,
                                 double distance_scale = 1.0);

}  // namespace chappe
