#pragma once
// Levels of a transmitter and bits of a decision.
#include <vector>

namespace chappe {

/// Levels in units of the outer level, ascending: -1, 1 or -1, -R/3, R/3, 1 (R = R_LM).
std::vector<double> transmitted_levels(int levels, double level_mismatch_ratio);

/// Bits that differ between the Gray labels of levels i and j.
int bit_distance(int i, int j);

}  // namespace chappe
