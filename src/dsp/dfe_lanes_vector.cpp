// DFE of many streams on Highway vectors, four vectors at a time so that their delays overlap; the
// bits equal those of dfe_lanes.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dsp/dfe_lanes_vector.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "dsp/dfe_lanes.hpp"
#include "dsp/dfe_lanes_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::dfe_lanes::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void run(const Job& job) { run_portable(job); }
#else

using Tag = hn::CappedTag<float, kLanes>;
using V = hn::Vec<Tag>;

/// y less the feedback of all symbols but the newest, which is in a register.
HWY_INLINE V without_old(const Job& job, std::size_t at) {
  const Tag d;
  auto z = hn::LoadU(d, job.y + at);
  for (std::size_t k = job.tap_count; k-- > 1;) {
    const float* fed = job.fed + at - (k + 1) * kDfeStreams;
    z = hn::Sub(z, hn::Mul(hn::Set(d, job.taps[k]), hn::LoadU(d, fed)));
  }
  return z;
}

/// Decides z, stores what was decided. @return its level
HWY_INLINE V decide(const Job& job, std::size_t at, V z) {
  const Tag d;
  const hn::RebindToSigned<Tag> di;
  auto index = hn::Zero(di);
  auto level = hn::Set(d, job.levels[0]);
  for (std::size_t i = 0; i + 1 < job.level_count; ++i) {
    const auto above = hn::Gt(z, hn::Set(d, job.thresholds[i]));
    level = hn::IfThenElse(above, hn::Set(d, job.levels[i + 1]), level);
    index = hn::Sub(index, hn::BitCast(di, hn::VecFromMask(d, above)));
  }
  hn::StoreU(index, di, job.decided + at);
  hn::StoreU(level, d, job.fed + at);
  return level;
}

void run(const Job& job) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  const auto tap = hn::Set(d, job.tap_count > 0 ? job.taps[0] : 0.0F);
  for (std::size_t s = 0; s < kDfeStreams; s += 4 * lanes) {
    const auto newest = [&](std::size_t v) {
      const float* fed = job.fed + s + v * lanes - kDfeStreams;
      return job.tap_count > 0 ? hn::LoadU(d, fed) : hn::Zero(d);
    };
    auto l0 = newest(0), l1 = newest(1), l2 = newest(2), l3 = newest(3);
    for (std::size_t n = 0; n < job.symbols; ++n) {
      const std::size_t at = n * kDfeStreams + s;
      l0 = decide(job, at, hn::Sub(without_old(job, at), hn::Mul(tap, l0)));
      l1 = decide(job, at + lanes, hn::Sub(without_old(job, at + lanes), hn::Mul(tap, l1)));
      l2 = decide(job, at + 2 * lanes, hn::Sub(without_old(job, at + 2 * lanes), hn::Mul(tap, l2)));
      l3 = decide(job, at + 3 * lanes, hn::Sub(without_old(job, at + 3 * lanes), hn::Mul(tap, l3)));
    }
  }
}
#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace chappe::dfe_lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::dfe_lanes {

HWY_EXPORT(run);

void run_vector(const Job& job) { HWY_DYNAMIC_DISPATCH(run)(job); }

}  // namespace chappe::dfe_lanes
#endif  // HWY_ONCE
