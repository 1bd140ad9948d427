#pragma once
// Error ratios of a receiver with MLSE from densities: an InstantDensity for each error event.
#include <vector>

#include "solve/sequence_law.hpp"
#include "solve/slicer_density.hpp"

namespace chappe {

/// What the detector compares for an event is a sum of successive samples with the event's weights.
/// Responses and noise filtered by these weights make its density, as at a slicer: residual ISI
/// (the event's own symbols on the levels that can take it), crosstalk, jitter, and noise with its
/// correlation. The longest events go by the Gaussian of their own variance, times what the longest
/// that has a density differs from its Gaussian. DFE taps from the second on are error free.
class SequenceDensity {
 public:
  /// @param signals  of a receiver with mlse   @throws as SlicerDensity
  SequenceDensity(const SectionSignals& signals, const SearchResult& search,
                  const DensityOptions& options);

  /// @param distance_scale  multiplies the distances between levels, nothing else
  SequenceErrors errors(double distance_scale = 1.0) const;
  /// All that disturbs the detector as one Gaussian.
  SequenceErrors gaussian_errors(double distance_scale = 1.0) const {
    return law_.gaussian_errors(distance_scale);
  }

 private:
  double log_tail(std::size_t length, double distance_v) const;

  SequenceLaw law_;
  std::vector<std::vector<InstantDensity>> parts_{};  ///< [length - 1][instant]
};

/// SequenceDensity::gaussian_errors without densities.
SequenceErrors gaussian_sequence_errors(const SectionSignals& signals, const SearchResult& search,
                                        double noise_factor = 1.0, double distance_scale = 1.0);

}  // namespace chappe
