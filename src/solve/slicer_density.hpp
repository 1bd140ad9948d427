#pragma once
// The amplitude density at the slicer, with the jitter that all edges near the cursor share.
#include <vector>

#include "solve/instant_density.hpp"

namespace chappe {

/// Sampling phase of each aggressor of largest rms, samples of the bank.
std::vector<std::size_t> worst_phases(const SectionSignals& signals, const SearchResult& search);

/// Symbol pulses of each aggressor at the phases of its rule, behind the FFEs. [aggressor][phase]
std::vector<std::vector<SymbolPulse>> crosstalk_pulses(const SectionSignals& signals,
                                                       const SearchResult& search,
                                                       const DensityOptions& options);

/// Their densities, phases equally likely. @param width_v  of the bins
std::vector<CrosstalkDensity> densities_of_crosstalk(
    const SectionSignals& signals, std::span<const std::vector<SymbolPulse>> pulses,
    double width_v);

/// Every aggressor at its phase rule. The same at every instant of the victim.
std::vector<CrosstalkDensity> crosstalk_densities(const SectionSignals& signals,
                                                  const SearchResult& search,
                                                  const DensityOptions& options);

/// A mixture, equal weights, over what edges near the cursor have in common: 8 displacements by
/// sinusoidal jitter (Gauss-Chebyshev nodes of the arcsine law) and the 2 parities of even-odd
/// jitter. Without these it is one InstantDensity.
class SlicerDensity {
 public:
  /// @throws ModelError where sinusoidal jitter is too fast to be common to those edges
  SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                const DensityOptions& options);
  /// The same with crosstalk that several instants share.
  SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                std::span<const CrosstalkDensity> crosstalk, const DensityOptions& options);

  /// @param distance_scale  multiplies the distances between levels and thresholds, nothing else
  SlicerErrors errors(double distance_scale = 1.0) const;
  /// P(interference + noise < -distance), mean of both sides. @param distance_v  [V]
  double tail(double distance_v) const;
  /// A_ni: the distance whose tail is `probability`. @param probability  (0, 0.5)
  double interference_v(double probability) const;
  /// P(slicer's input < v | this level was sent). @param symbol  level index  @param v  [V]
  double below(int symbol, double v) const;
  /// Bit errors a bit that the threshold of one sub-eye makes at v: over all sub-eyes, with every
  /// threshold midway, these add to errors().ber. @param subeye  0 = lowest  @param v  [V]
  double threshold_errors(int subeye, double v) const;
  /// R_LM cursor/(L - 1) [V]
  double available_v() const { return available_v_; }
  /// Share of the jitter variance that the enumeration holds, 0 to 1.
  double enumerated_share() const { return parts_.front().enumerated_share(); }

 private:
  int levels_{0};
  double cursor_v_{0.0}, available_v_{0.0};
  std::vector<InstantDensity> parts_{};
};

}  // namespace chappe
