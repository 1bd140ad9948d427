#pragma once
// All that one test case of COM needs ahead of the equalisers: transfer functions on the files'
// grid, impulse responses, weights of the noise sums.
#include <vector>

#include "solve/com/com.hpp"
#include "solve/com/com_network.hpp"
#include "solve/com/com_response.hpp"

namespace chappe {

struct ComSignals {
  ComTimeGrid time{};
  FrequencyGrid grid{};
  std::size_t fext_count{0};
  /// THRU, then each FEXT, then each NEXT; amplitude included.
  std::vector<std::vector<double>> impulse_v{};
  double time_step_s{0.0};
  std::ptrdiff_t peak{0};    ///< sample of the unequalised THRU pulse's peak
  double pulse_peak_v{0.0};  ///< its size
  std::ptrdiff_t impulse_peak{0};
  std::vector<double> unequalised_v{};  ///< THRU pulse
  /// |H_r|^2 times the step below each frequency [Hz]; the first is 0 (a right-hand sum).
  std::vector<double> noise_weight_hz{};
  /// The same of common-mode noise at the transmitters [V^2]; empty if there is none.
  std::vector<double> common_weight_v2{};
  /// 2 df/f_2 sinc^2 sum A^2 |H|^2 of each kind of aggressor [V^2], up to f_b; empty if there is
  /// none of it.
  std::vector<double> fext_weight_v2{}, next_weight_v2{};
  // Figures of the frequency domain at f_b/2
  double il_die_to_die_db{0.0}, il_vip_to_vmp_db{0.0}, il_vtf_db{0.0};
  double vmc_hf_v{0.0};  ///< common to differential at DER_0
};

/// @param lengths  of the case   @throws DataError for an anti-causal response
ComSignals com_signals(const ComInput& input, const ComConfig& config, const ComLengths& lengths,
                       int threads);

/// 20 log10 |x| [dB] at f by straight lines in dB between the points (the ends' values beyond).
double com_loss_db(const FrequencyGrid& grid, const std::vector<cd>& x, double f_hz);

}  // namespace chappe
