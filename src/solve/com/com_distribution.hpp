#pragma once
// Lookups in the running sum of a COM density, as the reference's MLSE corrections make them.
#include <vector>

#include "solve/com/com_density.hpp"

namespace chappe {

/// Running sum of a density from the most negative bin on.
class ComDistribution {
 public:
  explicit ComDistribution(const ComDensity& density);

  /// Pe(v): running sum at the first bin with x >= -v (the last bin if there is none).
  double error(double v) const;
  /// x of the first bin whose running sum is >= probability, the last bin's if there is none.
  double inverse(double probability) const;

 private:
  double bin_;
  int half_;
  std::vector<double> sum_{};
};

/// The density of |factor| times the variable, by straight lines through its values drawn at the
/// scaled places, sum 1. Bins within floor(|factor| half) (rounded out); a bin at an end that lies
/// beyond the drawn values copies its neighbour. factor 0: all at 0.
ComDensity com_scaled(const ComDensity& density, double factor);

}  // namespace chappe
