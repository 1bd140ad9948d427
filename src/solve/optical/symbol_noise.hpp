#pragma once
// How noise and jitter along a chain reach each decision of a pattern.
#include <array>
#include <vector>

#include "solve/optical/pattern_receiver.hpp"

namespace chappe {

/// Edges whose displacement is followed: from kEdgesAhead symbols ahead of the decision's own first
/// edge on.
inline constexpr int kEdgesAhead = 10, kEdges = 18;

/// What reaches the decisions after symbols of one kind.
struct SymbolNoise {
  double stationary_v2{0.0};  ///< thermal noise and the receiver's own
  double shot_v2{0.0};
  double light_v2{0.0};        ///< intensity noise of the light, mode partition
  double transmitter_v2{0.0};  ///< of the transmitter and of amplifiers ahead of the modulator
  /// Change of the decision's value for a step of one outer level that comes late by one symbol
  /// time [V/UI], edge of symbol n - kEdgesAhead first.
  std::array<double, kEdges> edge_v{};
};

/// Noise along a chain moves a decision by what the chain, linear about the pattern's own waveform,
/// makes of it: for a change e of the field behind the modulator,
///   dy = sum_t 2 Re(conj(a(t)) e(t)),  a = D* applied to g(t_n - t) E(t),
/// with E the field at the detector, D* the adjoint of the path's transfer and g the kernel from
/// power to the decision; e = E0 r/2 for intensity noise r ahead of dispersion, and m'(v) dv for
/// what comes with the drive. Decisions that follow the same five symbols (the decided one in the
/// middle) share what is computed at the first of them.
/// @param exact  every decision by itself: what tests compare with
/// @returns one a symbol
std::vector<SymbolNoise> symbol_noise(const OpticalChain& chain, const PatternRun& run,
                                      const PatternAtSlicer& slicer, bool exact = false);

}  // namespace chappe
