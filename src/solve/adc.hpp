#pragma once
// The quantiser ahead of the receive FFE: uniform steps, clipped at full scale.
#include <span>

#include "link/specs.hpp"

namespace chappe {

/// Step of the receiver's ADC [V], 0 without one: 2 full scale/2^bits, full scale being
/// adc_full_scale rms of the signal at the sampling instants. Its error is uniform over a step and
/// white, of variance step^2/12 (W. R. Bennett, Bell Syst. Tech. J. 27 (1948) 446; recalled), where
/// an FFE adds several samples up, from about 5 bits on (see adc_figures.hpp); clipping is the
/// waveform's alone.
/// @param signal_v2  mean square of the signal, noise not counted
double adc_step_v(const ReceiverSpec& rx, double signal_v2);

/// Rounds to the middle of steps, 2^bits of them about 0. @param step_v  > 0
void quantise(std::span<double> y, double step_v, int bits);

}  // namespace chappe
