#pragma once
// Counted errors as outcomes of a section and of its cross-check.
#include "solve/section_outcome.hpp"

namespace chappe {

/// What a request asks of a waveform; codewords are the caller's.
WaveformOptions waveform_options(const SectionRequest& request);

/// The count as the section's error ratio, with a line that tells what was counted.
void take_count(const WaveformCount& count, SectionOutcome& out);

/// The count beside the row's density, by the rule of DESIGN.md 2.
void take_count(const WaveformCount& count, CrossCheckRow& row);

}  // namespace chappe
