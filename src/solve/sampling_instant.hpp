#pragma once
// The instant at which the slicer samples.
#include <memory>

#include "solve/search.hpp"

namespace chappe {

/// Full time resolution: the sampling instant within +-1/8 of a symbol of the coarse one, between
/// samples by a parabola: the error ratio moves by several percent from one sample to the next.
/// @param with_pulses  as search_equalisers has it
/// @param coarse  its sample counts kCoarseSamples a symbol
/// @throws ModelError if the setting has no positive cursor
SearchResult refine_instant(const std::shared_ptr<const SectionSpectra>& spectra,
                            const CtleSetting& setting, const Candidate& coarse, bool with_pulses);

}  // namespace chappe
