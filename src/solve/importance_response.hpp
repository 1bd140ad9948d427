#pragma once
// What each random quantity of a waveform adds to a decision, as a response over the record.
#include <vector>

#include "solve/waveform_plan.hpp"

namespace chappe {

/// Responses at the slicer as rings over the record: index = symbols between cause and decision.
struct SlicerRings {
  std::vector<double> isi{}, tx_noise{}, edge{};
  std::vector<std::vector<std::vector<double>>> crosstalk{};  ///< [aggressor][phase]
  double step_square{0.0};                                    ///< mean square step of an edge
};

/// What neighbouring lags add to a decision: v[i] belongs to first + i symbols before it.
struct Lags {
  std::ptrdiff_t first{0};
  std::vector<double> v{};
  std::ptrdiff_t last() const { return first + static_cast<std::ptrdiff_t>(v.size()) - 1; }
};

/// sum_i taps[i] in[n - (i - cursor)] on a ring.
std::vector<double> ring_fir(const std::vector<double>& in, const std::vector<double>& taps,
                             int cursor);

SlicerRings slicer_rings(const WaveformPlan& plan, const SearchResult& search);

/// Autocovariance of what disturbs the slicer, at lags of whole symbols on the ring [V^2].
/// @param noise_power  receiver noise's part of its spectrum, bins of the half spectrum
std::vector<double> slicer_autocovariance(const WaveformPlan& plan, const SlicerRings& rings,
                                          std::vector<cd> noise_power);

/// The lags of at least `least` around the largest one, within `most` lags, a quarter of them ahead
/// of it; empty if there are none.
Lags near_lags(const std::vector<double>& ring, double least, std::size_t most);

}  // namespace chappe
