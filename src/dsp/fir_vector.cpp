// The direct FIR on Highway vectors: four vectors of outputs at once, taps broadcast. Products and
// sums stay separate, in the order of fir.cpp: the bits are the same.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dsp/fir_vector.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "dsp/fir_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::fir::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void run_f(const Job<float>& job) { run_portable(job); }
void run_d(const Job<double>& job) { run_portable(job); }
#else

template <class D, class T>
HWY_INLINE hn::Vec<D> first_term(D d, const Job<T>& job, std::size_t i) {
  if (job.add == nullptr) return hn::Zero(d);
  return hn::Mul(hn::Set(d, job.gain), hn::LoadU(d, job.add + i));
}

template <class T>
HWY_INLINE void run(const Job<T>& job) {
  const hn::ScalableTag<T> d;
  const std::size_t n = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + 4 * n <= job.n; i += 4 * n) {
    auto s0 = first_term(d, job, i);
    auto s1 = first_term(d, job, i + n);
    auto s2 = first_term(d, job, i + 2 * n);
    auto s3 = first_term(d, job, i + 3 * n);
    for (std::size_t k = 0; k < job.tap_count; ++k) {
      const T* newest = job.x + i - k;
      const auto tap = hn::Set(d, job.taps[k]);
      s0 = hn::Add(s0, hn::Mul(tap, hn::LoadU(d, newest)));
      s1 = hn::Add(s1, hn::Mul(tap, hn::LoadU(d, newest + n)));
      s2 = hn::Add(s2, hn::Mul(tap, hn::LoadU(d, newest + 2 * n)));
      s3 = hn::Add(s3, hn::Mul(tap, hn::LoadU(d, newest + 3 * n)));
    }
    hn::StoreU(s0, d, job.y + i);
    hn::StoreU(s1, d, job.y + i + n);
    hn::StoreU(s2, d, job.y + i + 2 * n);
    hn::StoreU(s3, d, job.y + i + 3 * n);
  }
  for (; i + n <= job.n; i += n) {
    auto sum = first_term(d, job, i);
    for (std::size_t k = 0; k < job.tap_count; ++k) {
      sum = hn::Add(sum, hn::Mul(hn::Set(d, job.taps[k]), hn::LoadU(d, job.x + i - k)));
    }
    hn::StoreU(sum, d, job.y + i);
  }
  run_scalar(job, i);
}

void run_f(const Job<float>& job) { run(job); }
void run_d(const Job<double>& job) { run(job); }
#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace chappe::fir::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::fir {

HWY_EXPORT(run_f);
HWY_EXPORT(run_d);

void run_vector(const Job<float>& job) { HWY_DYNAMIC_DISPATCH(run_f)(job); }
void run_vector(const Job<double>& job) { HWY_DYNAMIC_DISPATCH(run_d)(job); }

}  // namespace chappe::fir
#endif  // HWY_ONCE
