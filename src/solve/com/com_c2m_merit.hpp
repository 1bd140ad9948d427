#pragma once
// The search of a chip-to-module COM by eye height: where the sheet has T_O and EH_min_test.
#include <optional>

#include "solve/com/com_c2m.hpp"
#include "solve/com/com_merit.hpp"
#include "solve/com/com_statistics.hpp"

namespace chappe {

/// What com_c2m_eye takes of a setting.   @param crosstalk  nullptr: without
ComC2mInput com_c2m_input(const ComConfig& config, const ComFinal& final, double bin_v,
                          const ComDensity* crosstalk);

/// 20 log10(A_s/(A_s - EH/2)) [dB], EH the eye height without crosstalk. Nothing where merit finds
/// nothing, where 2 (A_s - q sigma) <= EH_min_test - 1 mV, or where EH <= EH_min_test; sigma with
/// post-cursors T_O ahead of the instant, their taps those at it.
/// @param beat_db  nothing either where a bound says that the figure is below this
std::optional<double> com_c2m_fom_db(const ComConfig& config, const ComBank& bank, ComMerit& merit,
                                     std::span<const double> tx, int cursor, int offset,
                                     double beat_db);

}  // namespace chappe
