#include "solve/com/com_keywords.hpp"

#include <array>
#include <charconv>
#include <string_view>

namespace chappe {
namespace {

constexpr std::array kRead{"A_DD",
                           "A_fe",
                           "A_ft",
                           "A_ne",
                           "A_nt",
                           "A_v",
                           "AC_CM_RMS",
                           "ACCM_MAX_Freq",
                           "b_max(1)",
                           "b_max(2..N_b)",
                           "b_min(1)",
                           "b_min(2..N_b)",
                           "B_float_RSS_MAX",
                           "Bessel_Thomson",
                           "beta_x",
                           "bmaxg",
                           "board_tl_gamma0_a1_a2",
                           "board_tl_tau",
                           "board_Z_c",
                           "Butterworth",
                           "c(0)",
                           "C_0",
                           "C_1",
                           "C_b",
                           "C_d",
                           "C_p",
                           "C_v",
                           "CDR",
                           "COM Pass threshold",
                           "D_p",
                           "Delta_f",
                           "DER_0",
                           "Display frequency domain",
                           "EDGE_FILTER",
                           "EH_min",
                           "EH_min_test",
                           "ERL",
                           "ERL Pass threshold",
                           "eta_0",
                           "f_1",
                           "f_2",
                           "f_b",
                           "f_f",
                           "f_HP_PZ",
                           "f_min",
                           "f_n",
                           "f_p1",
                           "f_p2",
                           "f_r",
                           "f_v",
                           "f_z",
                           "ffe_post_tap1_max",
                           "ffe_post_tap_len",
                           "ffe_pre_tap1_max",
                           "ffe_pre_tap_len",
                           "ffe_tapn_max",
                           "fixture delay time",
                           "FORCE_TR",
                           "g_DC",
                           "g_DC_HP",
                           "G_Qual",
                           "G2_Qual",
                           "GDC_MIN",
                           "Grr",
                           "Grr_limit",
                           "Gx",
                           "Histogram_Window_Weight",
                           "Impulse response truncatio threshold",
                           "Impulse response truncation threshold",
                           "Include PCB",
                           "kappa1",
                           "kappa2",
                           "L",
                           "L_s",
                           "LIMIT_JITTER_CONTRIB_TO_DFE_SPAN",
                           "Local Search",
                           "M",
                           "Min_VEO_Test",
                           "MLSD",
                           "MLSE",
                           "MLSE_FORM",
                           "N",
                           "N_b",
                           "N_b_step",
                           "N_bf",
                           "N_bg",
                           "N_bmax",
                           "N_bx",
                           "N_f",
                           "N_tail_start",
                           "N_v",
                           "Noise_Crest_Factor",
                           "num_ui_RXFF_noise",
                           "package_tl_gamma0_a1_a2",
                           "package_tl_tau",
                           "package_Z_c",
                           "PDF bin size",
                           "PHY",
                           "PMD_type",
                           "Port Order",
                           "R_0",
                           "R_d",
                           "R_LM",
                           "Raised_Cosine",
                           "RC_end",
                           "RC_Start",
                           "rho_x",
                           "RXFFE FLOAT CTL",
                           "sample_adjustment",
                           "samples_for_C2M",
                           "sigma_r",
                           "sigma_RJ",
                           "SNR_TX",
                           "SNR_TXwC0",
                           "T_k",
                           "T_O",
                           "T_r",
                           "T_r_filter_type",
                           "T_r_meas_point",
                           "TDR",
                           "TDR_W_TXPKG",
                           "TR_TDR",
                           "ts_anchor",
                           "Tukey_Window",
                           "VEC Pass threshold",
                           "z_bp (FEXT)",
                           "z_bp (NEXT)",
                           "z_bp (RX)",
                           "z_bp (TX)",
                           "z_p (FEXT)",
                           "z_p (NEXT)",
                           "z_p (RX)",
                           "z_p (TX)",
                           "z_p select",
                           "Z_t"};

constexpr std::array kSilent{"BBN Q factor",
                             "BTorder",
                             "BREAD_CRUMBS",
                             "BREAD_CRUMBS_FIELDS",
                             "Clip Method",
                             "CM_MASK_REPORT",
                             "COM_CONTRIBUTION",
                             "COMPUTE_RILN",
                             "COMPUTE_TDILN",
                             "crusor_gain",
                             "CSV_REPORT",
                             "delta_IL",
                             "DIAGNOSTICS",
                             "DISPLAY_WINDOW",
                             "DO_NOT_COMPUTE_COM",
                             "Dynamic TXFFE",
                             "EH_max",
                             "Enforce Causality DIFF_TOL",
                             "Enforce Causality pulse start tolerance",
                             "Enforce Causality REL_TOL",
                             "ERL_ONLY",
                             "Error propagation COM margin",
                             "EW",
                             "EXE_MODE",
                             "exit if deployed",
                             "ffe_main_cursor_min",
                             "FFE_SNR",
                             "FloatingDFE_Development",
                             "Force BBN Q factor",
                             "Force PDF bin size",
                             "FT_COOP",
                             "Max burst length calculated",
                             "N_p",
                             "NO_COM",
                             "P_peak",
                             "P_qc",
                             "PLOT_CM",
                             "preset_txffe",
                             "Report_Modal_ERL",
                             "RESULT_DIR",
                             "RIT_REF_PTR",
                             "RUNTAG",
                             "SAVE_CONFIG2MAT",
                             "SAVE_FIGURE_to_CSV",
                             "SAVE_FIGURES",
                             "SAVE_KEYWORD_FILE",
                             "SAVE_TD",
                             "Sigma BBN step",
                             "SNDR_REF",
                             "TDECQ",
                             "TDR_duration",
                             "TIME_AXIS",
                             "TIMESTAMP",
                             "USE_EXTERNAL_PARAM",
                             "Use simple error propagation model",
                             "WC_PORTZ",
                             "WRITE_CSV_TRANSPOSED",
                             "ZERO_PAD"};

}  // namespace

std::span<const char* const> com_keywords_read() { return kRead; }
std::span<const char* const> com_keywords_silent() { return kSilent; }

std::vector<ComRefusal> com_keywords_refused() {
  using enum ComRefusal::Where;
  const std::vector<std::string> off{"0", "[]", "false"}, on{"1", "true"};
  const char* const zero = "set z_p, C_d, L_s, C_b and C_p to 0 instead";
  const char* const ctle = "the CTLE of type CL120e is not supported";
  const char* const window = "state sigma_r instead";
  std::vector<ComRefusal> all{
      {"add_rx_noise", {"0"}, everywhere, ""},
      {"AUTO_TFX", off, erl, "state 'fixture delay time' instead"},
      {"CTLE_type", {"CL93", "CL120d"}, everywhere, ctle},
      {"DER_CDR", {"0.01"}, mlse, ""},
      {"f_2_ILD", {}, everywhere, "f_2 serves FOM_ILD too"},
      {"f_HP_P", {"[]"}, everywhere, ctle},
      {"f_HP_Z", {"[]"}, everywhere, ctle},
      {"FFE_OPT_METHOD", {"MMSE"}, rx_ffe, ""},
      {"flim", {}, everywhere, ""},
      {"fraction_of_F_range_start_extrap_from", {"0.75"}, everywhere, ""},
      {"IDEAL_RX_TERM", off, everywhere, zero},
      {"IDEAL_TX_TERM", off, everywhere, zero},
      {"INC_PACKAGE", on, everywhere, zero},
      {"N_tc", {}, mlse, ""},
      {"PKG_NAME", {"", "[]"}, everywhere, "state the package's keys instead of blocks"},
      {"QL", {}, everywhere, window},
      {"Qr", {}, everywhere, window},
      {"RXFFE TAP CONSTRAINT", {"Unity Cursor"}, rx_ffe, ""},
      {"S-parameter magnitude extrapolation policy", {"linear_trend_to_DC"}, everywhere, ""},
      {"S-parameter phase extrapolation policy",
       {"extrap_cubic_to_dc_linear_to_inf"},
       everywhere,
       ""},
      {"T_h", off, everywhere, "state T_O instead"},
      {"TDR_f_BT_3db", {"0.473"}, erl, ""},
      {"trunc", {}, mlse, ""},
      {"TS_SRCH_MODE", {"full-sweep"}, everywhere, ""}};
  for (const char* keyword : {"imb_C_fctr", "imb_Z_fctr", "INCLUDE_CTLE", "INCLUDE_TX_RX_FILTER"}) {
    all.push_back({keyword, on, everywhere, ""});
  }
  for (const char* keyword : {"ERL_FOM", "TDR_Butterworth"}) all.push_back({keyword, on, erl, ""});
  for (const char* keyword : {"Do_Colored_Noise", "Do_XT_Noise"}) {
    all.push_back({keyword, on, rx_ffe, ""});
  }
  for (const char* keyword : {"Do_White_Noise", "ffe_backoff", "ffe_tap_step_size", "S_tn_w_AM"}) {
    all.push_back({keyword, off, rx_ffe, ""});
  }
  for (const char* keyword : {"Q", "Q_budget_adj"}) all.push_back({keyword, off, mlse, ""});
  for (const char* keyword : {"SHOW_BRD", "zero_pad_tukey_window_in_fb"}) {
    all.push_back({keyword, off, erl, ""});
  }
  for (const char* keyword :
       {"Enforce Causality", "f_hp", "flip", "inc_reflect_board", "N_qb", "Optimize_loop_speed_up",
        "PKG_Tx_FFE_preset", "PSDRXCAL", "RX_CALIBRATION", "Rxnskew", "Rxpskew", "skew_ps",
        "TDMODE", "Txnskew", "Txpskew", "USE_ETA0_PSD"}) {
    all.push_back({keyword, off, everywhere, ""});
  }
  return all;
}

int com_tap_keyword(std::string_view keyword) {
  if (keyword.size() < 4 || (keyword[0] != 'c' && keyword[0] != 'C') || keyword[1] != '(' ||
      keyword.back() != ')') {
    return 0;
  }
  int position{};
  const char* const end = keyword.data() + keyword.size() - 1;
  const auto [rest, error] = std::from_chars(keyword.data() + 2, end, position);
  return error == std::errc{} && rest == end ? position : 0;
}

std::vector<std::string> com_keywords() {
  std::vector<std::string> all(kRead.begin(), kRead.end());
  all.insert(all.end(), kSilent.begin(), kSilent.end());
  for (const ComRefusal& refusal : com_keywords_refused()) all.emplace_back(refusal.keyword);
  for (const char* tap : {"c(-4)", "c(-3)", "c(-2)", "c(-1)", "c(1)", "c(2)", "c(3)"}) {
    all.emplace_back(tap);
  }
  return all;
}

}  // namespace chappe
