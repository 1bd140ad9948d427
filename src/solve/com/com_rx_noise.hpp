#pragma once
// Noise ahead of and behind COM's receive FFE, as autocorrelations. The reference (revision 4.50)
// holds power densities S of nu bins over f_b; here stand r_k = Re IDFT(S) f_b [V^2] at lags k, the
// same by Wiener and Khinchin: a term sigma^2 |DFT(x)|^2/f_b of samples x is sigma^2 times their
// autocorrelation, circular over nu. Where the reference weighs S by the FFE's |W|^2, here r is
// weighed by the autocorrelation of its taps. Only the lags that are asked for are worked out.
// Samples and instants count from 0 here (from 1 in the reference).
#include <cstddef>
#include <span>
#include <vector>

#include "solve/com/com_config.hpp"

namespace chappe {

/// The pulse one sample a symbol, at the sampling instant's phase: x[phase + j M], phase = instant
/// mod M, whole symbols only, at most `symbols` (nu).
std::vector<double> com_rx_samples(std::span<const double> pulse, std::ptrdiff_t instant,
                                   int samples, int symbols);
/// Index of the cursor in com_rx_samples as the reference takes it, floor((instant + 1)/M): one too
/// late where instant + 1 is a multiple of M.
int com_rx_cursor(std::ptrdiff_t instant, int samples);
/// The pulse one sample late, for the transmitter's noise: x[o + j M], o = (instant + 1) mod M,
/// from the pulse less its last o samples, whole symbols only, at most `symbols`.
std::vector<double> com_rx_late_samples(std::span<const double> pulse, std::ptrdiff_t instant,
                                        int samples, int symbols);
/// An aggressor's pulse at the phase of the largest norm (of equals the first), at most `symbols`.
struct ComRxAggressor {
  std::ptrdiff_t phase{0};
  std::vector<double> v{};
};
ComRxAggressor com_rx_aggressor(std::span<const double> pulse, int samples, int symbols);

/// r_k += scale sum_i x_i x_((i+k) mod symbols), x cut to `symbols` and 0 up to there, for each k
/// of r.   @param r  at most `symbols` lags
void com_rx_add_autocorrelation(std::span<const double> x, int symbols, double scale,
                                std::span<double> r);

/// Input noise through the receiver: v_k = eta_0/2 power_k, mirrored to nu M bins and folded to nu.
/// It depends on the CTLE alone.
/// @param power  |H_ctf H_r|^2 at f = k f_b/nu, k = 0 .. nu M/2 (nu M even)
/// @param eta_0_v2_per_hz  one-sided   @param lags  <= nu
std::vector<double> com_rx_input_noise(std::span<const double> power, double eta_0_v2_per_hz,
                                       double symbol_rate_bd, int symbols, int samples, int lags);
/// The same for one pair of gains: H_r is the Butterworth filter alone and the CTLE takes the first
/// of the sheet's f_z, f_p1, f_p2 and f_HP_PZ (quirks of the reference).
std::vector<double> com_rx_input_noise(const ComConfig& config, std::size_t gain,
                                       std::size_t hp_gain, int lags);

/// Noise at lags 0 .. lags-1, one term each. jitter: all of it; random_jitter: its random part.
struct ComRxNoise {
  std::vector<double> input{}, transmitter{}, crosstalk{}, jitter{}, random_jitter{};
  /// input + transmitter + crosstalk + jitter: S_n.
  std::vector<double> total() const;
};
/// What makes the noise at one setting. Pulses behind the CTLE [V].
struct ComRxNoiseParts {
  std::vector<double> input{};     ///< com_rx_input_noise
  std::span<const double> late{};  ///< com_rx_late_samples of THRU without the transmit FFE
  std::span<const std::vector<double>> aggressors{};  ///< com_rx_aggressor's v of each
  std::span<const double> slopes_v_per_ui{};          ///< h_J of the equalised THRU pulse
};
/// As many lags as parts.input has.
ComRxNoise com_rx_noise(const ComConfig& config, const ComRxNoiseParts& parts);

/// The receive FFE on a pulse: s'(i) = sum_k C_k s(i - (k - pre) M), circular.
std::vector<double> com_rx_apply(std::span<const double> pulse, std::span<const double> taps,
                                 int pre, int samples);
/// Variance behind the taps: sum_kn C_k C_n r_|k-n| [V^2].   @param r_v2  a lag for each tap
double com_rx_weighted_v2(std::span<const double> r_v2, std::span<const double> taps);
/// Autocorrelation behind the taps.   @param r_v2  all of a period: lags 0 .. nu-1
std::vector<double> com_rx_filtered(std::span<const double> r_v2, std::span<const double> taps);

/// Step 7 of the reference: what the Gaussian part of the densities is made of.
struct ComRxSigmas {
  double n_v{0.0}, tx_v{0.0}, rj_v{0.0}, g_v{0.0};
};
ComRxSigmas com_rx_sigmas(const ComRxNoise& noise, std::span<const double> taps);

}  // namespace chappe
