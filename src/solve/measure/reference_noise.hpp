#pragma once
// Noise of the reference receiver: white ahead of its filter.
#include <span>
#include <vector>

namespace chappe::measure {

/// r[k] = E{n(t) n(t + k UI)} / E{n^2} for k = 0 .. lags-1, of white noise behind the fourth-order
/// Bessel-Thomson filter of the reference receiver: the integral of |H(f)|^2 cos(2 pi f k) over
/// that of |H(f)|^2. @param bandwidth  3 dB point over the symbol rate
std::vector<double> filtered_noise_correlation(double bandwidth, std::size_t lags);

/// Noise gain of taps at one a symbol: Ceq = sqrt(integral N(f) |Heq(f)|^2 df), N(f) the filter's
/// noise spectrum of area 1 (IEEE Std 802.3 121.8.5.3, recalled); here sqrt(w' R w), R made of r.
/// @param correlation  at least as many lags as taps
double noise_gain(std::span<const double> taps, std::span<const double> correlation);

}  // namespace chappe::measure
