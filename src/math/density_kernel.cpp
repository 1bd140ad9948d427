#include "math/density_kernel.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/density_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace chappe::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Four vectors of outputs stay in registers while all terms pass.
void shift_add_lanes(const double* in, double* out, std::size_t n, const std::int64_t* shift,
                     const double* weight, std::size_t terms) {
  const hn::CappedTag<double, 8> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i < n; i += 4 * lanes) {
    auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (std::size_t k = 0; k < terms; ++k) {
      const double* from = in + (static_cast<std::int64_t>(i) - shift[k]);
      const auto w = hn::Set(d, weight[k]);
      sum0 = hn::Add(sum0, hn::Mul(w, hn::LoadU(d, from)));
      sum1 = hn::Add(sum1, hn::Mul(w, hn::LoadU(d, from + lanes)));
      sum2 = hn::Add(sum2, hn::Mul(w, hn::LoadU(d, from + 2 * lanes)));
      sum3 = hn::Add(sum3, hn::Mul(w, hn::LoadU(d, from + 3 * lanes)));
    }
    hn::StoreU(sum0, d, out + i);
    hn::StoreU(sum1, d, out + i + lanes);
    hn::StoreU(sum2, d, out + i + 2 * lanes);
    hn::StoreU(sum3, d, out + i + 3 * lanes);
  }
}

}  // namespace chappe::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::detail {

HWY_EXPORT(shift_add_lanes);

void shift_add(const double* in, double* out, std::size_t n, const std::int64_t* shift,
               const double* weight, std::size_t terms) {
  HWY_DYNAMIC_DISPATCH(shift_add_lanes)(in, out, n, shift, weight, terms);
}

}  // namespace chappe::detail
#endif
