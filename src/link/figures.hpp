#pragma once
// The figures of one case: DESIGN.md section 3, one spelling in TOML, C++, HDF5, CSV and JSON.
#include <limits>
#include <string>

#include "base/params.hpp"

namespace chappe {

/// `visit` declares every column once: name, unit, what it is. Not computed = NaN, left out of
/// tables (codeword_error_ratio alone may be NaN in a file: DESIGN.md section 3).
struct Figures {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string family{}, status{"ok"}, ber_method{}, worst_section{};
  int lanes{0};
  bool requirement_met{true};
  double symbol_rate_gbd{kNone}, line_rate_gbps{kNone}, net_rate_gbps{kNone}, length_m{kNone};
  double reach_m{kNone}, reach_min_m{kNone}, margin_db{kNone};
  double ber_pre_fec{kNone}, ber_pre_fec_low{kNone}, ber_pre_fec_high{kNone}, ber_post_inner{kNone};
  double burst_factor{kNone}, codeword_error_ratio{kNone}, frame_bytes{kNone},
      frame_loss_ratio{kNone}, ber_post_fec{kNone};
  double latency_ns{kNone}, energy_pj_per_bit{kNone}, module_power_w{kNone}, power_w{kNone};
  double fit{kNone}, mttr_h{kNone};
  double com_db{kNone}, fom_db{kNone}, erl_db{kNone}, icn_mv{kNone}, vec_db{kNone}, veo_mv{kNone};
  double il_nyquist_db{kNone}, pulse_peak_mv{kNone};
  double eye_height_mv{kNone}, eye_width_ui{kNone};
  double launch_power_dbm{kNone}, oma_outer_dbm{kNone}, extinction_ratio_db{kNone}, rlm{kNone};
  double optical_loss_db{kNone}, received_power_dbm{kNone}, received_oma_dbm{kNone};
  double optical_margin_db{kNone};

