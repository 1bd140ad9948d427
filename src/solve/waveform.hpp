#pragma once
// Waveform Monte Carlo of a section: symbols, transmit FFE, jittered edges sampled many times a
// symbol, the section's transfer function, receiver noise ahead of receiver filter and CTLE,
// receive FFE, slicer, DFE with error-free and with real decisions, MLSE where the receiver has it.
// Nothing of the pulse responses that the statistical solver works on is used, only transfer
// functions and settings.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "solve/search.hpp"

namespace chappe {

struct WaveformOptions {
  int samples_per_symbol{16};  ///< 8 to 64
  double error_events{1000};   ///< stop at this many independent error events ...
  double symbols_max{4e7};     ///< ... or this many symbols, whichever comes first
  double noise_factor{1.0};    ///< receiver noise voltage is multiplied by this
  std::uint64_t seed{1};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
};

/// Counts under error-free decision feedback, unless said otherwise.
struct WaveformCount {
  std::uint64_t symbols{0}, bits{0}, bit_errors{0}, symbol_errors{0};
  std::uint64_t events{0};  ///< runs of errors less than 16 symbols apart count once
  double event_bits_squared{
      0.0};  ///< sum over events of (bit errors)^2: the variance of bit_errors
  std::uint64_t bit_errors_feedback{0};  ///< with the slicer's own decisions fed back
  std::array<std::uint64_t, 16> runs{};  ///< [i]: of i + 1 wrong symbols in a row; last: or more
  void add_run(std::size_t length) {
    if (length > 0) ++runs[std::min(length, runs.size()) - 1];
  }
  double ber() const {
    return bits == 0 ? 0.0 : static_cast<double>(bit_errors) / static_cast<double>(bits);
  }
  WaveformCount& operator+=(const WaveformCount& other);
};

/// Sampling phase of each aggressor within a symbol of `search.bank`, [0, samples_per_symbol).
using AggressorPhases = std::vector<std::size_t>;

/// Blocks of one record each, periodic, counted in rounds of a fixed number of blocks, so that the
/// result does not depend on threads. Jitter displaces each edge by its own Gaussian and +-A_DD.
/// @throws Interrupted when `stop` is set
WaveformCount count_errors(const SectionSignals& signals, const SearchResult& search,
                           const AggressorPhases& phases, const WaveformOptions& options);

}  // namespace chappe
