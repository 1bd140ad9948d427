#pragma once
// A section with light, solved.
#include "solve/section_outcome.hpp"

namespace chappe {

/// As solve_section, which calls it; targets are at the slicer. Equalisers are searched on the
/// linearised chain, receive FFE and DFE designed again for a pattern's own pulse.
SectionOutcome solve_optical_section(const Section& section, const OperatingPoint& at,
                                     const SectionRequest& request);

}  // namespace chappe
