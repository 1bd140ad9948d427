#include "math/gaussian_tails.hpp"

#include "base/errors.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/gaussian_tails.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace chappe::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// c[0] + x (c[1] + x (c[2] + ...)): products are rounded before they are added.
template <class D, class V, std::size_t N>
V polynomial(D d, V x, const double (&c)[N]) {
  V sum = hn::Set(d, c[N - 1]);
  for (std::size_t k = N - 1; k-- > 0;) sum = hn::Add(hn::Mul(sum, x), hn::Set(d, c[k]));
  return sum;
}

/// exp(x) for x in [-708, 0], relative error 1e-14; Taylor series about multiples of ln 2.
template <class D, class V>
V exp_of_negative(D d, V x) {
  constexpr double kTaylor[] = {1.0,         1.0,          1.0 / 2,       1.0 / 6,
                                1.0 / 24,    1.0 / 120,    1.0 / 720,     1.0 / 5040,
                                1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
  constexpr double kPerLn2 = 1.4426950408889634, kLn2High = 0.693147180369123816490,
                   kLn2Low = 1.90821492927058770002e-10;
  const V whole = hn::Round(hn::Mul(x, hn::Set(d, kPerLn2)));
  const V rest = hn::Sub(hn::Sub(x, hn::Mul(whole, hn::Set(d, kLn2High))),
                         hn::Mul(whole, hn::Set(d, kLn2Low)));
  const V value = polynomial(d, rest, kTaylor);
  const hn::RebindToSigned<D> di;
  const auto power = hn::ShiftLeft<52>(hn::Add(hn::ConvertTo(di, whole), hn::Set(di, 1023)));
  return hn::Mul(value, hn::BitCast(d, power));
}

double sum_lanes(const double* shift, const double* per_sigma, std::size_t n, double distance,
                 double sign) {
  constexpr double kFit[] = {
      0.28266266276096036,    0.17347685680687597,     0.05279491142834452,
      -0.003695673196201818,  -0.006556010765456577,   0.0006500523676708829,
      0.0010152680074456445,  -0.00030399694863576636, -0.00012970097903126725,
      0.00010612789285316398, -7.313544221310025e-06,  -2.4822564331696008e-05,
      1.1962298094763639e-05, 3.0312518538529917e-06,  -3.837595230396442e-06,
      -3.168710352290346e-08, 5.144697184932494e-07};
  constexpr double kFarthest = 37.0;  // Q is 1e-300 there
  const hn::CappedTag<double, kTailGroup> d;
  const auto zero = hn::Zero(d), one = hn::Set(d, 1.0), half = hn::Set(d, -0.5);
  alignas(64) double sums[kTailGroup] = {};
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto moved =
        hn::Add(hn::Set(d, distance), hn::Mul(hn::Set(d, sign), hn::LoadU(d, shift + i)));
    const auto scale = hn::LoadU(d, per_sigma + i);
    const auto z = hn::Mul(moved, scale);
    const auto a = hn::Min(hn::Abs(z), hn::Set(d, kFarthest));
    const auto t = hn::Div(one, hn::Add(one, hn::Mul(hn::Set(d, 0.4), a)));
    const auto p = polynomial(d, hn::Sub(hn::Add(t, t), one), kFit);
    auto q = hn::Mul(hn::Mul(exp_of_negative(d, hn::Mul(half, hn::Mul(a, a))), t), p);
    q = hn::IfThenElse(hn::Lt(a, hn::Set(d, kFarthest)), q, zero);
    q = hn::IfThenElse(hn::Lt(z, zero), hn::Sub(one, q), q);
    q = hn::IfThenElse(hn::Eq(scale, zero), zero, q);
    double* to = sums + i % kTailGroup;
    hn::Store(hn::Add(hn::Load(d, to), q), d, to);
  }
  double sum = 0.0;
  for (const double s : sums) sum += s;
  return sum;
}

}  // namespace chappe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe {

HWY_EXPORT(sum_lanes);

double sum_of_tails(std::span<const double> shift, std::span<const double> per_sigma,
                    double distance, double sign) {
  ensure(shift.size() == per_sigma.size() && shift.size() % kTailGroup == 0,
         "tails come in whole groups");
  return HWY_DYNAMIC_DISPATCH(sum_lanes)(shift.data(), per_sigma.data(), shift.size(), distance,
                                         sign);
}

}  // namespace chappe
#endif
