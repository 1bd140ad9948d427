#pragma once
// What the blocks of a waveform count share.
#include "math/fft.hpp"
#include "solve/waveform.hpp"

namespace chappe {

/// An aggressor's response at each of its phases, folded on the symbol-rate spectrum.
struct CrosstalkPlan {
  std::vector<double> levels{};
  bool fext{false};
  std::vector<std::vector<cd>> at_phase{};
};

/// What blocks share: transfer functions at the samples' rate, folded responses, levels.
struct WaveformPlan {
  const SectionSignals* signals{nullptr};
  EqualiserSettings settings{};
  double cursor_v{0.0};
  double adc_step_v{0.0};  ///< 0 = no ADC
  WaveformOptions options{};
  std::size_t symbols{0};  ///< of a block
  std::vector<cd>
      path{};  ///< gridded steps -> samples at t_s + nT, before folding; at 0 Hz: level ->
  std::vector<cd> noise{};  ///< unit Gaussian bins -> the same
  std::vector<CrosstalkPlan> aggressors{};
  std::vector<double> levels{}, thresholds{};
  RealFft fine;
  RealFft coarse;
};

/// Adds bin k of an oversampled half spectrum to the symbol-rate half spectrum.
void fold(std::vector<cd>& folded, std::size_t symbols, std::size_t k, cd value);

/// @param search  its settings and cursor are used, nothing else
WaveformPlan make_waveform_plan(const SectionSignals& signals, const SearchResult& search,
                                const AggressorPhases& phases, const WaveformOptions& options);

}  // namespace chappe
