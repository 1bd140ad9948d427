#pragma once
// The amplitude density of inter-symbol interference on the COM reference's grid of bins: each
// sample's levels are rounded to bins, which is what quantises its figures.
#include <span>
#include <vector>

namespace chappe {

/// Symmetric density over the bins -half .. half.
struct ComDensity {
  double bin{0.0};          ///< width, in the unit of the samples
  std::vector<double> p{};  ///< 2 half + 1 values, sum 1
  int half() const { return static_cast<int>(p.size() / 2); }
};

/// Each sample v carries `levels` equally likely values |v| (2 l/(L-1) - 1), rounded to bins half
/// away from zero; largest sample first. Samples up to one bin are dropped if any is larger.
/// @param bin  > 0   @param levels  >= 2
ComDensity com_density(std::span<const double> samples, double bin, int levels);

/// x of the first bin, from the most negative on, at which the running sum is >= probability.
double com_quantile(const ComDensity& density, double probability);

}  // namespace chappe
