#pragma once
// What a COM sheet says, in SI units: one member a keyword (named in its comment).
// Defaults are the reference program's (IEEE 802.3 annex 93A, program revision 4.50).
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "signal/com_line.hpp"

namespace chappe {

/// The transmitter's or the receiver's device, package and board. C, L, R single ended.
struct ComSide {
  std::vector<double> die_f{0.0};  ///< C_d, one a rung; the first is at the die
  std::vector<double> die_h{0.0};  ///< L_s, one a rung; as many as die_f
  double bump_f{0.0};              ///< C_b, behind the last rung
  double via_f{0.0};               ///< C_v, behind segment 3; nowhere if there is one segment
  double ball_f{0.0};              ///< C_p, behind the last segment
  double r_d_ohm{50.0};            ///< R_d
  /// package_Z_c, differential, one a segment: 1 or 4. Two rows of a sheet are padded to four, by
  /// 100 ohm here and lengths of 0 in ComLengths.
  std::vector<double> line_ohm{78.2};
  double board_ohm{100.0};  ///< board_Z_c, differential
  double board_c0_f{0.0};   ///< C_0, towards the device
  double board_c1_f{0.0};   ///< C_1, towards the channel
};

/// One test case: lengths [mm], as many as ComSide::line_ohm, by what the package belongs to.
struct ComLengths {
  std::vector<double> tx{}, fext{}, next{}, rx{};  ///< z_p (TX), (FEXT), (NEXT), (RX)
};

/// The receiver's two-stage CTLE. Vectors run over the settings; f_z, f_p1, f_p2 have one value
/// or one a g_DC, f_hp one or one a g_DC_HP.
struct ComCtle {
  std::vector<double> g_dc_db{0.0};  ///< g_DC
  std::vector<double> f_z_hz{}, f_p1_hz{}, f_p2_hz{};
  std::vector<double> g_dc_hp_db{};             ///< g_DC_HP; empty: one stage (CL93)
  std::vector<double> f_hp_hz{};                ///< f_HP_PZ
  double gdc_min_db{0.0};                       ///< GDC_MIN; 0: no bound on g_DC + g_DC_HP
  std::vector<std::array<double, 2>> g_qual{};  ///< G_Qual: low and high g_DC, a row
  std::vector<double> g2_qual{};                ///< G2_Qual, a row
};

/// The decision feedback equaliser, limits relative to the cursor.
struct ComDfe {
  int taps{0};                           ///< N_b
  std::vector<double> b_min{}, b_max{};  ///< one a tap
  double step{0.0};                      ///< N_b_step
  int banks{0};                          ///< N_bg
  int bank_taps{6};                      ///< N_bf
  int span{0};                           ///< N_f; N_b without banks
  double bank_max{0.2};                  ///< bmaxg
  int tail_start{0};                     ///< N_tail_start; 0: none
  double tail_rss_max{0.0};              ///< B_float_RSS_MAX
  int total() const { return banks > 0 ? span : taps; }
};

/// The receive FFE by MMSE (on if there are taps).
struct ComRxFfe {
  int pre{0}, post{0};                                  ///< ffe_pre_tap_len, ffe_post_tap_len
  double pre1_max{0.7}, post1_max{0.7}, tapn_max{0.7};  ///< ffe_*_max, relative to the cursor tap
  int noise_ui{2048};                                   ///< num_ui_RXFF_noise
  bool float_by_isi{false};                             ///< RXFFE FLOAT CTL = 'ISI'
  bool on() const { return pre + post > 0; }
};

/// ERL and TDR.
struct ComTdr {
  bool erl{true};                             ///< TDR and ERL
  double rise_time_s{8e-12};                  ///< TR_TDR
  double z_t_ohm{50.0};                       ///< Z_t
  double span_ui{0.0};                        ///< N
  int gate_ui{0};                             ///< N_bx
  double rho{0.618};                          ///< rho_x
  double beta_db_per_s{0.0};                  ///< beta_x
  int gate{1};                                ///< Grr
  bool taper{false};                          ///< Tukey_Window
  bool with_tx_package{false};                ///< TDR_W_TXPKG
  double t_k_s{0.6e-9};                       ///< T_k
  std::array<double, 2> fixture_s{0.0, 0.0};  ///< fixture delay time
};

/// The transmitter's edge filter: none; exp(-2 x^2) exp(-2 pi j f 3 T_r) or exp(-x^2), with
/// x = pi f T_r/1.6832; fourth-order Bessel-Thomson.
enum class ComEdge { none, gaussian2, gaussian1, bessel };

struct ComConfig {
  std::string name{};
  double symbol_rate_bd{0.0};                 ///< f_b; required
  int levels{4};                              ///< L
  int samples{32};                            ///< M, a symbol
  double der0{1e-4};                          ///< DER_0
  double f_min_hz{0.0}, delta_f_hz{0.0};      ///< f_min, Delta_f: only remarks follow
  double f_1_hz{0.0}, f_2_hz{0.0};            ///< f_1, f_2
  double r_0_ohm{50.0};                       ///< R_0
  std::array<int, 4> port_order{1, 3, 2, 4};  ///< Port Order
  std::array<double, 2> kappa{1.0, 1.0};      ///< kappa1, kappa2
  ComSide tx{}, rx{};
  ComLine package_line{}, board_line{};
  std::vector<ComLengths> cases{};  ///< all columns of z_p
  std::vector<int> selected{1};     ///< z_p select, counting from 1
  int include_pcb{0};               ///< Include PCB: 0, 1 both boards, 2 the receiver's
  double board_tx_mm{0.0}, board_fext_mm{0.0}, board_next_mm{0.0}, board_rx_mm{0.0};  ///< z_bp
  double a_v{0.0}, a_fe{0.0}, a_ne{0.0};  ///< A_v, A_fe, A_ne [V], peak differential
  double a_ft{0.0}, a_nt{0.0};            ///< A_ft, A_nt [V], of ICN
  /// FORCE_TR 1: gaussian2. Else T_r_filter_type 0: none; 1: gaussian2, or bessel with
  /// T_r_meas_point 1. IDEAL_TX_TERM with type 0: gaussian1.
  ComEdge edge{ComEdge::none};
  double t_r_s{8e-12};                            ///< T_r
  double f_r{4.0}, f_v{4.0}, f_f{4.0}, f_n{4.0};  ///< times f_b
  bool butterworth{true}, bessel_thomson{false}, raised_cosine{false};
  double rc_start_hz{0.0}, rc_end_hz{0.0};                    ///< RC_Start, RC_end
  std::vector<std::pair<int, std::vector<double>>> tx_ffe{};  ///< c(-n) .. c(m) without c(0)
  double c0_min{0.0};                                         ///< c(0)
  ComCtle ctle{};
  ComDfe dfe{};
  ComRxFfe rx_ffe{};
  double snr_tx_db{1e9};                       ///< SNR_TX
  bool snr_tx_with_c0{false};                  ///< SNR_TXwC0
  double r_lm{1.0};                            ///< R_LM
  double sigma_rj_ui{0.0}, a_dd_ui{0.0};       ///< sigma_RJ, A_DD
  double eta_0_v2_per_hz{0.0};                 ///< eta_0 (V^2/GHz in the sheet)
  double ac_cm_rms_v{0.0};                     ///< AC_CM_RMS
  double ac_cm_max_hz{0.0};                    ///< ACCM_MAX_Freq; f_b
  int mlse{0};                                 ///< MLSE: 0 none, 1 to 3
  bool mlse_178a{false};                       ///< the form of annex 178A in place of option 3
  std::array<int, 2> sample_adjustment{0, 0};  ///< first and last offset
  int ts_anchor{0};                            ///< ts_anchor
  bool mod_mm{false};                          ///< CDR = 'Mod-MM'
  int local_search{0};                         ///< Local Search; 0: the whole grid
  bool jitter_in_dfe_span{false};              ///< LIMIT_JITTER_CONTRIB_TO_DFE_SPAN
  bool frequency_figures{true};                ///< Display frequency domain (0 takes H_r away!)
  double impulse_threshold{1e-3};
  double pdf_bin_v{1e-5};
  double noise_crest_factor{0.0};  ///< Noise_Crest_Factor; 0: from DER_0
  int n_v{0}, d_p{4};              ///< N_v, D_p: span of the steady-state voltage [UI]
  // C2M
  bool c2m{false};                 ///< PMD_type C2M
  double t_o_mui{0.0};             ///< T_O
  int samples_c2m{100};            ///< samples_for_C2M
  double eh_min_test_v{0.0};       ///< EH_min_test (mV in the sheet)
  std::string window{"gaussian"};  ///< the weight of C2M's window
  double sigma_r_ui{0.02};         ///< sigma_r
  ComTdr tdr{};
  double com_pass_db{3.0}, erl_pass_db{0.0}, vec_pass_db{0.0}, eh_min_v{0.0};
};

}  // namespace chappe
