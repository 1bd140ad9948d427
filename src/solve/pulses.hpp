#pragma once
// From spectra to pulse responses behind a CTLE setting.
#include <memory>
#include <span>
#include <vector>

#include "math/fft.hpp"
#include "solve/spectra.hpp"

namespace chappe {

/// x[k] -> x[k] exp(j turn k): the factor by recurrence, set anew every 64 values.
void rotate(std::span<cd> x, double turn_rad);

/// The spectrum of a record at one sample a symbol: bin k of `from` counts as bin k modulo
/// `symbols`.
std::vector<cd> folded(std::span<const cd> from, std::size_t symbols);

/// Responses behind receiver filter and CTLE, one period of the record, `samples_per_symbol`
/// samples a symbol; sample 0 is the instant at which the transmitter's symbol begins.
struct PulseBank {
  int samples_per_symbol{0};
  /// To one outer-level symbol, no FFE, mean over the jitter of its edges: what equalisers adapt to
  /// [V].
  std::vector<double> victim{};
  std::vector<double> edge{};                     ///< d(response to a step)/dt times T [V/UI]
  std::vector<std::vector<double>> aggressors{};  ///< as victim, without FFE [V]
  std::vector<double> noise{};  ///< receiver noise autocorrelation at lags 0, T, 2T, ... [V^2]
};

/// Makes whole banks for one section at one resolution; a bank costs 2 + aggressors inverse
/// transforms.
class PulseMaker {
 public:
  /// @param samples_per_symbol  a divisor of the response grid's
  /// @param noise_lags  lags of the noise autocorrelation
  PulseMaker(const SectionSignals& signals, int samples_per_symbol, int noise_lags);
  PulseMaker(std::shared_ptr<const SectionSpectra> spectra, int samples_per_symbol);
  /// @param with_aggressors  else PulseBank::aggressors is left empty
  /// @param advance  of victim and edge: sample 0 is this many samples later than the symbol's
  /// begin
  PulseBank make(double ctle_gain_db, double ctle_lf_gain_db, bool with_aggressors,
                 double advance = 0.0) const;
  /// The aggressors' pulses only.
  std::vector<std::vector<double>> aggressors(const CtleSetting& setting) const;
  const SectionSpectra& spectra() const { return *spectra_; }

 private:
  std::vector<double> transform(const std::vector<cd>& spectrum) const;

  std::shared_ptr<const SectionSpectra> spectra_;
  int samples_per_symbol_;
  RealFft fft_;
  std::size_t used_{0};  ///< bins of the spectra within this resolution
};

/// Symbol-spaced records of the victim's pulse and edge behind one CTLE setting, at any instant.
/// What lies above half the symbol rate is folded onto the bins below it: a transform as long as
/// the record has symbols.
class SymbolSampler {
 public:
  SymbolSampler(const SectionSpectra& spectra, const CtleSetting& setting);

  struct Records {
    std::vector<double> victim{}, edge{};  ///< one period: at instant + n T
  };
  /// @param instant_ui  after the begin of the transmitter's symbol, in symbols
  Records at(double instant_ui) const;

 private:
  std::size_t symbols_;
  RealFft fft_;
  std::vector<cd> edge_{}, victim_{};
};

/// Peak of the response to one outer-level symbol behind the receiver filter, no equaliser [V].
double unequalised_peak_v(const SectionSignals& signals);

}  // namespace chappe
