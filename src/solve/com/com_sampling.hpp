#pragma once
// The sampling instant of COM: Mueller-Mueller on the grid of samples (annex 93A.1.6).
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "solve/com/com_config.hpp"
#include "solve/com/com_pulse.hpp"

namespace chappe {

/// @param around  index of the unequalised pulse's peak: the equalised one is looked for within 20
/// symbols of it   @param work  memory that is used again
/// @return index of the instant, counting from 0, without the sheet's sample_adjustment; nothing
/// if the pulse never rises through a hundredth of its peak
std::optional<std::ptrdiff_t> com_sampling_instant(const ComConfig& config, const ComPulse& pulse,
                                                   std::span<const ComTxTap> taps,
                                                   std::ptrdiff_t around,
                                                   std::vector<double>& work);

}  // namespace chappe
