#pragma once
// The waveform at a section's equalisers without end, oversampled: random symbols, transmit FFE,
// transmitter noise, jitter of each edge, the section's transfer function, crosstalk, receiver
// noise ahead of receiver filter and CTLE. What a receiver that finds its own clock works on.
#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "dsp/clock_recovery.hpp"
#include "dsp/gaussian.hpp"
#include "solve/waveform.hpp"

namespace chappe {

struct StreamOptions {
  int samples_per_symbol{16};  ///< 8 to 32
  double noise_factor{1.0};    ///< receiver noise voltage is multiplied by this
  std::uint64_t seed{1};
  AggressorPhases phases{};  ///< as count_errors; one an aggressor
};

/// Time 0 is the searched instant of symbol 0. Windows of one record overlap by half, so that
/// responses of up to half a record are kept whole. Jitter enters to first order in each edge's
/// displacement: its square, about 1e-3 of an edge, is left out. Not for several threads.
class ReceivedStream {
 public:
  /// @param signals  must outlive the stream   @throws InternalError outside the ranges above
  ReceivedStream(const SectionSignals& signals, const EqualiserSettings& settings,
                 const StreamOptions& options);
  /// Value [V] and slope [V/UI] at a time [UI]; times may go back by 16 UI, not farther.
  Sampled at(double time_ui);
  /// Level index of symbol n, which is not older than half a record, nor newer than the last time.
  std::uint8_t sent(std::int64_t n) const;
  const std::vector<double>& levels() const { return levels_; }  ///< of the outer level, ascending

 private:
  /// A transmitter's symbols in the window, with what is random about each.
  struct Source {
    Rng symbols;
    std::vector<std::uint8_t> sent{};
    std::vector<double> levels{};
    bool shaped{false};      ///< by the transmit FFE
    std::vector<cd> path{};  ///< symbol-rate spectrum -> samples
  };

  void add_victim_path();
  void add_aggressor(std::size_t i, std::size_t phase);
  /// Appends `count` symbols to all that is random, dropping as many at the front.
  void draw(std::size_t count);
  void make_samples();
  std::vector<double> transmitted(const Source& source) const;
  void add_source(const std::vector<double>& x, const std::vector<cd>& path, std::vector<cd>& sum);

  const SectionSignals& signals_;
  EqualiserSettings settings_{};
  StreamOptions options_{};
  std::size_t symbols_{0}, samples_{0};  ///< of a window; samples of a symbol
  std::int64_t first_{0};                ///< symbol at the window's begin
  std::vector<double> levels_{};
  std::vector<Source> sources_{};  ///< the victim, then the aggressors
  GaussianSource<double> tx_gauss_, jitter_gauss_, noise_gauss_;
  Rng jitter_sign_;
  std::vector<double> tx_noise_{}, shift_{}, noise_{};
  std::vector<cd> edge_path_{}, receiver_{};
  RealFft fine_, coarse_;
  std::vector<double> wave_{};
};

}  // namespace chappe
