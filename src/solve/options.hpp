#pragma once
// What a scenario's [solve] and [require] say.
#include <optional>
#include <string>
#include <vector>

#include "base/params.hpp"

namespace chappe {

/// [solve]
struct SolveOptions {
  std::string fidelity{"statistical"};
  bool cross_check{false};
  std::string reach{};
  double reach_tolerance{0.01};
  int frame_bytes{64};
  double pdf_bins{4096};
  double com_detector_error_ratio{1e-4};
  std::vector<double> cross_check_ber{1e-3, 1e-4, 1e-5};
  bool cross_check_adapted{false};
  std::string waveform_method{"count"};
  double waveform_error_events{1000};
  double waveform_symbols_max{2e8};
  int waveform_samples_per_symbol{16};
  int yield_samples{0};
  double reach_yield{0.0};
  double yield_margin_share{0.0};
  bool sensitivity{false};
  bool eye{false};
  double eye_ber{1e-6};
  void visit(auto&& f) {
    f(Info{.key = "fidelity",
           .doc = "how signals are treated",
           .choices = "closed_form|statistical|waveform"},
      fidelity);
    f(Info{.key = "cross_check", .doc = "run every fidelity and report the differences"},
      cross_check);
    f(Info{.key = "reach",
           .doc = "the swept key whose first failing crossing is refined; empty = none"},
      reach);
    f(Info{"reach_tolerance", "1", "width of the last bracket of a reach, in the unit of its key",
           1e-9, 1e6},
      reach_tolerance);
    f(Info{"frame_bytes", "B", "frame length without preamble and gap", 64, 16384}, frame_bytes);
    f(Info{"pdf_bins", "1", "bins of an amplitude density", 512, 65536}, pdf_bins);
    f(Info{"com_detector_error_ratio", "1", "DER_0 of com_db, vec_db, veo_mv (802.3ck: 1e-4)",
           1e-18, 0.1},
      com_detector_error_ratio);
    f(Info{"cross_check_ber", "1",
           "bit error ratios to which receiver noise is raised; below 1e-6 by importance sampling",
           1e-15, 0.1},
      cross_check_ber);
    f(Info{.key = "cross_check_adapted",
           .doc = "run a receiver that finds clock and taps by itself beside, above 1e-6"},
      cross_check_adapted);
    f(Info{.key = "waveform_method",
           .doc = "of fidelity waveform: errors counted, or importance sampling for rare ones",
           .choices = "count|importance"},
      waveform_method);
    f(Info{"waveform_error_events", "1", "independent error events to stop at", 100, 1e7},
      waveform_error_events);
    f(Info{"waveform_symbols_max", "1", "symbols to stop at", 1e4, 1e12}, waveform_symbols_max);
    f(Info{"waveform_samples_per_symbol", "1", "samples a symbol", 8, 64},
      waveform_samples_per_symbol);
    f(Info{"yield_samples", "1", "samples of a link's tolerances a case; 0 = no yield", 0, 1e7},
      yield_samples);
    f(Info{"reach_yield", "1", "the yield that a reach must have; 0 = reach of the nominal link", 0,
           1},
      reach_yield);
    f(Info{"yield_margin_share", "1",
           "share of the links whose least margin is looked for among the samples, e.g. 0.999; 0 ="
           " none",
           0, 1},
      yield_margin_share);
    f(Info{.key = "sensitivity", .doc = "how figures move with each parameter that varies"},
      sensitivity);
    f(Info{.key = "eye", .doc = "draw the statistical eye of each case"}, eye);
    f(Info{"eye_ber", "1", "error ratio of eye_height_mv and eye_width_ui", 1e-18, 0.1}, eye_ber);
  }
};

/// [require]: what a case must meet. In a reach search these are the criterion, elsewhere the exit
/// code.
struct Requirements {
  std::optional<double> frame_loss_ratio_max{}, ber_pre_fec_max{}, ber_post_fec_max{},
      margin_db_min{}, com_db_min{}, latency_ns_max{}, energy_pj_per_bit_max{}, reach_m_min{},
      yield_min{};
  void visit(auto&& f) {
    f(Info{"frame_loss_ratio_max", "1", "frames lost of frames sent", 0, 1}, frame_loss_ratio_max);
    f(Info{"ber_pre_fec_max", "1", "bit error ratio ahead of the FEC", 0, 0.5}, ber_pre_fec_max);
    f(Info{"ber_post_fec_max", "1", "bit error ratio behind the FEC", 0, 0.5}, ber_post_fec_max);
    f(Info{"margin_db_min", "dB", "margin at the slicer", -100, 100}, margin_db_min);
    f(Info{"com_db_min", "dB", "channel operating margin", -100, 100}, com_db_min);
    f(Info{"latency_ns_max", "ns", "one-way latency", 0, 1e12}, latency_ns_max);
    f(Info{"energy_pj_per_bit_max", "pJ/bit", "energy of the whole link", 0, 1e6},
      energy_pj_per_bit_max);
    f(Info{"reach_m_min", "m", "reach", 0, 1e9}, reach_m_min);
    f(Info{"yield_min", "1", "yield that samples show at 95 %, one-sided", 0, 1}, yield_min);
  }
  /// True if a case, not only a reach, is constrained.
  bool any_case_limit() const {
    return frame_loss_ratio_max || ber_pre_fec_max || ber_post_fec_max || margin_db_min ||
           com_db_min || latency_ns_max || energy_pj_per_bit_max || yield_min;
  }
};

}  // namespace chappe
