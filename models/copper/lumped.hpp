#pragma once
// 2-ports of one element that is any function of frequency.
#include <span>

#include "signal/network.hpp"

namespace chappe {

/// Admittance to ground over a differential pair: S11 = -y/(2 + y), S21 = 2/(2 + y), y = Y z0.
/// @param admittance_s  one a frequency, real part >= 0; infinite: nothing passes
Network shunt_admittance(const FrequencyGrid& grid, std::span<const cd> admittance_s,
                         double z0_ohm);
/// Impedance in series: S11 = u/(2 + u), S21 = 2/(2 + u), u = Z/z0.
/// @param impedance_ohm  one a frequency, real part >= 0; infinite: nothing passes
Network series_impedance(const FrequencyGrid& grid, std::span<const cd> impedance_ohm,
                         double z0_ohm);

}  // namespace chappe
