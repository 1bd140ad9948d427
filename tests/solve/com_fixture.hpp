#pragma once
// The sheet of the public COM reference run (100GBASE-KR, fixed equaliser) as a configuration made
// by hand, and the shared channels that it is tried on.
#include <filesystem>
#include <optional>

#include "signal/mixed_mode.hpp"
#include "signal/touchstone.hpp"
#include "solve/com/com.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe::testing {

inline ComChannel com_channel(const std::filesystem::path& file) {
  return {file.filename().string(),
          mixed_mode(read_touchstone(file.string()), Pairing{1, 3, 2, 4})};
}

/// The C2M 14 dB channel; nothing without the file.
inline std::optional<ComInput> c2m_input(bool crosstalk) {
  const std::filesystem::path folder = shared_folder() / "channels/c2m_z100_il14";
  const auto file = [&](const char* kind) {
    return folder / ("C2M__Z100_IL14_WC_BOR_H_L_H_" + std::string(kind) + ".s4p");
  };
  if (!std::filesystem::exists(file("THRU"))) return std::nullopt;
  ComInput out{com_channel(file("THRU"))};
  if (crosstalk) {
    out.fext = {com_channel(file("FEXT1")), com_channel(file("FEXT2"))};
    out.next = {com_channel(file("NEXT1")), com_channel(file("NEXT2"))};
  }
  return out;
}

inline ComConfig kr100_fixed() {
  ComConfig c;
  c.symbol_rate_bd = 53.125e9;
  c.n_v = 12;
  c.package_line = {0.0, 0.0009909, 0.0002772, 0.006141};
  c.board_line = {0.0, 3.8206e-4, 9.5909e-5, 0.00579};
  for (ComSide* side : {&c.tx, &c.rx}) {
    side->die_f = {1.2e-13};
    side->die_h = {1.2e-10};
    side->bump_f = 0.3e-13;
    side->ball_f = 0.87e-13;
    side->line_ohm = {87.5, 92.5, 100.0, 100.0};
    side->board_c0_f = 0.29e-13;
    side->board_c1_f = 0.19e-13;
  }
  const std::vector<double> short_mm{12.0, 1.8, 0.0, 0.0}, long_mm{31.0, 1.8, 0.0, 0.0};
  const std::vector<double> far_mm{29.0, 1.8, 0.0, 0.0};
  c.cases = {{short_mm, short_mm, short_mm, short_mm}, {long_mm, long_mm, far_mm, far_mm}};
  c.board_tx_mm = c.board_fext_mm = c.board_next_mm = c.board_rx_mm = 110.3;
  c.a_v = c.a_fe = 0.413;
  c.a_ne = 0.608;
  c.a_ft = c.a_nt = 0.6;
  c.edge = ComEdge::gaussian2;
  c.t_r_s = 7.5e-12;
  c.f_r = 0.75;
  c.f_v = c.f_f = c.f_n = 0.5935686274509804;
  c.f_1_hz = 0.05e9;
  c.f_2_hz = 40e9;
  c.tx_ffe = {{-3, {0.0}}, {-2, {0.02}}, {-1, {-0.1}}, {1, {0.0}}};
  c.c0_min = 0.54;
  c.ctle.g_dc_db = {-8.0};
  c.ctle.f_z_hz = c.ctle.f_p1_hz = {21.25e9};
  c.ctle.f_p2_hz = {53.125e9};
  c.ctle.g_dc_hp_db = {-3.0};
  c.ctle.f_hp_hz = {0.6640625e9};
  c.dfe.taps = 12;
  c.dfe.banks = c.dfe.bank_taps = 3;
  c.dfe.span = 40;
  c.dfe.bank_max = 0.05;
  c.dfe.tail_start = 25;
  c.dfe.tail_rss_max = 0.02;
  c.dfe.b_max = {0.85, 0.3, 0.2, 0.2, 0.2, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1};
  c.dfe.b_min = {0.3, 0.05};
  c.dfe.b_min.resize(12, -0.03);
  c.snr_tx_db = 33.0;
  c.r_lm = 0.95;
  c.sigma_rj_ui = 0.01;
  c.a_dd_ui = 0.02;
  c.eta_0_v2_per_hz = 8.2e-18;
  c.local_search = 2;
  c.tdr.rise_time_s = 10e-12;
  c.tdr.span_ui = 3500.0;
  c.tdr.gate_ui = 21;
  c.tdr.taper = true;
  return c;
}

/// The same with 7 x 3 x 2 x 5 x 2 = 420 settings.
inline ComConfig kr100_ranges() {
  ComConfig c = kr100_fixed();
  c.ctle.g_dc_db = {-12.0, -11.0, -10.0, -9.0, -8.0, -7.0, -6.0};
  c.ctle.g_dc_hp_db = {-4.0, -3.0, -2.0};
  c.tx_ffe = {
      {-3, {0.0}}, {-2, {0.0, 0.02}}, {-1, {-0.14, -0.12, -0.1, -0.08, -0.06}}, {1, {0.0, -0.05}}};
  return c;
}

}  // namespace chappe::testing
