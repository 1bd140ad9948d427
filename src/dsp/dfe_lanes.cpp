#include "dsp/dfe_lanes.hpp"

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "dsp/dfe_lanes_kernel.hpp"

namespace chappe {
namespace dfe_lanes {

void run_portable(const Job& job) {
  for (std::size_t i = 0; i < job.symbols * kDfeStreams; ++i) {
    float z = job.y[i];
    for (std::size_t k = job.tap_count; k-- > 0;) {
      z = z - job.taps[k] * *(job.fed + i - (k + 1) * kDfeStreams);
    }
    std::int32_t index = 0;
    for (std::size_t j = 0; j + 1 < job.level_count; ++j) index += z > job.thresholds[j] ? 1 : 0;
    job.decided[i] = index;
    job.fed[i] = job.levels[index];
  }
}

}  // namespace dfe_lanes

namespace {
constexpr std::size_t kSubBlock = 64;  // symbols
}  // namespace

DfeLanes::DfeLanes(std::vector<float> taps, std::vector<float> levels, Isa isa)
    : taps_(std::move(taps)), levels_(std::move(levels)), isa_(isa) {
  ensure(taps_.size() <= 64, "DFE in lanes: 0 to 64 taps");
  ensure(levels_.size() >= 2 && levels_.size() <= 8, "DFE in lanes: 2 to 8 levels");
  ensure(std::is_sorted(levels_.begin(), levels_.end()), "DFE in lanes: levels ascend");
  for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
    thresholds_.push_back(0.5F * (levels_[i] + levels_[i + 1]));
  }
  fed_.assign((taps_.size() + kSubBlock) * kDfeStreams, 0.0F);
}

void DfeLanes::run(std::span<const float> y, std::span<std::int32_t> decided) {
  ensure(y.size() % kDfeStreams == 0 && decided.size() == y.size(),
         "DFE in lanes: whole symbols of all streams");
  const auto kernel = isa_ == Isa::portable ? dfe_lanes::run_portable : dfe_lanes::run_vector;
  const std::size_t history = taps_.size() * kDfeStreams;
  for (std::size_t from = 0; from < y.size(); from += kSubBlock * kDfeStreams) {
    const std::size_t count = std::min(kSubBlock * kDfeStreams, y.size() - from);
    kernel({.y = y.data() + from,
            .fed = fed_.data() + history,
            .decided = decided.data() + from,
            .taps = taps_.data(),
            .levels = levels_.data(),
            .thresholds = thresholds_.data(),
            .symbols = count / kDfeStreams,
            .tap_count = taps_.size(),
            .level_count = levels_.size()});
    std::copy_n(fed_.begin() + static_cast<std::ptrdiff_t>(count), history, fed_.begin());
  }
}

}  // namespace chappe
