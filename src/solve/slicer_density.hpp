#pragma once
// The amplitude density at the slicer: ISI, crosstalk, noise, and jitter as a mixture.
#include <cstdint>
#include <optional>
#include <vector>

#include "math/density.hpp"
#include "solve/search.hpp"

namespace chappe {

struct DensityOptions {
  double bins{4096};                        ///< of width 4 cursors/bins
  double noise_factor{1.0};                 ///< receiver noise voltage is multiplied by this
  double cases_max{65536.0};                ///< combinations of enumerated symbols and edges
  std::vector<std::size_t> worst_phases{};  ///< of the aggressors; empty = they are looked for
};

/// Error ratios at the slicer, error-free feedback assumed.
struct SlicerErrors {
  double ber{0.0};
  double ser{0.0};
};

/// Sampling phase of each aggressor of largest rms, samples of the bank.
std::vector<std::size_t> worst_phases(const SectionSignals& signals, const SearchResult& search);

/// Symbols near the cursor are enumerated: they fix the steps at the edges beside them, so that
/// jitter is a mixture of Gaussians (random) and of displaced points (dual Dirac), correlated with
/// the ISI of the same symbols. All other symbols and the crosstalk are a density on a grid;
/// receiver and transmitter noise and the jitter of far edges are Gaussian. Direct sums of positive
/// terms: good below 1e-18.
class SlicerDensity {
 public:
  SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                const DensityOptions& options);

  /// @param distance_scale  multiplies the distances between levels and thresholds, nothing else
  SlicerErrors errors(double distance_scale = 1.0) const;
  /// P(interference + noise < -distance), mean of both sides. @param distance_v  [V]
  double tail(double distance_v) const;
  /// A_ni: the distance whose tail is `probability`. @param probability  (0, 0.5)
  double interference_v(double probability) const;
  /// R_LM cursor/(L - 1) [V]
  double available_v() const { return available_v_; }
  /// Share of the jitter variance that the enumeration holds, 0 to 1.
  double enumerated_share() const { return enumerated_share_; }

 private:
  /// One combination of symbols and edge signs, all of the same probability.
  struct Case {
    double shift_v{0.0};       ///< its interference
    double log_variance{0.0};  ///< of its Gaussian part [ln V^2]
    std::uint8_t symbol{0};    ///< cursor's level index
  };
  /// ln of the tails of rest + Gaussian of one variance, at bin edges.
  struct TailTable {
    double log_variance{0.0};
    double first_v{0.0};
    std::vector<double> log_below{}, log_above{};
  };
  struct Edge;

  void add_rest(const SectionSignals& signals, const SearchResult& search,
                const DensityOptions& options);
  void add_crosstalk(const SectionSignals& signals, const SearchResult& search,
                     const DensityOptions& options);
  void choose_window(const SectionSignals& signals, const SearchResult& search, double cases_max);
  void enumerate(const SectionSignals& signals, const SearchResult& search);
  void make_tables();
  double log_tail(double log_variance, double distance_v, bool above) const;

  std::vector<double> levels_{};
  double cursor_v_{0.0}, available_v_{0.0}, width_v_{0.0};
  double common_variance_{0.0};  ///< of the Gaussian part of every case [V^2]
  double enumerated_share_{0.0};
  std::ptrdiff_t window_first_{0}, window_last_{0};  ///< ISI indices of the enumerated symbols
  std::ptrdiff_t edge_first_{0}, edge_last_{0};      ///< edges whose sign is enumerated
  std::optional<Density> rest_{};
  DensityScratch scratch_{};
  std::vector<Case> cases_{};
  std::vector<TailTable> tables_{};
};

}  // namespace chappe
