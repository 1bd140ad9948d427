#pragma once
// Currents of held levels behind a photodiode and their noise: what a link's spreadsheet begins
// with.
#include <span>
#include <vector>

#include "solve/optical/closed_pam.hpp"

namespace chappe {

/// Evenly spaced powers, ascending: the lowest 2 P/(r + 1), the highest r times that [W].
/// @param levels  L >= 2   @param mean_w  P   @param extinction_ratio  r > 1, linear
std::vector<double> level_powers_w(int levels, double mean_w, double extinction_ratio);
/// Outer optical modulation amplitude of a mean power: 2 P (r - 1)/(r + 1) [W].
double outer_oma_w(double mean_w, double extinction_ratio);
/// The mean power of an outer OMA [W].
double mean_power_w(double oma_w, double extinction_ratio);

/// White noise of a receiver of light within its noise bandwidth.
struct DetectorNoise {
  double input_a2_per_hz{0.0};    ///< of the amplifier, one sided, behind the diode's gain
  double rin_per_hz{0.0};         ///< of the light, one sided, over its power squared
  double bandwidth_hz{0.0};       ///< of noise
  double excess{1.0};             ///< M F of an avalanche, of shot noise; 1 without
  double relative_variance{0.0};  ///< of a level over its square: mode partition and its like
  double added_a2{0.0};           ///< alike for all levels: what else counts as Gaussian
};

/// Variance of a current I: B (n + 2 q M F I + RIN I^2) + v I^2 + a.
/// Source: shot noise, W. Schottky (1918); the sum as in every link budget.
/// @param powers_w  by level   @param responsivity_a_per_w  gain of an avalanche counted
/// @returns currents and deviations [A]
NoisyLevels detected_levels(std::span<const double> powers_w, double responsivity_a_per_w,
                            const DetectorNoise& noise);

/// Johnson noise of a resistor, 4 k T/R [A^2/Hz]. Source: H. Nyquist, Phys. Rev. 32 (1928) 110.
double resistor_noise_a2_per_hz(double temperature_k, double resistance_ohm);

/// Half a gap over sigma of the highest level when RIN is all noise there is: what no power gets
/// over. (1 - 1/r)/(2 (L - 1) sqrt(RIN B)).
double rin_limited_x(int levels, double extinction_ratio, double rin_per_hz, double bandwidth_hz);

}  // namespace chappe
