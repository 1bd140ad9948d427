#pragma once
// From a spectrum on a file's grid to an impulse response, by the policy of the public COM
// reference program (revision 4.50) and not by that of signal/response.hpp: what lies beyond the
// file decides the last digits, so its figures are met only this way.
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace chappe {

using cd = std::complex<double>;

/// The time grid of COM: samples a symbol at the symbol rate.
struct ComTimeGrid {
  double symbol_rate_bd{0.0};
  int samples_per_symbol{32};
  double sample_rate_hz() const { return symbol_rate_bd * samples_per_symbol; }
};

/// h[i] at i * time_step_s; sum(h) = Re H(0) before the end is cut off.
struct ComImpulseResponse {
  std::vector<double> h{};
  double time_step_s{0.0};
  std::size_t transform_size{0};
};

/// Inverse transform over 0 .. F, F half the sample rate.
/// Magnitude: linear between the points; below the first a straight line through ten points carried
/// to 0; beyond the last a straight line to the value at F of a fit over the upper half, at most
/// the last magnitude and at least 2^-52. Phase: unwrapped, linear between the points. From a file
/// that starts at 0 it goes on with the slope of the last two points; else both ends follow the
/// mean group delay near them (50 delays, those a standard deviation off the median left out). No
/// window, no causality correction, no shift.
/// @param f_hz  ascending, at least 4 points (60 if the first is above 0)
/// @param threshold  samples after the last |h| > threshold max|h| are cut off
/// @throws DataError if the mean phase step is positive (anti-causal) or points are missing
ComImpulseResponse com_impulse_response(std::span<const double> f_hz, std::span<const cd> spectrum,
                                        const ComTimeGrid& time, double threshold);

/// Sum of each sample and the samples_per_symbol - 1 ahead of it (zeros before the first).
std::vector<double> com_pulse(std::span<const double> h, int samples_per_symbol);

/// 1 below f_low, a raised cosine to f_high, 0 beyond.
double com_taper(double f_hz, double f_low_hz, double f_high_hz);

/// Gaussian transmitter edge with its delay: exp(-2 (pi f T / 1.6832)^2) exp(-2 pi j f 3 T).
/// @param rise_time_s  T, 20 to 80 % [s]
cd com_edge(double f_hz, double rise_time_s);

}  // namespace chappe
