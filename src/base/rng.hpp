#pragma once
// Counter-based random streams. What a stream gives depends on (seed, stream, block) alone, never
// on which thread asks or in which order; blocks of a stream are independent of each other. Source:
// J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11 (2011), Philox4x64-10.
#include <array>
#include <cstdint>

namespace chappe {

/// A stream of a run: `seed` is the run's, `stream` tells the uses apart (noise, payload, jitter,
/// ...).
struct StreamKey {
  std::uint64_t seed{0};
  std::uint32_t stream{0};
};

using RandomWords = std::array<std::uint64_t, 4>;

/// The Philox4x64-10 function: 256 random bits from a counter under a key.
RandomWords philox_words(const RandomWords& counter, const std::array<std::uint64_t, 2>& key);

/// Starting state for a block's own generator (four words, never all 0, as xoshiro256 wants it).
/// Independent of what Rng gives for the same block. Lane `lane` of a vector generator takes its
/// own.
RandomWords block_seed(std::uint64_t seed, std::uint32_t stream, std::uint64_t block,
                       std::uint32_t lane = 0);

/// Random numbers of one block, one after another. Cheap to make; not for the sample loops.
class Rng {
 public:
  explicit Rng(StreamKey key, std::uint64_t block = 0) : key_(key), block_(block) {}

  /// 64 random bits.
  std::uint64_t next();
  /// Uniform in the open interval (0, 1), step 2^-52.
  double uniform();
  /// Normal, mean 0, standard deviation 1, by Box-Muller on 64-bit words: tails reach 9.5.
  double normal();
  /// Uniform in [0, n), without bias. @param n  >= 1
  std::uint64_t below(std::uint64_t n);

  // The standard's UniformRandomBitGenerator.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }
  result_type operator()() { return next(); }

 private:
  StreamKey key_;
  std::uint64_t block_;
  std::uint64_t counter_{0};
  RandomWords words_{};
  unsigned left_{0};  ///< words of words_ not yet given out
  double spare_{0.0};
  bool has_spare_{false};
};

}  // namespace chappe
