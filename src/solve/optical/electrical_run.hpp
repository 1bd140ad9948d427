#pragma once
// Two-ports between unilateral ends, in a section with light.
#include <memory>
#include <vector>

#include "link/path.hpp"

namespace chappe {

/// An end of a run: its reflection coefficient in 100 ohm, differential; empty = matched.
using RunEnd = std::vector<cd>;

/// Wave into the load over the wave that the source sends into a matched load:
///   S21/((1 - S11 g1)(1 - S22 g2) - S21 S12 g1 g2)
/// On the grid up to where the two-ports' data end or 2.5 symbol rates; beyond, as section_response
/// goes on. Without two-ports 1/(1 - g1 g2).
std::vector<cd> electrical_run(const std::vector<const Element*>& two_ports,
                               const FrequencyGrid& grid, const OperatingPoint& at,
                               const RunEnd& source, const RunEnd& load);

/// Reflection coefficient of R_d to each leg's ground. @param termination_ohm  single ended
double reflection_of(double termination_ohm);

}  // namespace chappe
