#pragma once
// A section with light taken as linear about its mean level: what the equaliser search and the
// closed form work on.
#include "solve/optical/optical_chain.hpp"
#include "solve/spectra.hpp"

namespace chappe {

/// Small signals through dispersion: for a field E0 + E1 v behind the modulator, D the path's
/// transfer about the light's frequency,
///   P(f)/v(f) = conj(E0) E1 D(f) + E0 conj(E1) conj(D(-f)),
/// times the ratio of the straight line through the levels to the slope at the middle one. Noise is
/// that of the mean current and of its mean square. `rin` is taken ahead of dispersion.
/// @param section, chain  must outlive the result
SectionSignals linearised_signals(const Section& section, const OpticalChain& chain);

/// Currents of the held levels at the detector [A], by level, no transmit FFE.
std::vector<double> held_currents_a(const OpticalChain& chain);

}  // namespace chappe
