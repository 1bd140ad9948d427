#pragma once
// The instant at which the slicer samples.
#include <memory>
#include <span>

#include "solve/search.hpp"

namespace chappe {

/// A setting with its sampling instant.
struct SettingTrial {
  CtleSetting setting{};
  Candidate candidate{};
};

/// The best of some settings, each at the best instant within a sample of its own, at full time
/// resolution and over the whole record; between samples by parabolas: the error ratio moves by
/// several percent from one sample to the next.
/// @param with_pulses  as search_equalisers has it
/// @param trials  not empty; their samples count samples_per_symbol a symbol, a divisor of the
///                grid's
/// @throws ModelError if the setting has no positive cursor
SearchResult refine_instant(const std::shared_ptr<const SectionSpectra>& spectra,
                            std::span<const SettingTrial> trials, int samples_per_symbol,
                            bool with_pulses);

}  // namespace chappe
