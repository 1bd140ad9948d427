// The Gaussian generator on Highway vectors, once for every instruction set. Without fused
// multiply-add: the bits equal those of gaussian_portable.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dsp/gaussian_vector.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "dsp/gaussian_kernel.hpp"
#include "dsp/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::gaussian::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void fill_f(LaneState& state, float* out, std::size_t groups) { fill_portable(state, out, groups); }
void fill_d(LaneState& state, double* out, std::size_t groups) {
  fill_portable(state, out, groups);
}
#else

template <class D, class T, std::size_t N, class V = hn::Vec<D>>
HWY_INLINE V polynomial(D d, const T (&c)[N], V z) {
  V p = hn::Set(d, c[N - 1]);
  for (std::size_t k = N - 1; k-- > 0;) p = hn::Add(hn::Mul(p, z), hn::Set(d, c[k]));
  return p;
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V log_of_mantissa(D d, V m, V e) {
  const auto one = hn::Set(d, 1);
  const auto s = hn::Div(hn::Sub(m, one), hn::Add(m, one));
  const auto z = hn::Mul(s, s);
  const auto exponent_part = hn::Mul(e, hn::Set(d, static_cast<hn::TFromD<D>>(kMinusTwoLn2)));
  if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return hn::Add(exponent_part, hn::Mul(s, polynomial(d, kLogF, z)));
  } else {
    return hn::Add(exponent_part, hn::Mul(s, polynomial(d, kLogD, z)));
  }
}

template <class D, class VI>
HWY_INLINE hn::Vec<D> radius_f(D d, VI high31, VI low31) {
  const hn::RebindToSigned<D> di;
  const auto scale = hn::Set(d, 0x1p-31F);
  const auto fine = hn::Mul(hn::Add(hn::ConvertTo(d, low31), hn::Set(d, 0.5F)), scale);
  const auto u = hn::Mul(hn::Add(hn::ConvertTo(d, high31), fine), scale);
  const auto root = hn::Set(di, kSqrtHalfF);
  const auto t = hn::Sub(hn::BitCast(di, u), root);
  const auto e = hn::ConvertTo(d, hn::ShiftRight<23>(t));
  const auto m = hn::BitCast(d, hn::Add(hn::And(t, hn::Set(di, 0x007fffff)), root));
  return hn::Sqrt(log_of_mantissa(d, m, e));
}

template <class D, class VU>
HWY_INLINE hn::Vec<D> radius_d(D d, VU word) {
  const hn::RebindToUnsigned<D> du;
  const auto two52 = hn::Set(du, kTwo52);
  const auto w = hn::Or(word, hn::Set(du, 1));
  const auto high = hn::BitCast(d, hn::Or(hn::ShiftRight<32>(w), hn::Set(du, kTwo84)));
  const auto low = hn::BitCast(d, hn::Or(hn::And(w, hn::Set(du, 0xffffffffULL)), two52));
  const auto u =
      hn::Mul(hn::Add(hn::Sub(high, hn::Set(d, kTwo84Plus52)), low), hn::Set(d, 0x1p-64));
  const auto root = hn::Set(du, kSqrtHalfD);
  const auto t = hn::Add(hn::Sub(hn::BitCast(du, u), root), hn::Set(du, kExponentBias << 52));
  const auto e = hn::Sub(hn::BitCast(d, hn::Or(hn::ShiftRight<52>(t), two52)),
                         hn::Set(d, 0x1p52 + static_cast<double>(kExponentBias)));
  const auto fraction = hn::And(t, hn::Set(du, 0x000fffffffffffffULL));
  return hn::Sqrt(log_of_mantissa(d, hn::BitCast(d, hn::Add(fraction, root)), e));
}

// One group per iteration; 16 lanes in vectors of N.
void fill_f(LaneState& state, float* out, std::size_t groups) {
  const hn::CappedTag<float, kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::Repartition<std::uint64_t, decltype(d)> dw;
  const std::size_t n = hn::Lanes(d);
  LaneState local = state;
  for (std::size_t g = 0; g < groups; ++g, out += 2 * kLanes) {
    for (std::size_t l = 0; l < kLanes; l += n) {
      const auto w0 = hn::BitCast(du, chappe::HWY_NAMESPACE::next_lanes(dw, local, l));
      const auto w1 = hn::BitCast(du, chappe::HWY_NAMESPACE::next_lanes(dw, local, l + n / 2));
      const auto low = hn::ConcatEven(du, w1, w0);
      const auto high = hn::ConcatOdd(du, w1, w0);
      const auto r = radius_f(d, hn::BitCast(di, hn::ShiftRight<1>(high)),
                              hn::BitCast(di, hn::ShiftRight<1>(low)));
      const auto angle = hn::Mul(low, hn::Set(du, kAngleMultiplier));
      const auto v =
          hn::Mul(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftLeft<1>(angle))), hn::Set(d, 0x1p-32F));
      const auto z = hn::Mul(v, v);
      const auto sign = hn::BitCast(d, hn::And(angle, hn::Set(du, 0x80000000U)));
      const auto c = hn::Xor(polynomial(d, kCosF, z), sign);
      hn::StoreU(hn::Mul(r, c), d, out + l);
      hn::StoreU(hn::Mul(r, hn::Mul(v, polynomial(d, kSinF, z))), d, out + kLanes + l);
    }
  }
  state = local;
}

void fill_d(LaneState& state, double* out, std::size_t groups) {
  const hn::CappedTag<double, kLanes> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const std::size_t n = hn::Lanes(d);
  LaneState local = state;
  for (std::size_t g = 0; g < groups; ++g, out += 2 * kLanes) {
    for (std::size_t l = 0; l < kLanes; l += n) {
      const auto r = radius_d(d, chappe::HWY_NAMESPACE::next_lanes(du, local, l));
      const auto angle = chappe::HWY_NAMESPACE::next_lanes(du, local, l);
      const auto one_to_two = hn::Or(hn::ShiftRight<12>(angle), hn::Set(du, kExponentBias << 52));
      const auto v = hn::Sub(hn::BitCast(d, one_to_two), hn::Set(d, 1.5));
      const auto z = hn::Mul(v, v);
      const auto sign = hn::BitCast(d, hn::ShiftLeft<63>(angle));
      const auto c = hn::Xor(polynomial(d, kCosD, z), sign);
      hn::StoreU(hn::Mul(r, c), d, out + l);
      hn::StoreU(hn::Mul(r, hn::Mul(v, polynomial(d, kSinD, z))), d, out + kLanes + l);
    }
  }
  state = local;
}
#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace chappe::gaussian::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::gaussian {

HWY_EXPORT(fill_f);
HWY_EXPORT(fill_d);

void fill_vector(LaneState& state, float* out, std::size_t groups) {
  HWY_DYNAMIC_DISPATCH(fill_f)(state, out, groups);
}

void fill_vector(LaneState& state, double* out, std::size_t groups) {
  HWY_DYNAMIC_DISPATCH(fill_d)(state, out, groups);
}

}  // namespace chappe::gaussian
#endif  // HWY_ONCE
