#pragma once
// One setting of a section's equalisers, evaluated: what is left at the slicer, and its figure of
// merit.
#include <vector>

#include "solve/pulses.hpp"

namespace chappe {

/// A candidate: transmit taps and the sampling instant, for the CTLE setting of a bank.
struct Candidate {
  std::vector<double> tx_ffe{1.0};  ///< all taps, ascending position
  int tx_cursor{0};
  std::size_t sample{0};  ///< of the cursor in the bank
};

/// Per-bank data that every candidate shares.
struct NoiseTerms {
  std::vector<double> receiver{};  ///< autocorrelation at lags of T [V^2]
  std::vector<std::vector<double>>
      crosstalk{};  ///< per aggressor, unit symbol variance, no FFE [V^2]
};

/// Symbol-spaced samples around the cursor: index i stands for t_s + (i - cursor) T.
struct SymbolPulse {
  std::vector<double> v{};
  std::size_t cursor{0};
};

/// What reaches the slicer, error-free decisions assumed.
struct Equalised {
  double fom_db{-1e9};  ///< 20 log10(A_s/sigma); -1e9 where the cursor is not positive
  double cursor_v{0.0};
  double sigma_noise_v{0.0};      ///< receiver noise
  double sigma_tx_v{0.0};         ///< transmitter noise
  double adc_step_v{0.0};         ///< of the receiver's ADC, ahead of the receive FFE; 0 = none
  double sigma_adc_v{0.0};        ///< its quantisation
  double sigma_at_adc_v{0.0};     ///< noise, crosstalk and jitter ahead of the receive FFE
  double sigma_crosstalk_v{0.0};  ///< rms, averaged over phases
  double sigma_jitter_v{0.0};     ///< rms of random and dual-Dirac jitter
  double sigma_isi_v{0.0};
  std::vector<double> rx_ffe{1.0};  ///< relative to the cursor tap
  int rx_cursor{0};
  std::vector<double> dfe{};  ///< relative to the cursor
  SymbolPulse pulse{};        ///< victim behind all FFEs, DFE not yet taken out
  SymbolPulse residual{};     ///< the same less the DFE's feedback; 0 at the cursor
  SymbolPulse at_adc{};       ///< victim ahead of the receive FFE; empty without an ADC
  SymbolPulse bare{};         ///< victim behind the receive FFE, without the transmit FFE
  SymbolPulse edge{};         ///< bank.edge behind the receive FFE only [V/UI]
  SymbolPulse edge_slope{};   ///< its derivative [V/UI^2]; of final settings only, else empty
};

/// Symbols ahead of and behind the cursor that are kept.
struct Window {
  int pre{16}, post{160};
};

/// sqrt((L^2-1)/(3 (L-1)^2)): rms of equally likely, evenly spaced levels of unit peak (93A-29).
double symbol_rms(int pam_levels);

NoiseTerms noise_terms(const PulseMaker& maker, const PulseBank& bank, double ctle_gain_db,
                       double ctle_lf_gain_db);

/// Figure of merit (IEEE 802.3 equation 93A-36 in form): A_s = R_LM cursor/(L - 1) over the rms of
/// residual ISI, jitter, crosstalk, receiver and transmitter noise.
Equalised evaluate(const SectionSignals& signals, const PulseBank& bank, const NoiseTerms& noise,
                   const Candidate& candidate, const Window& window);

/// The same from samples around the cursor that are at hand. @param bare  the victim's, no FFE
/// @param edge  of the bank's edge   (the candidate's sample is not read)
Equalised equalise(const SectionSignals& signals, const SymbolPulse& bare, const SymbolPulse& edge,
                   const NoiseTerms& noise, const Candidate& candidate);

/// Mean square of the step between neighbouring transmitted levels over that of a level.
double edge_gain_squared(const std::vector<double>& taps);

/// Autocorrelation of symbol-spaced noise r behind taps, at lag m.
double correlation_behind(const std::vector<double>& r, const std::vector<double>& taps, int lag);

/// Samples of `period` (a periodic record) at sample + i T around the cursor.
SymbolPulse sample_record(const std::vector<double>& period, int samples_per_symbol,
                          std::size_t sample, const Window& window);

/// sum_k taps[k] in[n - (k - cursor)]: an FFE at the symbol rate; ends are taken as 0.
SymbolPulse filter_symbols(const SymbolPulse& in, const std::vector<double>& taps, int cursor);

/// Lags of T that noise terms need for these taps.
int noise_lags(const SectionSignals& signals);

}  // namespace chappe
