#pragma once
// Figures of a section's channel: what lies between the packages of its two ends.
#include <string>
#include <vector>

#include "link/path.hpp"
#include "solve/section_response.hpp"

namespace chappe {

struct ChannelFigures {
  double il_nyquist_db{0.0};  ///< at half the symbol rate; NaN, with a remark, where data end below
  double erl_db{0.0};         ///< lesser of both ports
  double icn_mv{0.0};         ///< 0 without aggressors
  std::vector<std::string> remarks{};
};

/// ERL and ICN follow IEEE 802.3 annex 93A as solve/com has it, with the 802.3ck parameters that
/// are not the section's own; computed on the section's grid up to the data's end.
/// @param detector_error_ratio  DER_0 of the ERL
ChannelFigures channel_figures(const Section& section, const OperatingPoint& at,
                               const ResponseGrid& grid, double detector_error_ratio);

}  // namespace chappe
