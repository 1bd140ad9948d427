#pragma once
// Jitter that the edges near a symbol share, and the slicer's input at another instant.
#include <vector>

#include "solve/search.hpp"

namespace chappe {

/// One sampling instant of a mixture.
struct Instant {
  double offset_ui{0.0};  ///< from the search's instant, late is positive
  int parity{0};          ///< of even-odd jitter: +1, -1: the cursor's first edge is late, early
};

/// Amplitude of sinusoidal jitter that the receiver's clock does not follow: A f/sqrt(f^2 + f_b^2),
/// a first-order high-pass at f_b = clock_recovery_bandwidth_hz; A where f_b is 0. [UI]
double sinusoidal_jitter_left_ui(const TransmitterSpec& tx, const ReceiverSpec& rx);

/// Equally likely instants: offset_ui + sampling_offset_ui + sinusoidal jitter, both parities.
/// @throws ModelError where sinusoidal jitter is faster than 1/500 of the symbol rate: the edges
/// near a symbol then have no common displacement
std::vector<Instant> shared_jitter_instants(const SectionSignals& signals, double offset_ui);

/// search.at_slicer at another instant: taps, feedback and cursor_v are held, as a receiver holds
/// them; residual at the cursor is what the cursor's voltage differs by. Between samples of the
/// bank by a polynomial of degree 5.
Equalised slicer_at(const SectionSignals& signals, const SearchResult& search,
                    const Instant& instant);

}  // namespace chappe
