#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// Equalising receiver of a serdes lane: termination, input noise, 4th-order Butterworth filter,
/// CTLE with a low-frequency stage, FFE by MMSE, DFE, MLSE. Parameters are those of the receiver in
/// IEEE 802.3 Annex 93A (R_d, eta_0, f_r, g_DC, g_DC2, f_z, f_p1, f_p2, f_LF, b_max) and Annex 178A
/// (FFE).
class SerdesRx final : public Element, public Receiver {
 public:
  struct Params {
    double termination_ohm{50.0};
    double noise_v2_per_ghz{8.2e-9};
    double filter_bandwidth_ratio{0.75};
    std::vector<double> ctle_gain_db{0.0};
    std::vector<double> ctle_lf_gain_db{0.0};
    double ctle_zero_ghz{21.25}, ctle_pole1_ghz{21.25}, ctle_pole2_ghz{53.125}, ctle_lf_ghz{0.664};
    int ffe_pre{0};
    int ffe_post{0};
    double ffe_limit{0.0};
    int adc_bits{0};
    double adc_full_scale{4.0};
    std::vector<double> dfe_max{};
    std::vector<double> dfe_min{};
    bool mlse{false};
    double clock_recovery_bandwidth_mhz{0.0};
    double sampling_offset_ui{0.0};
    std::string thresholds{"mid"};
    double energy_pj_per_bit{0.0};
    double latency_ns{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"termination_ohm", "ohm", "R_d, single ended", 1, 1e3}, termination_ohm);
      f(Info{"noise_v2_per_ghz", "V^2/GHz", "one-sided noise ahead of the filter, eta_0", 0, 1},
        noise_v2_per_ghz);
      f(Info{"filter_bandwidth_ratio", "1", "3 dB bandwidth over symbol rate, f_r", 0.1, 2},
        filter_bandwidth_ratio);
      f(Info{"ctle_gain_db", "dB", "DC gain g_DC: [value] or [low, high, step]", -40, 20},
        ctle_gain_db);
      f(Info{"ctle_lf_gain_db", "dB", "low-frequency stage's gain g_DC2", -40, 20},
        ctle_lf_gain_db);
      f(Info{"ctle_zero_ghz", "GHz", "f_z", 1e-3, 1e3}, ctle_zero_ghz);
      f(Info{"ctle_pole1_ghz", "GHz", "f_p1", 1e-3, 1e3}, ctle_pole1_ghz);
      f(Info{"ctle_pole2_ghz", "GHz", "f_p2", 1e-3, 1e3}, ctle_pole2_ghz);
      f(Info{"ctle_lf_ghz", "GHz", "f_LF, zero and pole of the low-frequency stage", 1e-4, 1e3},
        ctle_lf_ghz);
      f(Info{"ffe_pre", "1", "FFE taps ahead of the cursor", 0, 31}, ffe_pre);
      f(Info{"ffe_post", "1", "FFE taps behind the cursor", 0, 31}, ffe_post);
      f(Info{"ffe_limit", "1", "largest FFE tap beside the cursor, relative to it; 0 = no limit", 0,
             10},
        ffe_limit);
      f(Info{"adc_bits", "1", "resolution of an ADC ahead of the FFE, 5 to 16; 0 = none", 0, 16},
        adc_bits);
      f(Info{"adc_full_scale", "1", "its range, +- this many rms of the signal", 1, 20},
        adc_full_scale);
      f(Info{"dfe_max", "1",
             "upper limit of each DFE tap over the cursor; its length is their number", -2, 2},
        dfe_max);
      f(Info{"dfe_min", "1", "lower limits; empty = -dfe_max", -2, 2}, dfe_min);
      f(Info{.key = "mlse",
             .doc =
                 "maximum-likelihood sequence detection in place of the first DFE tap; latency and"
                 " energy of its own are not counted (no source)"},
        mlse);
      f(Info{"clock_recovery_bandwidth_mhz", "MHz",
             "sinusoidal jitter below it is followed, first order; 0 = none is", 0, 1e3},
        clock_recovery_bandwidth_mhz);
      f(Info{"sampling_offset_ui", "UI", "slicer late by this after the best instant", -0.5, 0.5},
        sampling_offset_ui);
      f(Info{.key = "thresholds",
             .doc = "of a section with light: midway between levels or where errors are fewest",
             .choices = "mid|optimum"},
        thresholds);
      f(Info{"energy_pj_per_bit", "pJ/bit", "of line rate, one lane and direction", 0, 1e3},
        energy_pj_per_bit);
      f(Info{"latency_ns", "ns", "input to digital output", 0, 1e6}, latency_ns);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError with all its faults if a setting is no range, DFE limits do not
  ///        fit, or an ADC has fewer bits than its quantisation is noise from, or no FFE behind it
  SerdesRx(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::electrical; }
  Domain output() const override { return Domain::digital; }
  ReceiverSpec receiver(const OperatingPoint& at) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  static constexpr std::size_t kDfeTapsMost = 64;
  static constexpr int kAdcBitsLeast = 5;  ///< below, counted waveforms leave the densities
  void check_adc(const std::string& what, Faults& faults) const;
  void check_dfe(const std::string& what, Faults& faults) const;
  TapLimit dfe_limit(std::size_t tap) const;

  Params p_;
  ParamMap given_;
};

}  // namespace chappe
