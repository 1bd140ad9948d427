#pragma once
// Figures of merit as the equaliser search asks for them: thousands of a section.
#include <array>
#include <memory>
#include <vector>

#include "solve/equalise.hpp"

namespace chappe {

inline constexpr int kCoarseSamples = 8;        ///< a symbol, while searching
inline constexpr Window kCoarseWindow{16, 96};  ///< symbols that the search weighs
inline constexpr std::ptrdiff_t kCoarseDrift_ui =
    16;  ///< that instants may lie from the pulse's peak, at least

/// The pulses near the cursor at one CTLE setting.
struct CoarseBank {
  std::vector<double> victim{}, edge{};  ///< [phase][symbol] of the samples that are kept
  NoiseTerms noise{};
  std::ptrdiff_t peak{0};  ///< of the victim's pulse, a sample of the coarse record
};

/// `evaluate` at a few samples a symbol over kCoarseWindow, with the same figures to rounding. The
/// pulses of four CTLE settings are transformed once; those of all others are sums of them.
class CoarseMerit {
 public:
  explicit CoarseMerit(std::shared_ptr<const SectionSpectra> spectra);
  /// The same at `ratio` times the samples, by a windowed sinc: at 8 samples a symbol pulses are
  /// sampled at more than twice what they need.
  CoarseMerit(const CoarseMerit& coarse, int ratio);

  CoarseBank bank(const CtleSetting& setting) const;
  /// 20 log10(A_s/sigma) [dB]; -1e9 without a positive cursor, and for instants farther from the
  /// peak than kCoarseDrift_ui and 1. Not for two threads at once: it keeps its scratch.
  double fom_db(const CoarseBank& bank, const Candidate& candidate);
  /// Samples of the coarse record, and of a symbol.
  std::ptrdiff_t period() const { return period_; }
  std::ptrdiff_t samples() const { return samples_; }
  const std::shared_ptr<const SectionSpectra>& spectra() const { return spectra_; }

 private:
  using Pulses = std::array<std::vector<double>, 4>;  // as are, with A, with B, with A B

  std::vector<double> kept(const std::vector<double>& record) const;
  std::vector<double> finer(const std::vector<double>& pulse, int ratio) const;
  /// Merit without a receive FFE. @param bare, edge  of kCoarseWindow
  double plain_fom_db(const double* bare, const double* edge, const NoiseTerms& noise,
                      const Candidate& candidate);
  double crosstalk_power(const NoiseTerms& noise, const Candidate& candidate) const;

  std::shared_ptr<const SectionSpectra> spectra_;
  std::ptrdiff_t samples_, period_;
  std::ptrdiff_t first_{0};  ///< sample of the record with which the kept ones begin
  Pulses victim_{}, edge_{};
  double rms2_{0.0}, tx2_{0.0}, jitter2_{0.0};  ///< of symbols, of transmitter noise [UI^2]
  std::vector<double> pulse_{};
};

}  // namespace chappe
