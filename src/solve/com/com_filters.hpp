#pragma once
// The filters of COM: receiver, transmitter edge, CTLE in frequency and in time.
#include <complex>
#include <span>
#include <vector>

#include "solve/com/com_config.hpp"

namespace chappe {

/// H_r: the product of what the sheet turns on of the Butterworth filter (IEEE 802.3 eq. 93A-20,
/// with its six-digit coefficients), the Bessel-Thomson filter and the raised cosine.
cd com_receiver_filter(const ComConfig& config, double f_hz);
/// The Butterworth filter alone.
cd com_butterworth(double f_hz, double corner_hz);

/// H_t.
cd com_transmitter_edge(const ComConfig& config, double f_hz);

/// The CTLE at one pair of gains.
struct ComCtleSetting {
  double g_dc_db{0.0}, f_z_hz{0.0}, f_p1_hz{0.0}, f_p2_hz{0.0};
  bool two_stages{false};
  double g_dc_hp_db{0.0}, f_hp_hz{0.0};
};
/// @param gain, hp_gain  indices into g_dc_db and g_dc_hp_db
ComCtleSetting com_ctle_setting(const ComConfig& config, std::size_t gain, std::size_t hp_gain);

/// H_ctf = (10^(g/20) + j f/f_z)/((1 + j f/f_p1)(1 + j f/f_p2)) (10^(h/20) + j f/f_hp)/(1 + j
/// f/f_hp) (eq. 93A-22 and 120D).
cd com_ctle(const ComCtleSetting& setting, double f_hz);

/// The same as bilinear recursions at the sample rate, without prewarping, from rest: what the
/// reference filters pulses with.
std::vector<double> com_ctle_filter(const ComCtleSetting& setting, double sample_rate_hz,
                                    std::span<const double> x);

}  // namespace chappe
