#pragma once
// One sub-block of LmsLanes, portable and on vectors: the same operations in the same order.
#include <cstddef>
#include <cstdint>

#include "dsp/lms.hpp"

namespace chappe::lms {

/// All arrays are [index][lane], kLmsStreams lanes. Sums run over four partial sums, term k in sum
/// k mod 4, FFE taps first; then (s0 + s1) + (s2 + s3).
struct Job {
  const float* x{};     ///< newest sample of symbol 0, older ones ahead of it in memory
  const float* sent{};  ///< or null
  float* fed{};         ///< level of symbol 0, older ones ahead of it
  float* ffe{};
  float* dfe{};
  const float* dfe_low{};  ///< per tap, or null
  const float* dfe_high{};
  const float* levels{};
  const float* thresholds{};
  std::int32_t* decided{};
  float* y{};  ///< or null
  std::size_t symbols{}, ffe_taps{}, dfe_taps{}, level_count{};
  float ffe_step{}, dfe_step{};
  bool sign_sign{};
};

void run_portable(const Job& job);
void run_vector(const Job& job);

}  // namespace chappe::lms
