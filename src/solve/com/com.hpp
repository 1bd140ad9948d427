#pragma once
// Channel operating margin (IEEE 802.3 annex 93A) as the public reference program, revision 4.50,
// computes it: COM and all that it is made of. Quirks of the program are reproduced; each that
// mattered is named in `remarks`.
#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "base/errors.hpp"
#include "signal/network.hpp"
#include "solve/com/com_config.hpp"

namespace chappe {

/// A channel's modes: ports d1, d2, c1, c2 (signal/mixed_mode.hpp) of 50 ohm single-ended ports,
/// d1 and c1 at the transmitter's side.
struct ComChannel {
  std::string name{};
  Network modes{};
};

/// All on one grid (within 1 Hz).
struct ComInput {
  ComChannel thru{};
  std::vector<ComChannel> fext{}, next{};
};

/// One point of the search.
struct ComSetting {
  double g_dc_db{0.0}, g_dc_hp_db{0.0};
  std::vector<double> tx{};  ///< taps from the earliest, c(0) among them
  int cursor{0};             ///< index of c(0) in tx
  int offset{0};             ///< sample_adjustment's [samples]
};

/// Standard deviations [V] at the slicer and what the search maximises.
struct ComSigmas {
  double isi_v{0.0}, jitter_v{0.0}, xt_v{0.0}, n_v{0.0}, tx_v{0.0};  ///< of the figure of merit
  double fext_v{0.0}, next_v{0.0};                                   ///< parts of xt
};

/// The statistical part; all in V.
struct ComEye {
  double bin_v{0.0};
  double a_s_v{0.0};   ///< available signal
  double a_ni_v{0.0};  ///< interference and noise at DER_0; C2M: A_s - EH/2
  double com_db{0.0}, veo_mv{0.0};
  double vec_db{0.0};  ///< of a closed eye the largest that the reference tells apart, 313 dB
  double com_without_mlse_db{0.0}, mlse_delta_db{0.0};
  double der_at_threshold{0.0};  ///< detector errors where COM equals com_pass_db
  double peak_isi_xt_v{0.0}, peak_isi_v{0.0}, peak_xt_v{0.0}, peak_fext_v{0.0}, peak_next_v{0.0};
  double sgm_total_v{0.0}, sgm_isi_xt_v{0.0}, sgm_isi_v{0.0}, sgm_xt_v{0.0}, sgm_noise_v{0.0};
  double sgm_dd_v{0.0}, sgm_gaussian_v{0.0};                        ///< of the densities
  double sgm_g_v{0.0}, sgm_rj_v{0.0}, sgm_n_v{0.0}, sgm_tx_v{0.0};  ///< of step 12.6
  bool open() const { return veo_mv > 0.0; }
};

/// One test case, whole.
struct ComCase {
  int number{1};  ///< column of z_p, from 1
  ComSetting setting{};
  ComSigmas sigma{};
  ComEye eye{};
  double fom_db{0.0};
  long settings_tried{0};
  long sample{0};               ///< t_s on the time grid, counting from 1 as the reference does
  std::vector<double> dfe{};    ///< relative to the cursor; all of N_b or N_f
  std::vector<int> floating{};  ///< positions [UI behind the cursor], ascending
  double tail_rss{0.0};
  std::vector<double> rx_ffe{};  ///< relative to the cursor tap; empty if off
  std::vector<int> rx_ffe_floating{};
  double pulse_peak_mv{0.0};      ///< unequalised
  double pulse_peak_time_s{0.0};  ///< of the unequalised impulse response
  double steady_state_mv{0.0}, steady_state_equalised_mv{0.0}, pmax_by_vf{0.0};
  double snr_isi_db{0.0};  ///< equalised peak against what no tap reaches
  double il_die_to_die_db{0.0}, il_vip_to_vmp_db{0.0}, il_vtf_db{0.0};  ///< at f_b/2
  double vmc_hf_mv{0.0}, scmr_db{0.0};      ///< common mode; NaN-free: 0 without common-mode data
  std::vector<double> burst_probability{};  ///< of k or more errors in a row, k from 1
  std::vector<double> pulse_v{};            ///< equalised, M samples a symbol
  double pulse_step_s{0.0};
};

/// What does not depend on the test case.
struct ComChannelFigures {
  double il_nyquist_db{0.0};  ///< at f_b/2; magnitude and unwrapped phase interpolated
  double il_at_hz{0.0};       ///< where it is told, if f_b/2 lies outside the data; else 0
  double fitted_il_nyquist_db{0.0};
  double fom_ild_db{0.0};
  double mdfext_mv{0.0}, mdnext_mv{0.0}, icn_mv{0.0};  ///< icn as the reference sums it
  bool erl_taken{false};                               ///< else the next three are 0
  std::array<double, 2> erl_port_db{0.0, 0.0}, z_est_ohm{0.0, 0.0};
  double erl_db{0.0};
};

struct ComResult {
  ComChannelFigures channel{};
  std::vector<ComCase> cases{};
  std::size_t worst{0};      ///< index into cases: least COM (VEO in C2M)
  bool extrapolated{false};  ///< data end below the band needed
  std::vector<std::string> remarks{};
  std::vector<std::string> warnings{};  ///< of the data's band and step
};

struct ComControl {
  bool allow_extrapolation{false};
  bool local_search{false};  ///< prune as the sheet's Local Search says; else the whole grid
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
  std::function<void(double)> progress{};  ///< share done, 0 to 1; from any thread
};

/// @throws Interrupted if the control's flag asks for it
inline void com_check_stop(const ComControl& control) {
  if (control.stop != nullptr && *control.stop) throw Interrupted("stopped");
}

/// @throws ModelError if the data end below the receive filter's corner f_r f_b (or 0.75 f_b if
/// that is lower) and extrapolation is not allowed; DataError if the grids differ or a response is
/// anti-causal; Interrupted
ComResult solve_com(const ComInput& input, const ComConfig& config, const ComControl& control);

}  // namespace chappe
