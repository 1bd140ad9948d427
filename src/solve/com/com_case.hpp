#pragma once
// COM of one test case: search, then the statistical part for the best setting.
#include "solve/com/com.hpp"

namespace chappe {

/// @param number  column of z_p, from 1
ComCase solve_com_case(const ComInput& input, const ComConfig& config, int number,
                       const ComControl& control);

}  // namespace chappe
