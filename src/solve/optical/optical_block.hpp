#pragma once
// One block of the optical Monte Carlo. For optical_waveform only.
#include <optional>

#include "base/rng.hpp"
#include "solve/optical/optical_waveform.hpp"
#include "solve/ring.hpp"

namespace chappe {

/// What blocks share.
class OpticalBlocks {
 public:
  OpticalBlocks(const OpticalChain& chain, const OpticalDecisions& decisions,
                const WaveformOptions& options);

  std::vector<std::uint8_t> symbols(std::uint64_t block) const;
  /// Samples at the slicer ahead of decision feedback [V], one a symbol.
  std::vector<double> received(std::span<const std::uint8_t> sent, std::uint64_t block) const;
  const std::vector<double>& levels() const { return levels_; }

 private:
  std::vector<double> gaussian(std::uint32_t stream, std::uint64_t block, std::size_t n) const;
  std::vector<double> driven(std::span<const std::uint8_t> sent, std::uint64_t block) const;
  std::vector<cd> launched(std::vector<double> v, std::uint64_t block) const;
  std::vector<double> detected(const std::vector<cd>& field, std::uint64_t block) const;
  void add_echoes(std::vector<double>& current, std::uint64_t block) const;

  const OpticalChain& chain_;
  OpticalDecisions decisions_{};
  WaveformOptions options_{};
  std::vector<double> levels_{};
  EdgeWaveform edges_;
  RealFft fine_, coarse_;
  std::optional<ComplexFft> both_{};
  std::vector<cd> path_{};                     ///< from current to the sampled slicer's input
  std::vector<double> noise_{};                ///< of a bin's real part, at the slicer's input
  std::vector<double> drive_noise_{}, rin_{};  ///< of a bin; rin_: empty where flat
  double flat_rin_{0.0};                       ///< rms of a sample
};

}  // namespace chappe
