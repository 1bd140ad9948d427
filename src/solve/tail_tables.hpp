#pragma once
// Tails of one density plus Gaussians of any variance in a range, from tables: the same far-off
// lookups are asked for by every case of an InstantDensity, a hundred thousand times a density.
#include <cstddef>
#include <vector>

#include "math/density.hpp"

namespace chappe {

/// ln P(x + n > d) and ln P(x + n < -d), n ~ N(0, variance): straight between the edges of bins,
/// cubic in ln variance (steps of 0.12 leave less than 1e-3 at a tail of 1e-18).
class TailTables {
 public:
  /// ln of what counts as probability 0.
  static constexpr double kLeastLog = -690.0;

  TailTables() = default;
  /// @param rest  density of x   @param low, high  range of ln variance [ln of its unit squared]
  TailTables(const Density& rest, double low, double high, DensityScratch& scratch);

  /// @param log_variance  in the range   @param distance  in the density's unit
  /// @param above  true: the tail above distance, false: the one below -distance
  /// @param least  where the tail is surely below, any value below it will do
  double log_tail(double log_variance, double distance, bool above, double least) const;

 private:
  void fill(std::size_t node, const Density& total);

  std::size_t nodes_{1};
  double low_{0.0}, per_step_{0.0};   ///< least ln variance, nodes per unit of it
  double first_{0.0}, per_bin_{0.0};  ///< lowest edge, bins per unit of amplitude
  std::size_t edges_{0};
  std::vector<double> below_{}, above_{};  ///< [edge][node]
};

}  // namespace chappe
