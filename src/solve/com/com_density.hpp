#pragma once
// Amplitude densities on the COM reference's grid of bins: each sample's levels are rounded to
// bins, which is what quantises its figures.
#include <span>
#include <vector>

namespace chappe {

/// Symmetric density over the bins -half .. half.
struct ComDensity {
  double bin{0.0};          ///< width, in the unit of the samples
  std::vector<double> p{};  ///< 2 half + 1 values, sum 1
  int half() const { return static_cast<int>(p.size() / 2); }
  double x(std::size_t i) const { return (static_cast<int>(i) - half()) * bin; }
};

/// Each sample v carries `levels` equally likely values |v| (2 l/(L-1) - 1), rounded to bins half
/// away from zero; largest sample first. Samples up to one bin are dropped if any is larger (which
/// looks at the sign: v > bin).   @param bin  > 0   @param levels  >= 2
ComDensity com_density(std::span<const double> samples, double bin, int levels);
/// `bin`, but no finer than 1/`parts` of the samples' norm: samples of any size take bounded work.
double com_coarse_bin(std::span<const double> samples, double bin, double parts);

/// Variance of com_density(samples, bin, levels), without making it.
double com_variance(std::span<const double> samples, double bin, int levels);

/// exp(-x^2/(2 sigma^2)) over |x| <= round(2 q sigma/bin) bins, sum 1.
ComDensity com_gaussian(double sigma, double q, double bin);

/// Density of the sum; nothing is cut off. Equal bins.
ComDensity com_convolve(const ComDensity& a, const ComDensity& b);

/// sqrt(sum x^2 p).
double com_sigma(const ComDensity& density);

/// x of the first bin, from the most negative on, at which the running sum is >= probability
/// (com_quantile) or > probability (com_quantile_above).
double com_quantile(const ComDensity& density, double probability);
double com_quantile_above(const ComDensity& density, double probability);

/// Running sum up to and including the first bin with x > limit; the whole sum if there is none.
double com_tail(const ComDensity& density, double limit);

}  // namespace chappe
