#pragma once
// Probability densities on a uniform amplitude grid, by direct sums of positive terms only:
// relative accuracy holds far into the tails (an FFT's absolute floor near 1e-17 does not).
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace chappe {

/// Memory that repeated convolutions use again: no allocation once it has grown.
struct DensityScratch {
  std::vector<double> front{}, back{};  ///< masses before and after a step, with zeros around
  std::vector<std::int64_t> shift{};  ///< a step's kernel: out[i] = sum weight[k] in[i - shift[k]]
  std::vector<double> weight{};
};

/// Masses m_i at the amplitudes (first + i) * width. Amplitudes between two bins are split linearly
/// over both, which keeps the mean and adds f (1 - f) width^2 of variance (f: the fraction);
/// added_variance() sums that up, so that it can be taken out of a Gaussian part:
/// corrected_sigma(). Masses below 1e-100 at the two ends are dropped.
class Density {
 public:
  /// All mass at 0. @param width  bin width > 0, in the amplitude's unit
  explicit Density(double width) : Density(width, 0, {1.0}) {}
  /// @param mass  not empty, each >= 0
  Density(double width, std::int64_t first, std::vector<double> mass, double added_variance = 0.0);
  /// All mass at one amplitude.
  static Density point(double width, double amplitude);
  /// sum_k weight_k density_k. @param densities  equal widths   @param weights  >= 0, as many
  static Density mixture(std::span<const Density> densities, std::span<const double> weights);

  double width() const { return width_; }
  std::int64_t first() const { return first_; }
  std::span<const double> mass() const { return mass_; }
  double amplitude(std::size_t i) const {
    return width_ * static_cast<double>(first_ + static_cast<std::int64_t>(i));
  }
  double added_variance() const { return added_variance_; }

  /// Adds an independent variable that takes each of `amplitudes` with equal probability (one ISI
  /// tap). A list symmetric about 0 whose largest is below one bin keeps mean and variance exactly.
  void add_deltas(std::span<const double> amplitudes, DensityScratch& scratch);
  /// Adds the independent variable of the other density, of equal width. Costs bins x bins.
  void add(const Density& other, DensityScratch& scratch);
  /// Adds a Gaussian: each bin takes the exact probability of its cell, out to 1e-100.
  /// @param sigma  >= 0, in the amplitude's unit
  void add_gaussian(double sigma, DensityScratch& scratch);

  /// Adds an independent variable, uniform over [-range/2, range/2]: mean and variance exactly, the
  /// fourth cumulant within range^2 width^2/60. Costs a few additions a bin. @param range  >= 0
  void add_uniform(double range, DensityScratch& scratch);

  double total() const;
  double mean() const;
  /// Of the masses as they lie, added variance included.
  double variance() const;
  /// sqrt(sigma^2 - added_variance()), 0 if that is negative: the Gaussian to be added in sigma's
  /// place.
  double corrected_sigma(double sigma) const;
  /// P(x + n < -distance) with n ~ N(0, sigma^2): sum of m_i Q((x_i + distance)/sigma); for sigma =
  /// 0 the masses below -distance. No correction is applied to sigma.
  double tail_below(double distance, double sigma) const;
  /// The same on the other side: P(x + n > distance).
  double tail_above(double distance, double sigma) const;
  /// The amplitude x with P(X < x) = p, each mass spread evenly over its cell. @param p  in (0,
  /// total)
  double quantile(double p) const;

 private:
  void run_step(DensityScratch& scratch);
  double width_;
  std::int64_t first_;
  std::vector<double> mass_;
  double added_variance_;
};

/// Density of sum_k taps_k * a_k with independent a_k, equally likely on `levels`, on bins of
/// `width`. The taps are taken from the smallest to the largest, so that the range grows late.
/// @param taps, levels  in units whose product is the amplitude's; not empty levels
Density isi_density_of_width(std::span<const double> taps, std::span<const double> levels,
                             double width, DensityScratch& scratch);

/// The same with width = 2 sum |taps_k| max |level| / bins: the whole range on about `bins` bins.
/// @param bins  >= 8; at least one tap and level is not 0
Density isi_density(std::span<const double> taps, std::span<const double> levels, std::size_t bins);

}  // namespace chappe
