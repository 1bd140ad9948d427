#pragma once
// Waveform Monte Carlo of a section with light: random symbols, jittered edges, drive filters and
// maps, the complex field with intensity noise ahead of dispersion, square-law detection, shot
// noise by the current of each instant, thermal noise, echoes, receive filters, FFE, decisions.
// Nothing of the conditional means and variances that the statistics work on is used but settings,
// levels and thresholds.
#include "solve/optical/pattern_receiver.hpp"
#include "solve/waveform.hpp"

namespace chappe {

/// What decides: settings as searched, levels and thresholds as the receiver knows them.
struct OpticalDecisions {
  EqualiserSettings settings{};
  double cursor_v{0.0};                ///< of the decision feedback
  std::vector<double> thresholds_v{};  ///< ascending
};

/// Blocks of one record each, periodic, counted in rounds of a fixed number of blocks, so that the
/// result does not depend on threads. Noise factor: of thermal and receiver noise. Echoes take a
/// phase and a delay of whole symbols of their own in each block.
/// @throws Interrupted when `stop` is set; ModelError for an ADC
WaveformCount count_optical_errors(const OpticalChain& chain, const OpticalDecisions& decisions,
                                   const WaveformOptions& options);

}  // namespace chappe
