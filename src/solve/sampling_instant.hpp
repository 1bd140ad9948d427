#pragma once
// The instant at which the slicer samples.
#include <memory>

#include "solve/search.hpp"

namespace chappe {

/// Full time resolution: the sampling instant within a sample of the coarse one, between
/// samples by a parabola: the error ratio moves by several percent from one sample to the next.
/// @param with_pulses  as search_equalisers has it
/// @param coarse  its sample counts samples_per_symbol a symbol, a divisor of the grid's
/// @throws ModelError if the setting has no positive cursor
SearchResult refine_instant(const std::shared_ptr<const SectionSpectra>& spectra,
                            const CtleSetting& setting, const Candidate& coarse,
                            int samples_per_symbol, bool with_pulses);

}  // namespace chappe
