#pragma once
// What many modes of a laser do in a dispersive fibre: delays spread, and their shares fluctuate.
#include <span>
#include <vector>

#include "link/capabilities.hpp"

namespace chappe {

/// Bandwidth of modes that lie as a Gaussian over wavelength: where the detected power's modulation
/// falls to one half (3 dB optical, 6 dB electrical), sqrt(2 ln 2)/(2 pi |D| w L) = 0.1874/(|D| w
/// L) [Hz]. Source: transform of a Gaussian; 0.187 in the link model of 10 Gigabit Ethernet
/// (recalled). Infinite where any of the three is 0.
/// @param dispersion_s_per_m2  D   @param width_m  w, rms   @param length_m  L
double chromatic_bandwidth_hz(double dispersion_s_per_m2, double width_m, double length_m);

/// Gaussian low-pass, 1 at 0 Hz and 1/2 at the bandwidth: exp(-ln 2 (f/B)^2).
std::vector<cd> gaussian_response(const FrequencyGrid& grid, double bandwidth_hz);

/// Variance of a level over its square by mode partition,
///   (k/sqrt 2 (1 - exp(-(pi B D L w)^2)))^2.
/// Source: K. Ogawa, "Analysis of mode partition noise in laser transmission systems", IEEE J.
/// Quantum Electron. 18 (1982) 849 (recalled), as the link model of 10 Gigabit Ethernet has it. It
/// holds in the middle of a symbol.
/// @param light  its spectral_width_m is w, its partition_factor k   @param symbol_rate_bd  B
double partition_variance(const LightSpec& light, double symbol_rate_bd, double dispersion_s_per_m2,
                          double length_m);

}  // namespace chappe
