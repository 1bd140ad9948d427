#pragma once
// Figures of COM that do not depend on equalisers: losses, crosstalk noise, effective return loss.
#include "solve/com/com.hpp"

namespace chappe {

/// @param remarks  what was assumed is appended
ComChannelFigures com_channel_figures(const ComInput& input, const ComConfig& config,
                                      std::vector<std::string>& remarks);

}  // namespace chappe
