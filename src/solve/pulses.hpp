#pragma once
// From transfer functions to pulse responses behind a CTLE setting, and the noise that goes with
// them.
#include <memory>
#include <vector>

#include "link/path.hpp"
#include "math/fft.hpp"
#include "solve/section_response.hpp"

namespace chappe {

/// Transmitter and receiver of a section with its response: what every later stage needs.
struct SectionSignals {
  const Section* section{nullptr};
  TransmitterSpec tx{};
  ReceiverSpec rx{};
  std::vector<TransmitterSpec> aggressor_tx{};
  SectionResponse response{};
  int pam_levels{4};
};

/// Asks the section's elements once. The Section must outlive the result.
SectionSignals section_signals(const Section& section, const OperatingPoint& at,
                               bool allow_extrapolation, const GridFineness& fineness = {});

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

/// Makes banks for one section at one resolution; a bank costs 2 + aggressors inverse transforms.
class PulseMaker {
 public:
  /// @param samples_per_symbol  a divisor of the response grid's
  /// @param noise_lags  lags of the noise autocorrelation
  PulseMaker(const SectionSignals& signals, int samples_per_symbol, int noise_lags);
  /// @param with_aggressors  else PulseBank::aggressors is left empty
  /// @param advance  of victim and edge: sample 0 is this many samples later than the symbol's
  /// begin
  PulseBank make(double ctle_gain_db, double ctle_lf_gain_db, bool with_aggressors,
                 double advance = 0.0) const;
  /// Autocorrelation of each aggressor's crosstalk at lags 0, T, ... averaged over phase, for unit
  /// symbol variance and no FFE [V^2].
  std::vector<std::vector<double>> crosstalk_autocorrelation(double ctle_gain_db,
                                                             double ctle_lf_gain_db,
                                                             int lags) const;

 private:
  /// Fills the powers on the decimated grid. @param flat_power  |CTLE|^2 of what the bases hold
  void add_powers(const std::vector<double>& flat_power);
  std::vector<double> autocorrelation(const std::vector<double>& psd, int lags) const;
  std::vector<double> ctle_power(double ctle_gain_db, double ctle_lf_gain_db) const;

  const SectionSignals& signals_;
  int samples_per_symbol_;
  int noise_lags_;
  RealFft fft_;
  std::size_t used_{0};                         ///< bins from 0 on that carry anything
  std::vector<cd> base_victim_{};               ///< up to the hold, CTLE gains at 1
  std::vector<cd> hold_{};                      ///< of a symbol, with the mean of its jitter
  std::vector<cd> low_gain_{}, low_lf_gain_{};  ///< 1 - H(gain 0)/H(gain 1) of the CTLE
  std::vector<std::vector<cd>> base_aggressors_{};
  std::size_t psd_stride_{1};
  std::vector<double> filter_power_{};                  ///< |H_r|^2 on the decimated grid
  std::vector<std::vector<double>> aggressor_power_{};  ///< |P|^2 on the decimated grid, no CTLE
};

/// Peak of the response to one outer-level symbol behind the receiver filter, no equaliser [V].
double unequalised_peak_v(const SectionSignals& signals);

}  // namespace chappe
