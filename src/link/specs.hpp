#pragma once
// What transmitters and receivers tell a solver: plain data in SI units.
#include <string>
#include <vector>

namespace chappe {

/// One FFE tap's search range; low == high is a fixed tap. Positions count from the cursor (0),
/// which is not listed: c(0) = 1 - sum |c(i)|.
struct TapRange {
  int position{0};
  double low{0.0}, high{0.0}, step{0.0};
};

/// A PAM-L transmitter into a matched load.
struct TransmitterSpec {
  double amplitude_v{0.0};           ///< outer level, peak differential (half of peak to peak) [V]
  double level_mismatch_ratio{1.0};  ///< R_LM, IEEE 802.3 120D.3.1.2, (0, 1]
  double rise_time_s{0.0};           ///< 20 to 80 % of the Gaussian edge [s], >= 0
  double termination_ohm{50.0};      ///< R_d, single ended [ohm]
  double snr_db{0.0};                ///< signal to noise at the output, SNR_TX [dB]
  double random_jitter_ui{0.0};      ///< rms of each edge, sigma_RJ [UI]
  double dual_dirac_jitter_ui{0.0};  ///< each edge early or late by this, A_DD [UI]
  double sinusoidal_jitter_ui{0.0};  ///< peak, of all edges together [UI]
  double sinusoidal_jitter_hz{0.0};  ///< its frequency [Hz], slow against the symbol rate
  double even_odd_jitter_ui{0.0};    ///< edges alternately late and early, peak to peak [UI]
  std::vector<TapRange> ffe{};       ///< by ascending position
  double minimum_cursor{0.0};        ///< settings with c(0) below it are not used
};

/// Limits of a DFE tap relative to the cursor.
struct TapLimit {
  double low{0.0}, high{0.0};
};

/// An equalising receiver. CTLE (IEEE 802.3 equation 120D-5 form):
/// H(f) = (g + j f/f_z) / ((1 + j f/f_p1)(1 + j f/f_p2)) * (g_lf + j f/f_lf) / (1 + j f/f_lf).
struct ReceiverSpec {
  double termination_ohm{50.0};        ///< R_d, single ended [ohm]
  double noise_v2_per_hz{0.0};         ///< one sided, ahead of the receiver filter, eta_0 [V^2/Hz]
  double filter_bandwidth_hz{0.0};     ///< 4th-order Butterworth 3 dB point, f_r f_b [Hz]
  std::vector<double> ctle_gain_db{};  ///< choices of the DC gain g [dB], at least one
  std::vector<double>
      ctle_lf_gain_db{};  ///< choices of the low-frequency stage g_lf [dB], at least one
  double ctle_zero_hz{0.0}, ctle_pole1_hz{0.0}, ctle_pole2_hz{0.0}, ctle_lf_hz{0.0};
  int ffe_pre{0}, ffe_post{0};  ///< taps beside the cursor; 0 and 0 = no receive FFE
  double ffe_limit{0.0};        ///< of each tap beside the cursor, relative to it; 0 = none
  std::vector<TapLimit> dfe{};  ///< tap 1 first
  int adc_bits{0};              ///< of an ADC ahead of the FFE; 0 = none
  double adc_full_scale{4.0};   ///< +- this many rms of the signal
  bool mlse{false};             ///< maximum-likelihood sequence detection in place of DFE tap 1
  double clock_recovery_bandwidth_hz{0.0};  ///< jitter is followed below it, first order; 0 = none
  double sampling_offset_ui{0.0};           ///< of the slicer from the best instant, late [UI]
  /// Of a section with light: where errors are fewest, not midway between levels.
  bool optimum_thresholds{false};
};

/// Light as it leaves its source.
struct LightSpec {
  double power_w{0.0};       ///< mean, into the modulator; of a directly modulated laser: launched
  double wavelength_m{0.0};  ///< in vacuum
  double linewidth_hz{0.0};  ///< full width at half maximum
  double spectral_width_m{0.0};  ///< rms of its longitudinal or transverse modes; 0 = one mode
  double partition_factor{0.0};  ///< k of mode partition noise, 0 to 1
};

/// Light of neighbouring channels that reaches the detector.
struct LightCrosstalk {
  int channels{0};
  double power_ratio{0.0};  ///< of each, mean power over the signal's
};

/// Chosen settings of one section's equalisers.
struct EqualiserSettings {
  std::vector<double> tx_ffe{};  ///< all taps, ascending position
  int tx_cursor{0};              ///< index of the cursor in tx_ffe
  double ctle_gain_db{0.0}, ctle_lf_gain_db{0.0};
  std::vector<double> rx_ffe{};  ///< relative to the cursor; empty = none
  int rx_cursor{0};
  std::vector<double> dfe{};    ///< relative to the cursor's amplitude
  double sampling_time_s{0.0};  ///< of the cursor in the section's pulse response
};

}  // namespace chappe
