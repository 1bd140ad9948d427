#pragma once
// A PAM4 link at one sample a symbol, counted: random symbols, channel (FIR), Gaussian noise,
// receive FFE, slicer, errors. Single precision in sub-blocks that stay in the first-level cache;
// the counts are the same on every instruction set and for every split of the blocks over threads.
#include <array>
#include <cstdint>
#include <vector>

#include "dsp/isa.hpp"
#include "dsp/lanes.hpp"

namespace chappe {

/// What a chain is made of. Times are in symbols; the amplitude's unit is the caller's.
struct Pam4ChainSpec {
  std::vector<float> channel{1.0F};  ///< pulse, one sample a symbol; 1 to 128 taps
  int channel_cursor{0};             ///< index of its main sample
  std::vector<float> ffe{1.0F};      ///< receive FFE, 1 to 128 taps
  int ffe_cursor{0};                 ///< index of its main tap
  float noise_rms{0.0F};             ///< ahead of the FFE, white at the symbol rate, >= 0
  std::array<float, 4> levels{-1.0F, -1.0F / 3.0F, 1.0F / 3.0F, 1.0F};  ///< ascending
  std::array<float, 3> thresholds{-2.0F / 3.0F, 0.0F, 2.0F / 3.0F};  ///< at the slicer, ascending
};

/// Errors among `symbols` decisions; bits by the Gray map of ffe_dfe.hpp.
struct ChainCount {
  std::uint64_t symbols{0}, symbol_errors{0}, bit_errors{0};
  ChainCount& operator+=(const ChainCount& other);
  bool operator==(const ChainCount&) const = default;
};

/// One block: 65536 symbols, of which the first 256 only fill the filters.
inline constexpr std::size_t kChainBlock = 65536;
inline constexpr std::size_t kChainWarmUp = 256;

class Pam4Chain {
 public:
  /// @throws InternalError if the spec is outside the ranges above
  explicit Pam4Chain(Pam4ChainSpec spec, Isa isa = Isa::automatic);
  /// Runs one block and counts kChainBlock - kChainWarmUp decisions. Allocates nothing; const and
  /// free of shared state, so blocks may run on any threads and in any order.
  /// @param symbols, noise  two different streams
  ChainCount run_block(const BlockKey& symbols, const BlockKey& noise) const;

 private:
  Pam4ChainSpec spec_{};
  Isa isa_{Isa::automatic};
};

}  // namespace chappe
