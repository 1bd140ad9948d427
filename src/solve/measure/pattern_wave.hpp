#pragma once
// A repeating pattern as an oscilloscope sees it: uniform samples over whole periods, read at any
// instant.
#include <cstddef>
#include <span>
#include <vector>

namespace chappe::measure {

/// Samples of S symbols that repeat; sample k is at k/samples_per_symbol UI. The length S x
/// samples_per_symbol need not be a whole number of samples: the step across the seam is then a
/// fraction longer or shorter than the others. Between samples: the polynomial through the nearest
/// ones (Lagrange), 8 at 12 samples a symbol and more, fewer at 8 (so that it does not reach over a
/// step at the symbol's edge), many below (where only band-limited signals make sense).
class PatternWave {
 public:
  /// @param samples  the record; it may be longer than the S symbols, the rest is not used
  /// @param samples_per_symbol  >= 2, any real number
  /// @param symbols  S >= 1; at most one sample of the last symbol may be missing
  PatternWave(std::span<const double> samples, double samples_per_symbol, std::size_t symbols);

  std::size_t symbols() const { return symbols_; }
  double samples_per_symbol() const { return per_symbol_; }
  /// Samples that lie within the S symbols.
  const std::vector<double>& samples() const { return samples_; }
  /// True if the seam is a step like all others.
  bool uniform() const;

  double mean() const;
  /// The value at t [UI]; repeats every S symbols.
  double at(double t_ui) const;
  /// The values at n + phase_ui for n = 0 .. S-1.
  std::vector<double> column(double phase_ui) const;
  /// `per_symbol` values a symbol from t = 0, one symbol after another.
  PatternWave resampled(std::size_t per_symbol) const;

 private:
  double near_seam(double position) const;
  /// column() where every symbol has the same share of a sample.
  void fill_column(double phase_ui, std::vector<double>& values) const;

  std::vector<double> samples_{};
  double per_symbol_{0.0};
  std::size_t symbols_{0};
  double length_{0.0};             ///< of all symbols, in samples
  int half_{0};                    ///< nodes on each side
  std::vector<double> weights_{};  ///< barycentric, of 2 x half_ equidistant nodes
};

/// The wave behind a fourth-order Bessel-Thomson filter. @param bandwidth  3 dB point over the
/// symbol rate, > 0 (the reference receiver's is 0.5: IEEE Std 802.3 121.8.5.1, recalled)
PatternWave bessel_thomson_filtered(const PatternWave& wave, double bandwidth);

/// The average of the K periods that the wave holds. @param period  symbols of one; divides S
PatternWave averaged(const PatternWave& wave, std::size_t period);

}  // namespace chappe::measure
