#pragma once
// A section's responses behind receiver filter and CTLE, as spectra, and the noise that goes with
// them.
#include <array>
#include <span>
#include <vector>

#include "link/path.hpp"
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

/// One setting of a CTLE: its two gains [dB], each <= 0 as a rule.
struct CtleSetting {
  double gain_db{0.0}, lf_gain_db{0.0};
};

/// The CTLE (g + jf/f_z)(l + jf/f_l)/((1 + jf/f_p1)(1 + jf/f_p2)(1 + jf/f_l)) is linear in each of
/// its two gains: H(g, l) = H(1, 1) (1 - (1 - g) A) (1 - (1 - l) B) with A = 1/(1 + jf/f_z) and
/// B = 1/(1 + jf/f_l) (0 without a low-frequency stage), and |1 - (1 - g) A|^2 = 1 - (1 - g^2)
/// |A|^2. So spectra, pulses and autocorrelations of four settings hold those of all.
class SectionSpectra {
 public:
  /// @param noise_lags  lags of T that autocorrelations hold   @param signals  must outlive this
  SectionSpectra(const SectionSignals& signals, int noise_lags);

  const SectionSignals& signals() const { return signals_; }
  /// Bins of the response's grid from 0 on that carry anything; all others are 0.
  std::size_t size() const { return edge_.size(); }
  /// d(victim's response to a step)/dt times T at CTLE gains of 1 [V].
  const std::vector<cd>& edge() const { return edge_; }
  /// Of a symbol held for T, with the mean of the jitter of its edges: edge times this is the
  /// response to one symbol.
  const std::vector<cd>& hold() const { return hold_; }
  const std::vector<cd>& low_gain() const { return low_gain_; }        ///< A
  const std::vector<cd>& low_lf_gain() const { return low_lf_gain_; }  ///< B
  /// Responses to one symbol of each aggressor at CTLE gains of 1, no FFE, no jitter [V].
  const std::vector<std::vector<cd>>& aggressors() const { return aggressors_; }

  /// The CTLE's response over that at gains of 1, `size()` values.
  std::vector<cd> ctle(const CtleSetting& setting) const;
  /// Autocorrelation of the receiver's noise at lags 0, T, 2T, ... [V^2].
  std::vector<double> noise(const CtleSetting& setting) const;
  /// The same of each aggressor's crosstalk, averaged over phase, for unit symbol variance and no
  /// FFE [V^2].
  std::vector<std::vector<double>> crosstalk(const CtleSetting& setting) const;

 private:
  /// Autocorrelations of S, S |A|^2, S |B|^2 and S |A B|^2 of a density S at CTLE gains of 1.
  using Correlations = std::array<std::vector<double>, 4>;

  void add_noise(int lags);
  Correlations correlations(const std::vector<double>& density, int lags) const;
  std::vector<double> at_setting(const Correlations& of, const CtleSetting& setting) const;

  const SectionSignals& signals_;
  std::vector<cd> edge_{}, hold_{}, low_gain_{}, low_lf_gain_{};
  std::vector<std::vector<cd>> aggressors_{};
  std::size_t stride_{1};  ///< of the grid on which powers are kept
  Correlations noise_{};
  std::vector<Correlations> crosstalk_{};
};

}  // namespace chappe
