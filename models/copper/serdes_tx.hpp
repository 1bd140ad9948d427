#pragma once
#include <string>
#include <vector>

#include "base/params.hpp"
#include "link/element.hpp"

namespace chappe {

/// PAM transmitter of a serdes lane: levels with mismatch, FFE, Gaussian edge, noise, jitter.
/// Parameters are those of the transmitter in IEEE 802.3 Annex 93A (A_v, R_LM, T_r, R_d, SNR_TX,
/// sigma_RJ, A_DD, c(i)). Inner PAM4 levels stand at +- R_LM/3 of the outer ones.
class SerdesTx final : public Element, public Transmitter {
 public:
  struct Params {
    double amplitude_v{0.413};
    double rlm{0.95};
    double rise_time_ps{7.5};
    double termination_ohm{50.0};
    double snr_tx_db{33.0};
    double random_jitter_ui{0.01};
    double dual_dirac_jitter_ui{0.02};
    double sinusoidal_jitter_ui{0.0};
    double sinusoidal_jitter_mhz{0.0};
    double even_odd_jitter_ui{0.0};
    std::vector<double> ffe_pre3{};
    std::vector<double> ffe_pre2{};
    std::vector<double> ffe_pre1{};
    std::vector<double> ffe_post1{};
    double ffe_minimum_cursor{0.54};
    double energy_pj_per_bit{0.0};
    double latency_ns{0.0};
    double fit{0.0};
    void visit(auto&& f) {
      f(Info{"amplitude_v", "V", "outer level into a matched load, peak differential", 1e-3, 10},
        amplitude_v);
      f(Info{"rlm", "1", "level mismatch ratio R_LM", 0.5, 1}, rlm);
      f(Info{"rise_time_ps", "ps", "20 to 80 % of the Gaussian edge", 0, 1e3}, rise_time_ps);
      f(Info{"termination_ohm", "ohm", "R_d, single ended", 1, 1e3}, termination_ohm);
      f(Info{"snr_tx_db", "dB", "outer level over rms noise of a symbol, SNR_TX", 0, 200},
        snr_tx_db);
      f(Info{"random_jitter_ui", "UI", "rms of each edge", 0, 0.2}, random_jitter_ui);
      f(Info{"dual_dirac_jitter_ui", "UI", "each edge early or late by this", 0, 0.4},
        dual_dirac_jitter_ui);
      f(Info{"sinusoidal_jitter_ui", "UI", "peak, of all edges together", 0, 0.5},
        sinusoidal_jitter_ui);
      f(Info{"sinusoidal_jitter_mhz", "MHz", "its frequency; up to 1/500 of the symbol rate", 0,
             1e3},
        sinusoidal_jitter_mhz);
      f(Info{"even_odd_jitter_ui", "UI", "edges alternately late and early, peak to peak", 0, 0.4},
        even_odd_jitter_ui);
      f(Info{"ffe_pre3", "1", "tap c(-3): [value] or [low, high, step]", -1, 1}, ffe_pre3);
      f(Info{"ffe_pre2", "1", "tap c(-2)", -1, 1}, ffe_pre2);
      f(Info{"ffe_pre1", "1", "tap c(-1)", -1, 1}, ffe_pre1);
      f(Info{"ffe_post1", "1", "tap c(1)", -1, 1}, ffe_post1);
      f(Info{"ffe_minimum_cursor", "1", "least c(0) = 1 - sum |c(i)|", 0, 1}, ffe_minimum_cursor);
      f(Info{"energy_pj_per_bit", "pJ/bit", "of line rate, one lane and direction", 0, 1e3},
        energy_pj_per_bit);
      f(Info{"latency_ns", "ns", "digital input to output", 0, 1e6}, latency_ns);
      f(Info{"fit", "1e-9/h", "failures in 1e9 h", 0, 1e7}, fit);
    }
  };

  /// @throws ScenarioError with all its faults if a tap's setting is no range
  SerdesTx(std::string name, Params params, const ParamMap& given);
  Domain input() const override { return Domain::digital; }
  Domain output() const override { return Domain::electrical; }
  TransmitterSpec transmitter(const OperatingPoint& at) const override;
  void ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const override;

 private:
  Params p_;
  ParamMap given_;
};

}  // namespace chappe
