#pragma once
// Losses of a channel's transmission: at a frequency, fitted, and the deviation from the fit.
#include <array>
#include <cstddef>

#include "signal/network.hpp"

namespace chappe {

/// Frequencies that weigh the figures of IEEE 802.3 annexes 92 and 93A.
struct ComBand {
  double symbol_rate_bd{0.0};
  double low_hz{0.0};        ///< f_1
  double high_hz{0.0};       ///< f_2, > f_1
  double filter_ratio{4.0};  ///< f_r, over the symbol rate
  double edge_ratio{4.0};    ///< f_v, f_f or f_n, over the symbol rate
};

/// sinc^2(f/f_b) / ((1 + (f/(f_x f_b))^4) (1 + (f/(f_r f_b))^8)).
double com_power_weight(double f_hz, const ComBand& band);

/// First and last index of the band: the last f <= f_1 and the first f >= f_2 (or the grid's ends).
std::array<std::size_t, 2> com_band_indices(const FrequencyGrid& grid, const ComBand& band);

/// S21 between grid points: magnitude in dB and unwrapped phase, each linear (real and imaginary
/// parts interpolated lie too low where the phase turns fast).
/// @throws ModelError outside the grid
cd transmission_at(const Network& channel, double f_hz);

/// Insertion loss -20 log10 |S21| [dB] at f, of a two-port.
double insertion_loss_db(const Network& channel, double f_hz);

/// IL(f) = a0 + a1 sqrt(f) + a2 f + a4 f^2 [dB], f in GHz, least squares weighted by |S21|.
struct FittedLoss {
  std::array<double, 4> a{};  ///< of 1, sqrt f, f, f^2
  double at_db(double f_hz) const;
};
/// Fit over the points first .. last of the grid. @throws DataError for fewer than four points
FittedLoss fit_insertion_loss(const Network& channel, std::size_t first, std::size_t last);
FittedLoss fit_insertion_loss(const Network& channel);

/// Figure of merit of the insertion loss deviation [dB rms]: sqrt(df/(f_2 - f_1) sum W (IL -
/// fit)^2), both over f_1 to f_2. Annex 93A.4.
double fom_ild_db(const Network& channel, const ComBand& band);

}  // namespace chappe
