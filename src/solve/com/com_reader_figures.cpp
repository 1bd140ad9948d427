// Module hosts (C2M), TDR and ERL, thresholds.
#include "solve/com/com_reader_groups.hpp"

namespace chappe {
namespace {

void read_c2m(ComValues& values, ComConfig& config) {
  const std::vector<std::string> types{"C2C", "C2M"};
  const std::string type = values.word("PMD_type", types, "C2C");
  config.c2m = values.word("PHY", types, type) == "C2M";
  const double t_o_mui = values.number("T_O", {0.0, 500.0, false, true}, 0.0);
  config.t_o_mui = config.c2m ? t_o_mui : 0.0;
  config.samples_c2m = values.whole("samples_for_C2M", 4, 10'000, 100);
  const double older_mv = values.number("EH_min_test", {0.0, 1e4}, 0.0);
  config.eh_min_test_v = values.number("Min_VEO_Test", {0.0, 1e4}, older_mv) * kComMilli;
  config.eh_min_v = values.number("EH_min", {0.0, 1e4}, 0.0) * kComMilli;
  config.window = values.word("Histogram_Window_Weight",
                              {"rectangle", "gaussian", "triangle", "dual_rayleigh"}, "rectangle");
  config.sigma_r_ui = values.number("sigma_r", {0.0, 1.0, true}, 0.02);
  if (config.c2m && config.t_o_mui > 0.0 && config.mlse != 0) {
    values.fault("MLSE", ": goes with no C2M window (T_O)");
  }
}

void read_tdr(ComValues& values, ComConfig& config) {
  ComTdr& tdr = config.tdr;
  tdr.erl = values.flag("TDR", true) && values.flag("ERL", true);
  tdr.rise_time_s = values.number("TR_TDR", {0.0, 10.0, true}, 8e-3) * kComNano;
  tdr.z_t_ohm = values.number("Z_t", {0.0, 10'000.0, true}, 50.0);
  tdr.span_ui = values.number("N", {0.0, 1e6}, 0.0);
  tdr.gate_ui = values.whole("N_bx", 0, 100'000, config.dfe.taps);
  tdr.rho = values.number("rho_x", {0.0, 1.0}, 0.618);
  tdr.beta_db_per_s = values.number("beta_x", {-1e15, 1e15}, 0.0);
  tdr.gate = values.whole("Grr", 0, 2, values.whole("Grr_limit", 0, 2, 1));
  if (values.whole("Gx", 0, 1, 0) == 1) tdr.gate = 2;
  tdr.taper = values.flag("Tukey_Window", false);
  tdr.with_tx_package = values.flag("TDR_W_TXPKG", false);
  tdr.t_k_s = values.number("T_k", {0.0, 1e3, true}, 0.6) * kComNano;
  tdr.fixture_s = values.pair("fixture delay time", {0.0, 1e-6}, 0.0);
}

}  // namespace

void read_com_figures(ComValues& values, ComConfig& config) {
  read_c2m(values, config);
  read_tdr(values, config);
  config.com_pass_db = values.told_number("COM Pass threshold", {-100.0, 100.0}, 0.0);
  config.erl_pass_db = values.number("ERL Pass threshold", {-100.0, 100.0}, 0.0);
  config.vec_pass_db = values.number("VEC Pass threshold", {0.0, 1e3}, 0.0);
}

}  // namespace chappe