  void visit(auto&& f) {
    f(Info{.key = "family", .doc = "medium"}, family);
    f(Info{.key = "status", .doc = "ok, no_reach, outside_validity, no_lock"}, status);
    f(Info{.key = "requirement_met", .doc = "1 where every [require] limit of a case holds"},
      requirement_met);
    f(Info{"lanes", "1", "lanes a direction"}, lanes);
    f(Info{"symbol_rate_gbd", "GBd", "symbol rate of a lane, last section"}, symbol_rate_gbd);
    f(Info{"line_rate_gbps", "Gb/s", "coded bit rate a direction, all lanes"}, line_rate_gbps);
    f(Info{"net_rate_gbps", "Gb/s", "payload rate a direction, all lanes"}, net_rate_gbps);
    f(Info{"length_m", "m", "total length of cables and fibres"}, length_m);
    f(Info{"reach_m", "m", "longest length that meets the requirement, by scan and refinement"},
      reach_m);
    f(Info{"reach_min_m", "m", "shortest length that meets the requirement"}, reach_min_m);
    f(Info{"margin_db", "dB",
           "20 log10 of the distance to the decision threshold over the distance at"
           " which the requirement is met; electrical dB at the slicer"},
      margin_db);
    f(Info{"ber_pre_fec", "1",
           "bit error ratio ahead of all FEC, inner codes too, sum of its sections, decision"
           " feedback free of errors"},
      ber_pre_fec);
    f(Info{"ber_pre_fec_low", "1", "lower end of its interval"}, ber_pre_fec_low);
    f(Info{"ber_pre_fec_high", "1", "upper end of its interval"}, ber_pre_fec_high);
    f(Info{"ber_post_inner", "1",
           "bit error ratio ahead of the outer FEC, behind inner codes, sum of sections; where one"
           " has an inner code"},
      ber_post_inner);
    f(Info{"burst_factor", "1",
           "bit errors with real decision feedback over those with error-free feedback, which"
           " ber_pre_fec counts"},
      burst_factor);
    f(Info{.key = "ber_method", .doc = "closed_form, density, pattern_density, count, importance"},
      ber_method);
    f(Info{"codeword_error_ratio", "1", "codewords not corrected of codewords sent"},
      codeword_error_ratio);
    f(Info{"frame_bytes", "B", "frame length without preamble and gap"}, frame_bytes);
    f(Info{"frame_loss_ratio", "1", "frames lost of frames sent"}, frame_loss_ratio);
    f(Info{"ber_post_fec", "1",
           "bit error ratio behind the FEC, bursts counted: up to burst_factor times ber_pre_fec"
           " where next to nothing is corrected"},
      ber_post_fec);
    f(Info{"latency_ns", "ns",
           "one way, first bit in to the same bit out; FEC accumulation and decoding"
           " counted, frame serialisation not"},
      latency_ns);
    f(Info{"energy_pj_per_bit", "pJ/bit",
           "all power at both ends, both directions, over twice the net"
           " rate"},
      energy_pj_per_bit);
    f(Info{"module_power_w", "W", "one module; 0 where the link has none"}, module_power_w);
    f(Info{"power_w", "W", "the whole link, both ends and directions"}, power_w);
    f(Info{"fit", "1e-9/h", "failures in 1e9 h, sum of the link's parts"}, fit);
    f(Info{"mttr_h", "h", "mean time to repair"}, mttr_h);
    f(Info{"com_db", "dB",
           "20 log10(A_s/A_ni) at solve.com_detector_error_ratio, by this path's"
           " density: transmitter noise passes the channel, each edge has its own jitter; lower"
           " than what 'chappe com' gives"},
      com_db);
    f(Info{"fom_db", "dB", "20 log10(A_s/sigma) of the chosen settings"}, fom_db);
    f(Info{"erl_db", "dB", "effective return loss, lesser of both ports"}, erl_db);
    f(Info{"icn_mv", "mV", "integrated crosstalk noise at the channel's output, rms, to f_b"},
      icn_mv);
    f(Info{"vec_db", "dB",
           "vertical eye closure at solve.com_detector_error_ratio; none where closed"},
      vec_db);
    f(Info{"veo_mv", "mV",
           "vertical eye opening at solve.com_detector_error_ratio, peak to peak at the"
           " slicer; negative: closed by that much"},
      veo_mv);
    f(Info{"il_nyquist_db", "dB",
           "insertion loss at half the symbol rate, of the channel between packages of the"
           " section with the least margin"},
      il_nyquist_db);
    f(Info{.key = "worst_section",
           .doc = "section with the least margin: its signal figures stand for the link"},
      worst_section);
    f(Info{"pulse_peak_mv", "mV",
           "peak of the pulse response at the receiver filter's output, before"
           " equalisation"},
      pulse_peak_mv);
    f(Info{"eye_height_mv", "mV",
           "opening at the slicer at solve.eye_ber of either level beside it, least sub-eye;"
           " negative: closed by that much"},
      eye_height_mv);
    f(Info{"eye_width_ui", "UI",
           "time around the sampling instant in which both levels pass the held threshold at"
           " solve.eye_ber, least sub-eye; 0 where closed"},
      eye_width_ui);
    f(Info{"launch_power_dbm", "dBm",
           "mean optical power of a lane into the link between the modules"},
      launch_power_dbm);
    f(Info{"oma_outer_dbm", "dBm", "outer optical modulation amplitude there, levels held"},
      oma_outer_dbm);
    f(Info{"extinction_ratio_db", "dB", "outer levels' power ratio there, levels held"},
      extinction_ratio_db);
    f(Info{"rlm", "1", "level separation mismatch ratio there, levels held"}, rlm);
    f(Info{"optical_loss_db", "dB", "between the modules, optical"}, optical_loss_db);
    f(Info{"received_power_dbm", "dBm", "mean optical power of a lane behind that link"},
      received_power_dbm);
    f(Info{"received_oma_dbm", "dBm", "outer optical modulation amplitude there"},
      received_oma_dbm);
    f(Info{"optical_margin_db", "dB",
           "optical loss that could be added until the requirement is just met"},
      optical_margin_db);
  }
};

}  // namespace chappe
