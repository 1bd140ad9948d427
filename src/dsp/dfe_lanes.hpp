#pragma once
// Decision feedback with fixed taps on many independent streams at once. One stream is bound by
// the delay of its own feedback; streams side by side are not. The law is that of
// DecisionFeedback (ffe_dfe.hpp), which stays the oracle:
//   z[n] = y[n] - sum_k taps[k] levels[a[n - 1 - k]], summed from the oldest term to the newest
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dsp/isa.hpp"
#include "dsp/lanes.hpp"

namespace chappe {

inline constexpr std::size_t kDfeStreams = 4 * kLanes;

/// Values lie side by side: symbol n of stream s at [n kDfeStreams + s]. Single precision, the same
/// bits on every instruction set; against DecisionFeedback only rounding differs.
class DfeLanes {
 public:
  /// @param taps  0 to 64, as DecisionFeedback   @param levels  2 to 8, ascending; thresholds lie
  /// midway   @throws InternalError outside these ranges
  DfeLanes(std::vector<float> taps, std::vector<float> levels, Isa isa = Isa::automatic);
  /// Continues all streams; ahead of the first symbol nothing is fed back. Allocates nothing.
  /// @param y, decided  the same size, whole symbols of all streams
  void run(std::span<const float> y, std::span<std::int32_t> decided);

 private:
  std::vector<float> taps_{}, levels_{}, thresholds_{};
  std::vector<float> fed_{};  ///< history, then one sub-block
  Isa isa_{Isa::automatic};
};

}  // namespace chappe
