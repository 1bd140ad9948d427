#pragma once
// Continuous-time linear equaliser, as a transfer function and as the digital filter that stands
// for it in the time domain.
//   H(f) = (g + j f/f_z) / ((1 + j f/f_p1)(1 + j f/f_p2)) * (g_lf + j f/f_lf) / (1 + j f/f_lf)
// Source: IEEE 802.3-2022, equation 120D-5; the time-domain form is the COM reference's.
#include <complex>
#include <span>
#include <vector>

namespace chappe {

struct CtleShape {
  double gain_db{0.0};                                ///< g at DC [dB, voltage]
  double lf_gain_db{0.0};                             ///< g_lf at DC [dB, voltage]
  double zero_hz{0.0}, pole1_hz{0.0}, pole2_hz{0.0};  ///< f_z, f_p1, f_p2 [Hz], > 0
  double lf_hz{0.0};                                  ///< f_lf [Hz]; 0 = no low-frequency stage
};

/// H at one frequency. @param f_hz  any sign [Hz]
std::complex<double> ctle_response(const CtleShape& shape, double f_hz);
std::vector<std::complex<double>> ctle_response(const CtleShape& shape,
                                                std::span<const double> f_hz);

/// Filters samples in place, from zero state: each stage by the bilinear transform at twice the
/// sample rate, s = 2 fs (1 - z^-1)/(1 + z^-1), without prewarping. At DC it equals H(0) exactly;
/// towards fs/2 it departs from H.
/// @param sample_rate_hz  fs [Hz], > 0   @throws InternalError if a frequency is not positive
void ctle_filter(const CtleShape& shape, double sample_rate_hz, std::span<double> samples);

}  // namespace chappe
