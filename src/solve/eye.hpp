#pragma once
// The statistical eye at the slicer: contours and bathtubs, of time and of voltage.
#include <atomic>
#include <vector>

#include "solve/slicer_density.hpp"

namespace chappe {

struct EyeOptions {
  std::vector<double> ber{1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-18};  ///< contours, (0, 0.1]
  double opening_ber{1e-6};  ///< of height_v and width_ui, (0, 0.1]; one more contour if not above
  int offsets{64};           ///< instants of one UI, even
  int thresholds{65};        ///< of the voltage bathtub, odd
  double bins{4096};         ///< of DensityOptions
  double noise_factor{1.0};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
};

/// An eye of L levels has L - 1 sub-eyes, the lowest first. Instants count from that at which the
/// receiver samples; feedback, taps and thresholds are held, crosstalk follows its phase rule.
struct StatisticalEye {
  std::vector<double> time_ui{};  ///< -0.5, ..., below 0.5
  std::vector<double> ber{};      ///< of the contours, descending
  int subeyes{0};
  /// [ber][subeye][side][time], side 0 lower, 1 upper: the voltage below which the upper level
  /// falls, above which the lower level rises, with probability `ber` given that level [V].
  std::vector<double> contour_v{};
  std::vector<double> threshold_v{};  ///< [subeye], midway between its levels
  /// [time]: the slicer's bit error ratio with thresholds held; at 0 that of SlicerDensity.
  std::vector<double> time_bathtub{};
  std::vector<double> offset{};  ///< of a threshold from midway, over available_v: -1 to 1
  /// [subeye][offset] at time 0: bit errors a bit that this threshold makes; at offset 0 all
  /// sub-eyes add to the bit error ratio.
  std::vector<double> voltage_bathtub{};
  double available_v{0.0};  ///< half the distance of two levels, R_LM cursor/(L - 1)
  double opening_ber{0.0};
  double height_v{0.0};  ///< upper less lower contour at time 0, least sub-eye; negative: closed
  double width_ui{0.0};  ///< time around 0 with the threshold between the contours, least sub-eye

  double contour(std::size_t ber_index, int subeye, int side, std::size_t time) const;
};

/// @throws Interrupted when `stop` is set; ModelError as SlicerDensity
StatisticalEye statistical_eye(const SectionSignals& signals, const SearchResult& search,
                               const EyeOptions& options);

}  // namespace chappe
