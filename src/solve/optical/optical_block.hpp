#pragma once
// One block of the optical Monte Carlo, in single precision. For optical_waveform only.
#include <optional>

#include "base/rng.hpp"
#include "math/fft.hpp"
#include "solve/optical/optical_waveform.hpp"

namespace chappe {

/// What blocks share. Const and free of shared state: blocks may run on any threads.
class OpticalBlocks {
 public:
  /// @param chain  must outlive this
  OpticalBlocks(const OpticalChain& chain, OpticalDecisions decisions,
                const WaveformOptions& options);

  std::vector<std::uint8_t> symbols(std::uint64_t block) const;
  /// Samples at the slicer ahead of decision feedback [V], one a symbol.
  std::vector<double> received(std::span<const std::uint8_t> sent, std::uint64_t block) const;
  const std::vector<double>& levels() const { return levels_; }

 private:
  using Samples = std::vector<float>;
  using cf = std::complex<float>;

  Samples gaussian(std::uint32_t stream, std::uint64_t block, std::size_t n) const;
  std::vector<double> shaped(std::span<const std::uint8_t> sent, std::uint64_t block) const;
  std::vector<double> shifts(std::uint64_t block) const;
  Samples driven(std::span<const std::uint8_t> sent, std::uint64_t block) const;
  std::vector<cf> launched(const Samples& v, std::uint64_t block) const;
  void add_intensity_noise(std::vector<cf>& field, std::uint64_t block) const;
  Samples detected(std::vector<cf> field, std::uint64_t block) const;
  void add_echoes(Samples& current, std::uint64_t block) const;

  const OpticalChain& chain_;
  OpticalDecisions decisions_{};
  WaveformOptions options_{};
  std::vector<double> levels_{};
  BasicRealFft<float> fine_;
  RealFft coarse_;
  std::optional<BasicComplexFft<float>> both_{};
  std::vector<std::vector<cf>> stages_{};  ///< drive filters, the first less the edges' smoothing
  std::vector<cf> field_{}, intensity_{};
  std::vector<cf> path_{};      ///< from current to the sampled slicer's input, as far as it passes
  std::vector<float> noise_{};  ///< of a bin's real part, at the slicer's input
  std::vector<float> drive_noise_{}, rin_{};  ///< of a bin; rin_: empty where flat
  float flat_rin_{0.0F};                      ///< rms of a sample
};

}  // namespace chappe
