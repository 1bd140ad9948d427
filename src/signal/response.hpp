#pragma once
// Transfer functions as responses in time, and what can be read off them.
//   A transfer function H holds the values at 0, df, ..., (n-1) df; it is taken as 0 above.
//   Time axis: N samples, dt = 1/(N df); sample k is at t0 + k dt, t0 = -before dt. Sample `before`
//   is t = 0, so a delay of m samples peaks at exactly m dt, for odd and even N. The response is
//   periodic with N dt = 1/df: what arrives later than that, or rings ahead of t0, appears at the
//   other end.
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "signal/network.hpp"

namespace chappe {

struct TimeAxis {
  std::size_t samples{0};  ///< N >= 2(n-1); 0 = 2(n-1); more interpolates by band limitation
  std::size_t before{0};   ///< samples ahead of t = 0, < N
};

struct TimeResponse {
  double dt_s{0.0};
  double t0_s{0.0};
  std::vector<double> value{};
  double time_s(std::size_t k) const { return t0_s + static_cast<double>(k) * dt_s; }
};

/// Impulse response times dt: weights whose sum is H(0) and that act on samples by plain
/// convolution. x[m] = (1/N) sum_k H(k df) exp(+2 pi i k m/N), H mirrored. The imaginary part of H
/// at 0 (and at 1/(2 dt) for even N) has no effect.   @param df_hz  > 0
TimeResponse impulse_response(std::span<const cd> transfer, double df_hz,
                              const TimeAxis& axis = {});

/// Running integral of an impulse response by trapezoids from the start of its axis, where it is 0.
TimeResponse step_response(const TimeResponse& impulse);

/// Response to a rectangle of height 1 from t = 0 to t = width_s, exact for the band-limited H:
/// H(f) width sinc(f width) exp(-i pi f width), transformed.   @param width_s  symbol duration [s],
/// > 0
TimeResponse pulse_response(std::span<const cd> transfer, double df_hz, double width_s,
                            const TimeAxis& axis = {});

/// Energy at times before delay_s as a fraction of the whole, sum of squares; t < 0 included. 0 if
/// there is no energy at all.
double energy_ahead(const TimeResponse& response, double delay_s);

/// Group delay -d(phase)/(2 pi df) [s] at each frequency, from the phase unwrapped: central
/// differences, one-sided at the ends. Right while the phase turns less than 180 degrees a step.
/// @param f_hz  ascending, at least two
std::vector<double> group_delay_s(std::span<const cd> transfer, std::span<const double> f_hz);

/// Delay [s] of a channel's first arrival: the slope of what its phase exceeds the minimum phase of
/// its magnitude by, weighted by power. @param df_hz  step of the uniform grid from 0 Hz
double arrival_s(std::span<const cd> transfer, double df_hz);

/// How causal a channel's data are.
struct Causality {
  double arrival_s{0.0};     ///< as arrival_s()
  double energy_ahead{0.0};  ///< of the pulse response, before the arrival; < 1e-3 for sound data
};
/// Pulse of one symbol; the arrival is taken early by 1/(2F), the time that a band of 0 to F
/// resolves.
Causality causality(std::span<const cd> transfer, double df_hz, double symbol_s);

/// Time [s] from the first sample until less than `rest` of the energy is still to come.
double settling_time_s(const TimeResponse& response, double rest = 1e-6);

/// A text saying that a waveform of this duration is shorter than the response, and the length
/// needed; nothing if it is long enough.
std::optional<std::string> too_short(const TimeResponse& response, double waveform_s,
                                     double rest = 1e-6);

}  // namespace chappe
