#pragma once
// How an error of a slicer goes on through its decision feedback.
#include <functional>
#include <vector>

#include "solve/span_bursts.hpp"

namespace chappe {

/// The chance that what wrong decisions in a row feed back makes the next one wrong: a level must
/// be there to be taken for it, and noise and ISI reach what is left of the distance.
/// @param dfe          relative to the cursor; empty or 0 in front: no bursts
/// @param available_v  from a level to its threshold [V]
/// @param tail         P(interference + noise < -distance), mean of both sides [V]
SectionBursts feedback_bursts(const std::vector<double>& dfe, int levels, double available_v,
                              const std::function<double(double)>& tail);

}  // namespace chappe
