#pragma once
// A receiver that finds clock and taps by itself, run on a section's waveform and counted: sampler
// with clock recovery from a wrong phase, ADC, LMS-adapted FFE and DFE (training, then its own
// decisions), optionally MLSE in place of the first DFE tap. Transmit FFE and CTLE stay as
// searched; limits of DFE taps are kept, those of FFE taps (ReceiverSpec::ffe_limit) are not.
#include <cstdint>
#include <optional>
#include <vector>

#include "math/confidence.hpp"
#include "solve/search.hpp"

namespace chappe {

enum class PhaseDetector { mueller_muller, bang_bang };

/// Times in UI, durations in symbols.
struct AdaptiveOptions {
  int samples_per_symbol{16};  ///< of the waveform, 8 to 32
  double noise_factor{1.0};    ///< receiver noise voltage is multiplied by this
  std::uint64_t seed{1};
  double start_phase_ui{0.3};           ///< of the first sample, late of the searched instant
  double frequency_offset_ppm{0.0};     ///< by which the receiver's own clock is slow
  double sinusoidal_jitter_ui{0.0};     ///< amplitude, of all edges together
  double sinusoidal_jitter_ratio{0.0};  ///< its frequency over the symbol rate
  PhaseDetector detector{PhaseDetector::mueller_muller};
  double loop_corner{1e-3};  ///< over the symbol rate; bang-bang: its step [UI]
  double loop_damping{2.0};
  int phase_steps{64};    ///< of the interpolator a UI; 0 = continuous
  bool trim_phase{true};  ///< the detector's offset follows the least mean square error
  double ffe_step{5e-4}, dfe_step{5e-4};  ///< of LMS; fourfold in the first half of training
  double training_symbols{40000.0};
  double settling_symbols{10000.0};  ///< on its own decisions, not counted
  double error_events{1000.0};       ///< counting stops at these many events ...
  double symbols_max{2e6};           ///< ... or symbols
  bool mlse{false};                  ///< needs a DFE tap
};

enum class AdaptedStatus { ok, no_lock };

struct AdaptedResult {
  AdaptedStatus status{AdaptedStatus::no_lock};
  std::uint64_t symbols{0}, symbol_errors{0}, bits{0}, bit_errors{0};
  std::uint64_t events{0};           ///< runs of errors less than 16 symbols apart count once
  std::optional<double> ber{};       ///< not where there is no lock
  Interval ber_interval{};           ///< 95 %
  double phase_ui{0.0};              ///< mean of the sampling instant, late of the searched one
  double phase_rms_ui{0.0};          ///< about that mean
  double frequency_offset_ppm{0.0};  ///< as the loop's integral path found it
  std::vector<double> ffe{};         ///< relative to the cursor tap, newest sample first
  int ffe_cursor{0};
  std::vector<double> dfe{};        ///< relative to the cursor
  double error_rms{0.0};            ///< at the slicer, for a cursor of 1 (outer level)
  double convergence_symbols{0.0};  ///< of training, until the error stays near its last value
  std::vector<std::uint64_t> run_lengths{};  ///< [i]: runs of i + 1 wrong symbols in a row
};

/// Deterministic: options fix every number. Aggressors stand at their worst phases. The ADC is the
/// receiver's own, with the step that the search found for it.
/// @throws ModelError if MLSE is asked for and the receiver has no DFE
/// @throws InternalError if options are outside their ranges
AdaptedResult run_adaptive_receiver(const SectionSignals& signals, const SearchResult& search,
                                    const AdaptiveOptions& options);

}  // namespace chappe
