#pragma once
// What can be said of a link once it is read, before any model is asked.
#include "solve/study.hpp"

namespace chappe {

/// Adds a fault for keys of link, sections and FEC that are unknown or outside their range, names
/// that are used twice, aggressors that replace what is not there, and too many cases.
void check_link(const LinkStudy& study, Faults& faults);

}  // namespace chappe
