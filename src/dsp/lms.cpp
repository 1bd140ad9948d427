#include "dsp/lms.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/errors.hpp"
#include "dsp/ffe_dfe.hpp"
#include "dsp/lms_kernel.hpp"

namespace chappe {
namespace lms {
namespace {

/// mu e x, or mu with the sign of e x.
template <class T>
T correction(T step, T error, T x, bool sign_sign) {
  if (!sign_sign) return step * error * x;
  return std::signbit(error) != std::signbit(x) ? -step : step;
}

float output(const Job& job, std::size_t n, std::size_t l) {
  float sum[4] = {0.0F, 0.0F, 0.0F, 0.0F};
  const float* x = job.x + n * kLmsStreams + l;
  for (std::size_t k = 0; k < job.ffe_taps; ++k) {
    sum[k % 4] = sum[k % 4] + job.ffe[k * kLmsStreams + l] * *(x - k * kLmsStreams);
  }
  const float* fed = job.fed + n * kLmsStreams + l - kLmsStreams;
  for (std::size_t k = 0; k < job.dfe_taps; ++k) {
    sum[k % 4] = sum[k % 4] - job.dfe[k * kLmsStreams + l] * *(fed - k * kLmsStreams);
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void adapt(const Job& job, std::size_t n, std::size_t l, float error) {
  const float* x = job.x + n * kLmsStreams + l;
  for (std::size_t k = 0; k < job.ffe_taps; ++k) {
    float& tap = job.ffe[k * kLmsStreams + l];
    tap = tap - correction(job.ffe_step, error, *(x - k * kLmsStreams), job.sign_sign);
  }
  const float* fed = job.fed + n * kLmsStreams + l - kLmsStreams;
  for (std::size_t k = 0; k < job.dfe_taps; ++k) {
    float& tap = job.dfe[k * kLmsStreams + l];
    tap = tap + correction(job.dfe_step, error, *(fed - k * kLmsStreams), job.sign_sign);
    if (job.dfe_low != nullptr) tap = std::min(std::max(tap, job.dfe_low[k]), job.dfe_high[k]);
  }
}

}  // namespace

void run_portable(const Job& job) {
  for (std::size_t l = 0; l < kLmsStreams; ++l) {
    for (std::size_t n = 0; n < job.symbols; ++n) {
      const float y = output(job, n, l);
      std::int32_t index = 0;
      float target = job.levels[0];
      for (std::size_t i = 0; i + 1 < job.level_count; ++i) {
        if (y > job.thresholds[i]) target = job.levels[i + 1], ++index;
      }
      if (job.sent != nullptr) target = job.sent[n * kLmsStreams + l];
      job.decided[n * kLmsStreams + l] = index;
      if (job.y != nullptr) job.y[n * kLmsStreams + l] = y;
      adapt(job, n, l, y - target);
      job.fed[n * kLmsStreams + l] = target;
    }
  }
}

}  // namespace lms

namespace {

constexpr std::size_t kSubBlock = 128;  // symbols
constexpr std::size_t kMostTaps = 64;

void check(const LmsSpec& spec) {
  ensure(spec.ffe_taps >= 1 && spec.ffe_taps <= kMostTaps && spec.dfe_taps <= kMostTaps,
         "LMS: 1 to 64 FFE taps, 0 to 64 DFE taps");
  ensure(spec.ffe_cursor < spec.ffe_taps, "LMS: the cursor is among the FFE taps");
  ensure(spec.levels.size() >= 2 && spec.levels.size() <= 8, "LMS: 2 to 8 levels");
  ensure(std::is_sorted(spec.levels.begin(), spec.levels.end(), std::less_equal<>()),
         "LMS: levels ascend");
  ensure(spec.ffe_step >= 0.0 && spec.dfe_step >= 0.0, "LMS: steps >= 0");
  ensure(std::isfinite(spec.start_gain), "LMS: the start gain is finite");
  ensure(spec.dfe_limits.empty() || spec.dfe_limits.size() == spec.dfe_taps,
         "LMS: a limit per DFE tap");
}

std::vector<float> to_float(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// Moves the newest `count` groups of lanes behind `symbols` new ones to the front.
void advance(std::vector<float>& line, std::size_t history, std::size_t symbols) {
  std::copy_n(line.begin() + static_cast<std::ptrdiff_t>(symbols * kLmsStreams),
              history * kLmsStreams, line.begin());
}

}  // namespace

LmsEqualiser::LmsEqualiser(LmsSpec spec) : spec_(std::move(spec)) {
  check(spec_);
  thresholds_ = midway_thresholds(spec_.levels);
  ffe_.assign(spec_.ffe_taps, 0.0);
  ffe_[spec_.ffe_cursor] = spec_.start_gain;
  dfe_.assign(spec_.dfe_taps, 0.0);
  line_.assign(spec_.ffe_taps, 0.0);
  fed_.assign(spec_.dfe_taps, 0.0);
}

LmsEqualiser::Step LmsEqualiser::step(double x, const double* sent) {
  std::copy_backward(line_.begin(), line_.end() - 1, line_.end());
  line_[0] = x;
  Step out;
  for (std::size_t k = 0; k < ffe_.size(); ++k) out.ffe += ffe_[k] * line_[k];
  out.y = out.ffe;
  for (std::size_t k = 0; k < dfe_.size(); ++k) out.y -= dfe_[k] * fed_[k];
  int decided = 0;
  for (const double threshold : thresholds_) {
    decided += out.y > slicer_gain_ * threshold ? 1 : 0;
  }
  out.decided = static_cast<std::uint8_t>(decided);
  out.target = sent != nullptr ? *sent : spec_.levels[out.decided];
  out.error = out.y - out.target;
  const bool sign_sign = spec_.rule == LmsRule::sign_sign;
  for (std::size_t k = 0; k < ffe_.size(); ++k) {
    ffe_[k] -= lms::correction(spec_.ffe_step, out.error, line_[k], sign_sign);
  }
  for (std::size_t k = 0; k < dfe_.size(); ++k) {
    dfe_[k] += lms::correction(spec_.dfe_step, out.error, fed_[k], sign_sign);
    if (spec_.dfe_limits.empty()) continue;
    dfe_[k] = std::clamp(dfe_[k], spec_.dfe_limits[k].low, spec_.dfe_limits[k].high);
  }
  if (!fed_.empty()) {
    std::copy_backward(fed_.begin(), fed_.end() - 1, fed_.end());
    fed_[0] = out.target;
  }
  return out;
}

void LmsEqualiser::set_steps(double ffe_step, double dfe_step) {
  spec_.ffe_step = ffe_step;
  spec_.dfe_step = dfe_step;
  check(spec_);
}

void LmsEqualiser::set_slicer_gain(double gain) {
  ensure(gain > 0.0 && std::isfinite(gain), "LMS: slicer gain > 0");
  slicer_gain_ = gain;
}

LmsLanes::LmsLanes(LmsSpec spec, Isa isa) : spec_(std::move(spec)), isa_(isa) {
  check(spec_);
  levels_ = to_float(spec_.levels);
  thresholds_ = to_float(midway_thresholds(spec_.levels));
  for (const TapBounds& limit : spec_.dfe_limits) {
    low_.push_back(static_cast<float>(limit.low));
    high_.push_back(static_cast<float>(limit.high));
  }
  ffe_.assign(spec_.ffe_taps * kLmsStreams, 0.0F);
  std::fill_n(ffe_.begin() + static_cast<std::ptrdiff_t>(spec_.ffe_cursor * kLmsStreams),
              kLmsStreams, static_cast<float>(spec_.start_gain));
  dfe_.assign(spec_.dfe_taps * kLmsStreams, 0.0F);
  line_.assign((spec_.ffe_taps + kSubBlock) * kLmsStreams, 0.0F);
  fed_.assign((spec_.dfe_taps + kSubBlock) * kLmsStreams, 0.0F);
}

void LmsLanes::run(std::span<const float> x, std::span<const float> sent,
                   std::span<std::int32_t> decided, std::span<float> y) {
  ensure(x.size() % kLmsStreams == 0 && decided.size() == x.size(),
         "LMS: whole symbols of all lanes");
  ensure(sent.empty() || sent.size() == x.size(), "LMS: a level sent for each sample");
  ensure(y.empty() || y.size() == x.size(), "LMS: an output for each sample");
  const auto kernel = isa_ == Isa::portable ? lms::run_portable : lms::run_vector;
  for (std::size_t from = 0; from < x.size(); from += kSubBlock * kLmsStreams) {
    const std::size_t count = std::min(kSubBlock * kLmsStreams, x.size() - from);
    float* const fresh = line_.data() + spec_.ffe_taps * kLmsStreams;
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(from), count, fresh);
    kernel({.x = fresh,
            .sent = sent.empty() ? nullptr : sent.data() + from,
            .fed = fed_.data() + spec_.dfe_taps * kLmsStreams,
            .ffe = ffe_.data(),
            .dfe = dfe_.data(),
            .dfe_low = low_.empty() ? nullptr : low_.data(),
            .dfe_high = high_.empty() ? nullptr : high_.data(),
            .levels = levels_.data(),
            .thresholds = thresholds_.data(),
            .decided = decided.data() + from,
            .y = y.empty() ? nullptr : y.data() + from,
            .symbols = count / kLmsStreams,
            .ffe_taps = spec_.ffe_taps,
            .dfe_taps = spec_.dfe_taps,
            .level_count = levels_.size(),
            .ffe_step = static_cast<float>(spec_.ffe_step),
            .dfe_step = static_cast<float>(spec_.dfe_step),
            .sign_sign = spec_.rule == LmsRule::sign_sign});
    advance(line_, spec_.ffe_taps, count / kLmsStreams);
    advance(fed_, spec_.dfe_taps, count / kLmsStreams);
  }
}

void LmsLanes::set_steps(double ffe_step, double dfe_step) {
  spec_.ffe_step = ffe_step;
  spec_.dfe_step = dfe_step;
  check(spec_);
}

}  // namespace chappe
