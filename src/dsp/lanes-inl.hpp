// The generator of lanes.hpp on Highway vectors; included once for every target of a vector source.
#if defined(CHAPPE_DSP_LANES_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef CHAPPE_DSP_LANES_INL_HPP_
#undef CHAPPE_DSP_LANES_INL_HPP_
#else
#define CHAPPE_DSP_LANES_INL_HPP_
#endif

#include <hwy/highway.h>

#include "dsp/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::HWY_NAMESPACE {

/// The next 64-bit words of lanes l .. l + Lanes(d) - 1. @param d  a tag of uint64_t
template <class D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> next_lanes(D d, LaneState& state, std::size_t l) {
  namespace hn = hwy::HWY_NAMESPACE;
  const auto s0 = hn::Load(d, &state.s[0][l]);
  const auto s1 = hn::Load(d, &state.s[1][l]);
  auto s2 = hn::Load(d, &state.s[2][l]);
  auto s3 = hn::Load(d, &state.s[3][l]);
  const auto word = hn::Add(hn::RotateRight<41>(hn::Add(s0, s3)), s0);
  s2 = hn::Xor(s2, s0);
  s3 = hn::Xor(s3, s1);
  hn::Store(hn::Xor(s1, s2), d, &state.s[1][l]);
  hn::Store(hn::Xor(s0, s3), d, &state.s[0][l]);
  hn::Store(hn::Xor(s2, hn::ShiftLeft<17>(s1)), d, &state.s[2][l]);
  hn::Store(hn::RotateRight<19>(s3), d, &state.s[3][l]);
  return word;
}

}  // namespace chappe::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
