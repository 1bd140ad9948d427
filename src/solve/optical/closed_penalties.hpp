#pragma once
// Penalties of link budgets in optical dB, each taken by itself.
#include <span>

namespace chappe {

/// An eye that closes by a share c of a gap: -10 log10(1 - c); infinite from c = 1 on.
double closure_penalty_db(double closure);
/// Noise of its own beside the receiver's, which power does not get over: at a wanted x (half a
/// gap over sigma) -5 log10(1 - (x s)^2), s its deviation over half a gap; infinite where x s >= 1.
/// Source: G. P. Agrawal, "Fiber-Optic Communication Systems", power penalties (recalled).
double noise_penalty_db(double x, double sigma_over_half_gap);

/// Sum over pairs of reflections of the echo's field over the signal's, sqrt(R_i R_j) times the
/// power that is left between the two.
/// @param reflectances_db  < 0, by the light's way
/// @param losses_db  between neighbours, one fewer; empty = none
double echo_field_sum(std::span<const double> reflectances_db,
                      std::span<const double> losses_db = {});
/// Upper bound of multipath interference: every pair beats with the highest level as it suits
/// worst, which shuts a gap by c = 4 S (L - 1) r/(r - 1). 4 x -25 dB with 2 x -35 dB, r of 6.02 dB,
/// PAM4: 2.49 dB. Source: mail of the IEEE 802.3 400 Gb/s study group with its presentation
/// farhood_01_1112_optx (recalled; rebuilt from its figures).
/// @param field_sum  S   @param extinction_ratio  r > 1, linear
double echo_closure(int levels, double field_sum, double extinction_ratio);

/// Deviation of a level over the level by mode partition, (k/sqrt 2)(1 - exp(-(pi B D L w)^2)), in
/// the middle of a symbol. Source: K. Ogawa, IEEE J. Quantum Electron. 18 (1982) 849; G. P.
/// Agrawal, P. J. Anthony, T. M. Shen, J. Lightwave Technol. 6 (1988) 620 (both recalled).
/// @param partition_factor  k, 0 to 1   @param dispersion_s_per_m  D L   @param width_m  w, rms
double mode_partition_sigma(double partition_factor, double symbol_rate_bd,
                            double dispersion_s_per_m, double width_m);

/// 10 to 90 % of the step of a Gaussian response [s]: 0.4803/B where B is where power's modulation
/// falls to one half (fibre; 480 ns MHz in the link model of 10 Gigabit Ethernet).
double gaussian_rise_s(double optical_bandwidth_hz);
/// The same of a receiver whose electrical bandwidth (half the electrical power) is B: 0.329/B.
/// Source: link model of 10 Gigabit Ethernet (recalled).
double receiver_rise_s(double electrical_bandwidth_hz);
/// 10 to 90 % of a Gaussian edge that is known from 20 to 80 %: 1.5227 times (recalled: 1.518).
double rise_from_20_80_s(double rise_20_80_s);
/// Rise times add up in squares.
double joined_rise_s(std::span<const double> rises_s);
/// Worst-case intersymbol interference of a Gaussian response without an equaliser: a lone symbol
/// reaches h = erf(2.563 T/(sqrt 8 t)) of its level in its middle, t from 10 to 90 %, and a gap
/// closes by L (1 - h). Source: link model of 10 Gigabit Ethernet (recalled), L = 2 there.
double isi_closure(int levels, double rise_10_90_s, double symbol_rate_bd);

/// Fading of double-sideband modulation without chirp in a dispersive fibre, |H| = |cos(pi D L
/// lambda^2 f^2/c)|. Source: H. Schmuck, Electron. Lett. 31 (1995) 1848 (recalled).
/// @param dispersion_s_per_m  D L
double dispersion_fading(double frequency_hz, double dispersion_s_per_m, double wavelength_m);

}  // namespace chappe
