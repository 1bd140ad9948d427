#pragma once
// What an inner code leaves of a section's errors.
#include <atomic>
#include <cstdint>
#include <string>

#include "link/path.hpp"

namespace chappe {

/// How the inner code is worked out: by its closed form, or by decoding words in white noise.
struct InnerRequest {
  bool simulate{false};
  std::uint64_t seed{1};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
};

/// Errors of a section as the FEC outside of it meets them.
struct SectionErrors {
  double ber{0.0};             ///< of the bits that it hands on
  double as_independent{0.0};  ///< independent bit errors that spoil as many outer symbols
  std::string assumption{};    ///< empty without an inner code
};

/// Noise and interference are taken as white noise of the same BER; bursts as parted by the words
/// that a lane sends in turn: their errors count in line_ber, each for itself. A simulation (4e6
/// words at most, or 2,000 failures) needs 100 failed words, else the closed form stands. @param
/// line_ber  [0, 0.5]
SectionErrors behind_inner_code(const Section& section, double line_ber,
                                const InnerRequest& request);

}  // namespace chappe
