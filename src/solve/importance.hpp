#pragma once
// Bit error ratio of a section by the waveform under a biased measure: importance sampling for
// tails that counting cannot reach.
// Sources: J. A. Bucklew, "Introduction to Rare Event Simulation" (2004), chapter 4 (exponential
// tilting); E. Veach, L. Guibas, SIGGRAPH 1995 (balance heuristic). Recalled, not looked up.
#include <atomic>
#include <cstdint>
#include <string>

#include "solve/waveform.hpp"

namespace chappe {

struct ImportanceOptions {
  int samples_per_symbol{16};   ///< 8 to 64
  double relative_error{0.04};  ///< stop at this standard error over the ratio ...
  double symbols_max{2e7};      ///< ... or at this many symbols, whichever comes first
  double noise_factor{1.0};     ///< receiver noise voltage is multiplied by this
  double tilt_factor{1.0};      ///< of the tilt that puts the mean on the threshold, > 0
  std::uint64_t seed{1};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
};

/// An estimate with error-free decision feedback, and how far its weights are to be trusted.
struct ImportanceResult {
  std::string method{"importance"};
  double ber{0.0}, low{0.0}, high{0.0};  ///< 95 % interval; without any error 0.5 and [0, 0.5]
  double relative_error{0.0};            ///< standard error over ber, from sums over blocks
  double effective_samples{0.0};         ///< (sum of weights)^2/sum of squares, of wrong decisions
  double largest_share{0.0};             ///< of one decision in the sum of weights
  double leak{0.0};            ///< relative effect of the tilts of other instants, estimated
  std::uint64_t decisions{0};  ///< biased decisions looked at
  std::uint64_t wrong{0};      ///< of them
  std::uint64_t symbols{0};    ///< symbols simulated
  std::string warning{};       ///< why the interval is not to be trusted; empty if it is
};

/// Blocks of one record, simulated as count_errors does it. In each, instants far apart are looked
/// at. Around an instant symbols, transmitter noise, jitter, receiver noise and crosstalk symbols
/// are drawn with probabilities times exp(tilt * what they add to the slicer), such that the mean
/// lies on a threshold. Every pair of sent level and neighbouring threshold is a component of the
/// mixture, drawn equally often; a decision weighs p/q with q the density of the whole mixture.
/// Jitter is tilted to first order in the displacement: that costs efficiency, not correctness.
/// The result does not depend on threads.
/// @param phases  as for count_errors; aggressors with uniform phases draw one a block
/// @throws Interrupted when `stop` is set; ModelError for a receiver with MLSE
ImportanceResult importance_errors(const SectionSignals& signals, const SearchResult& search,
                                   const AggressorPhases& phases, const ImportanceOptions& options);

}  // namespace chappe
