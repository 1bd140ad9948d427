#pragma once
// The amplitude density at the slicer for one sampling instant: ISI, crosstalk, noise, and jitter
// of single edges as a mixture. SlicerDensity mixes several of these.
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/density.hpp"
#include "solve/search.hpp"
#include "solve/tail_tables.hpp"

namespace chappe {

struct DensityOptions {
  double bins{4096};          ///< of width 4 cursors/bins
  double noise_factor{1.0};   ///< receiver noise voltage is multiplied by this
  double offset_ui{0.0};      ///< of the sampling instant, late is positive; feedback is held
  double cases_max{65536.0};  ///< combinations of enumerated symbols and edges
  std::vector<std::size_t> worst_phases{};  ///< of the aggressors; empty = they are looked for
};

/// Error ratios at the slicer, error-free feedback assumed.
struct SlicerErrors {
  double ber{0.0};
  double ser{0.0};
};

/// One aggressor at its phase rule: what fits the grid as a density, the rest as a variance.
struct CrosstalkDensity {
  Density density;
  double small_v2{0.0};
};

/// Symbols near the cursor are enumerated: they fix the steps at the edges beside them, so that
/// jitter is a mixture of Gaussians (random) and of displaced points (dual Dirac), correlated with
/// the ISI of the same symbols. All other symbols, the crosstalk and the ADC's quantisation (one
/// uniform variable of a step a tap of the receive FFE) are a density on a grid; receiver and
/// transmitter noise and the jitter of far edges are Gaussian. Direct sums of positive terms: good
/// below 1e-18.
class InstantDensity {
 public:
  /// @param slicer  the pulses at this instant; its cursor_v stands for levels and thresholds, its
  ///                residual at the cursor is what the cursor differs from that
  /// @param event   of a sequence detector: +1 or -1, the steps to their neighbours that symbols at
  ///                ISI index 0, -1, ... can take. They are then equally likely on the levels that
  ///                can, and event_tail is the only figure.
  InstantDensity(const SectionSignals& signals, const EqualiserSettings& settings,
                 const Equalised& slicer, std::span<const CrosstalkDensity> crosstalk,
                 const DensityOptions& options, std::span<const int> event = {});

  /// @param distance_scale  multiplies the distances between levels and thresholds, nothing else
  SlicerErrors errors(double distance_scale) const;
  /// P(interference + noise < -distance), mean of both sides. @param distance_v  [V]
  double tail(double distance_v) const;
  /// P(interference + noise > distance) where the levels can take the event. @param distance_v  [V]
  double event_tail(double distance_v) const;
  /// P(slicer's input < v | this level was sent). @param symbol  level index  @param v  [V]
  double below(int symbol, double v) const;
  /// Share of the jitter variance that the enumeration holds, 0 to 1.
  double enumerated_share() const { return enumerated_share_; }

 private:
  /// One combination of symbols and edge signs, all of the same probability.
  struct Case {
    double shift_v{0.0};               ///< its interference
    double log_variance{0.0};          ///< of its Gaussian part [ln V^2]
    std::uint8_t symbol{0};            ///< cursor's level index
    bool as_is{true}, mirrored{true};  ///< the levels can take the event; with all signs turned
  };
  void add_rest(const Equalised& slicer, const DensityOptions& options);
  void add_quantisation(const Equalised& slicer);
  void choose_window(const TransmitterSpec& tx, const EqualiserSettings& settings,
                     const SymbolPulse& edge, double cases_max);
  void enumerate(const TransmitterSpec& tx, const EqualiserSettings& settings,
                 const Equalised& slicer);
  bool takes_event(std::size_t combination, bool mirrored) const;
  std::vector<double> event_levels(std::size_t symbol) const;
  void make_tables();

  std::vector<double> levels_{};
  std::vector<int> event_{};
  double cursor_v_{0.0}, width_v_{0.0};
  double common_variance_{0.0};  ///< of the Gaussian part of every case [V^2]
  double enumerated_share_{0.0};
  std::ptrdiff_t window_first_{0}, window_last_{0};  ///< ISI indices of the enumerated symbols
  std::ptrdiff_t edge_first_{0}, edge_last_{0};      ///< edges whose sign is enumerated
  std::optional<Density> rest_{};
  DensityScratch scratch_{};
  std::vector<Case> cases_{};
  TailTables tails_{};
};

/// Width of a grid's bins [V].
double bin_width_v(double cursor_v, const DensityOptions& options);

/// Splits taps into those worth a place on a grid of `width_v` and the variance of the others.
double take_small(std::vector<double>& taps, double width_v, const std::vector<double>& levels);

}  // namespace chappe
