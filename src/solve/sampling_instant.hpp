#pragma once
// The last step of the equaliser search: the instant at which the slicer samples.
#include "solve/search.hpp"

namespace chappe {

inline constexpr int kCoarseSamples = 8;  ///< a symbol, while searching

/// Full time resolution: the sampling instant within +-1/8 of a symbol of the coarse one, between
/// samples by a parabola: the error ratio moves by several percent from one sample to the next.
/// @param coarse  its sample counts kCoarseSamples a symbol
/// @throws ModelError if the setting has no positive cursor
SearchResult refine_instant(const SectionSignals& signals, double gain_db, double lf_gain_db,
                            const Candidate& coarse);

}  // namespace chappe
