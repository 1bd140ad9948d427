#pragma once
// One sub-block of DfeLanes, portable and on vectors.
#include <cstddef>
#include <cstdint>

namespace chappe::dfe_lanes {

/// Arrays are [symbol][stream]; `fed` has tap_count earlier symbols ahead of it in memory.
struct Job {
  const float* y{};
  float* fed{};
  std::int32_t* decided{};
  const float* taps{};
  const float* levels{};
  const float* thresholds{};
  std::size_t symbols{}, tap_count{}, level_count{};
};

void run_portable(const Job& job);
void run_vector(const Job& job);

}  // namespace chappe::dfe_lanes
