#pragma once
// Error ratio and bursts of a section's decisions from densities, by slicer with DFE or by MLSE.
#include <optional>

#include "solve/sequence_density.hpp"
#include "solve/slicer_density.hpp"
#include "solve/span_bursts.hpp"

namespace chappe {

class DecisionErrors {
 public:
  DecisionErrors(const SectionSignals& signals, const SearchResult& search,
                 const DensityOptions& options);

  /// On the line, taps from the second on (without MLSE: all) error free.
  /// @param distance_scale  multiplies the distances between levels and thresholds, nothing else
  double ber(double distance_scale = 1.0) const;
  /// Half of the data's error ratio behind a precoder's inverse, which is the line's where every
  /// error stands alone; without a precoder the line's.
  double ber_as_isolated(double distance_scale = 1.0) const;
  /// ber_as_isolated over ber: below 1 for MLSE ahead of a precoder's inverse.
  double isolated_share() const;
  SectionBursts bursts(double distance_scale = 1.0) const;
  /// What the slicer meets: with MLSE the signal ahead of it, less the first tap's feedback.
  const SlicerDensity& slicer() const { return slicer_; }

 private:
  double as_isolated(const SequenceErrors& errors) const;

  int levels_{0};
  bool precoded_{false};
  std::vector<double> dfe_{};
  SlicerDensity slicer_;
  std::optional<SequenceDensity> sequence_{};
};

}  // namespace chappe
