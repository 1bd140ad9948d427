#pragma once
// The equaliser search: CTLE settings, transmit taps and sampling instant by figure of merit.
#include <atomic>

#include "solve/equalise.hpp"

namespace chappe {

/// The best setting found, at full time resolution.
struct SearchResult {
  EqualiserSettings settings{};
  Equalised at_slicer{};
  Candidate candidate{};  ///< its `sample` counts bank.samples_per_symbol a symbol
  PulseBank bank{};       ///< at the chosen CTLE setting; its victim and edge where asked for
  Window window{};
  long evaluated{0};  ///< settings with an instant that the search looked at, each once
};

/// Coarse pass over CTLE settings with line searches in each tap, descent from the best four, then
/// from the best of these to every CTLE setting near it with its taps found anew, until no step
/// improves; the last steps on a finer record. Deterministic; a local optimum of the full grid
/// (tests compare with the exhaustive search of small grids).
/// @param stop  polled; may be nullptr   @throws Interrupted
/// @param with_pulses  fills the bank's victim and edge, which instants beside the chosen one and
///                     waveforms read: two transforms at full resolution
/// @param near  settings of a link that differs little: the search begins there and nowhere else
/// @throws ModelError if no setting has a positive cursor
SearchResult search_equalisers(const SectionSignals& signals,
                               const std::atomic<bool>* stop = nullptr, bool with_pulses = true,
                               const EqualiserSettings* near = nullptr);

/// The figures of given settings (taps, CTLE, sampling time); receive FFE and DFE are designed
/// anew.
SearchResult apply_settings(const SectionSignals& signals, const EqualiserSettings& settings);

}  // namespace chappe
