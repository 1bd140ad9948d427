// LMS in lanes on Highway vectors; the bits equal those of lms.cpp. A symbol's taps wait for its
// error, so the vectors of a symbol follow each other: the delays of one hide behind the next.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dsp/lms_vector.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "dsp/lms_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::lms::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void run(const Job& job) { run_portable(job); }
#else

using Tag = hn::CappedTag<float, kLanes>;
using V = hn::Vec<Tag>;

/// sum[k mod 4] += or -= taps[k] x[-k], k ascending.
template <bool kSubtract>
HWY_INLINE void add_products(const float* taps, const float* x, std::size_t count, V (&sum)[4]) {
  const Tag d;
  const auto one = [&](std::size_t k, V& s) {
    const auto product =
        hn::Mul(hn::LoadU(d, taps + k * kLmsStreams), hn::LoadU(d, x - k * kLmsStreams));
    s = kSubtract ? hn::Sub(s, product) : hn::Add(s, product);
  };
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    one(k, sum[0]);
    one(k + 1, sum[1]);
    one(k + 2, sum[2]);
    one(k + 3, sum[3]);
  }
  if (k < count) one(k, sum[0]);
  if (k + 1 < count) one(k + 1, sum[1]);
  if (k + 2 < count) one(k + 2, sum[2]);
}

/// mu e x, or mu with the sign of e x. @param scaled  mu e, or mu
template <bool kSign>
HWY_INLINE V correction(V scaled, V error, V x) {
  if constexpr (kSign) return hn::CopySign(scaled, hn::Xor(error, x));
  return hn::Mul(scaled, x);
}

template <bool kSign>
HWY_INLINE void adapt(const Job& job, const float* x, const float* fed, std::size_t l, V error) {
  const Tag d;
  const auto scaled = [&](float step) {
    return kSign ? hn::Set(d, step) : hn::Mul(hn::Set(d, step), error);
  };
  const auto ffe_scaled = scaled(job.ffe_step);
  for (std::size_t k = 0; k < job.ffe_taps; ++k) {
    float* tap = job.ffe + k * kLmsStreams + l;
    const auto change = correction<kSign>(ffe_scaled, error, hn::LoadU(d, x - k * kLmsStreams));
    hn::StoreU(hn::Sub(hn::LoadU(d, tap), change), d, tap);
  }
  const auto dfe_scaled = scaled(job.dfe_step);
  for (std::size_t k = 0; k < job.dfe_taps; ++k) {
    float* tap = job.dfe + k * kLmsStreams + l;
    const auto change = correction<kSign>(dfe_scaled, error, hn::LoadU(d, fed - k * kLmsStreams));
    auto moved = hn::Add(hn::LoadU(d, tap), change);
    if (job.dfe_low != nullptr) {
      moved = hn::Min(hn::Max(moved, hn::Set(d, job.dfe_low[k])), hn::Set(d, job.dfe_high[k]));
    }
    hn::StoreU(moved, d, tap);
  }
}

/// Symbol n of the streams from l on.
template <bool kSign>
HWY_INLINE void step(const Job& job, std::size_t n, std::size_t l) {
  const Tag d;
  const hn::RebindToSigned<Tag> di;
  const float* x = job.x + n * kLmsStreams + l;
  float* fed = job.fed + n * kLmsStreams + l;
  V sum[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  add_products<false>(job.ffe + l, x, job.ffe_taps, sum);
  add_products<true>(job.dfe + l, fed - kLmsStreams, job.dfe_taps, sum);
  const auto y = hn::Add(hn::Add(sum[0], sum[1]), hn::Add(sum[2], sum[3]));
  auto index = hn::Zero(di);
  auto target = hn::Set(d, job.levels[0]);
  for (std::size_t i = 0; i + 1 < job.level_count; ++i) {
    const auto above = hn::Gt(y, hn::Set(d, job.thresholds[i]));
    target = hn::IfThenElse(above, hn::Set(d, job.levels[i + 1]), target);
    index = hn::Sub(index, hn::BitCast(di, hn::VecFromMask(d, above)));
  }
  if (job.sent != nullptr) target = hn::LoadU(d, job.sent + n * kLmsStreams + l);
  hn::StoreU(index, di, job.decided + n * kLmsStreams + l);
  if (job.y != nullptr) hn::StoreU(y, d, job.y + n * kLmsStreams + l);
  adapt<kSign>(job, x, fed - kLmsStreams, l, hn::Sub(y, target));
  hn::StoreU(target, d, fed);
}

template <bool kSign>
HWY_INLINE void run_all(const Job& job) {
  for (std::size_t n = 0; n < job.symbols; ++n) {
    for (std::size_t l = 0; l < kLmsStreams; l += hn::Lanes(Tag())) step<kSign>(job, n, l);
  }
}

void run(const Job& job) { job.sign_sign ? run_all<true>(job) : run_all<false>(job); }
#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace chappe::lms::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::lms {

HWY_EXPORT(run);

void run_vector(const Job& job) { HWY_DYNAMIC_DISPATCH(run)(job); }

}  // namespace chappe::lms
#endif  // HWY_ONCE
