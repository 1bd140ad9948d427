// Symbols and counts of the PAM4 chain on Highway vectors; the bits equal those of pam_chain.cpp.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dsp/pam_chain_vector.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "dsp/lanes-inl.hpp"
#include "dsp/pam_chain_kernel.hpp"

HWY_BEFORE_NAMESPACE();
namespace chappe::pam_chain::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
void draw(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
          std::int32_t* index, float* level) {
  draw_portable(state, groups, levels, index, level);
}
Errors count(const Decisions& decisions) { return count_portable(decisions); }
#else

void draw(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
          std::int32_t* index, float* level) {
  const hn::CappedTag<float, kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::Repartition<std::uint64_t, decltype(d)> dw;
  const std::size_t n = hn::Lanes(d);
  alignas(16) float table[4];
  for (std::size_t k = 0; k < 4; ++k) table[k] = levels[k];
  const auto level_of = hn::LoadDup128(d, table);
  for (std::size_t g = 0; g < groups; ++g, index += kSymbolGroup, level += kSymbolGroup) {
    for (std::size_t l = 0; l < 2 * kLanes; l += n) {
      auto word = hn::BitCast(du, chappe::HWY_NAMESPACE::next_lanes(dw, state, l / 2));
      for (std::size_t b = 0; b < kSymbolGroup; b += 2 * kLanes) {
        const auto symbol = hn::BitCast(di, hn::And(word, hn::Set(du, 3)));
        hn::StoreU(symbol, di, index + b + l);
        hn::StoreU(hn::TableLookupLanes(level_of, hn::IndicesFromVec(d, symbol)), d, level + b + l);
        word = hn::ShiftRight<2>(word);
      }
    }
  }
}

Errors count(const Decisions& job) {
  const hn::CappedTag<float, kLanes> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto low = hn::Set(d, job.thresholds[0]);
  const auto middle = hn::Set(d, job.thresholds[1]);
  const auto high = hn::Set(d, job.thresholds[2]);
  const auto one = hn::Set(di, 1);
  auto symbols = hn::Zero(di);
  auto bits = hn::Zero(di);
  const auto above = [&](auto y, auto threshold) {  // 0 or -1
    return hn::BitCast(di, hn::VecFromMask(d, hn::Gt(y, threshold)));
  };
  for (std::size_t i = 0; i < job.n; i += hn::Lanes(d)) {
    const auto y = hn::LoadU(d, job.y + i);
    const auto sent = hn::LoadU(di, job.sent + i);
    const auto minus_decided = hn::Add(hn::Add(above(y, low), above(y, middle)), above(y, high));
    const auto differ = hn::Xor(hn::Neg(minus_decided), sent);
    const auto shifted = hn::ShiftRight<1>(differ);
    const auto gray = hn::Xor(differ, shifted);
    symbols = hn::Add(symbols, hn::And(hn::Or(differ, shifted), one));
    bits = hn::Add(bits, hn::Add(hn::And(gray, one), hn::ShiftRight<1>(gray)));
  }
  const auto total = [&](auto v) {
    return static_cast<std::uint64_t>(hn::GetLane(hn::SumOfLanes(di, v)));
  };
  return {total(symbols), total(bits)};
}
#endif  // HWY_TARGET == HWY_SCALAR

}  // namespace chappe::pam_chain::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace chappe::pam_chain {

HWY_EXPORT(draw);
HWY_EXPORT(count);

void draw_vector(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
                 std::int32_t* index, float* level) {
  HWY_DYNAMIC_DISPATCH(draw)(state, groups, levels, index, level);
}

Errors count_vector(const Decisions& decisions) { return HWY_DYNAMIC_DISPATCH(count)(decisions); }

}  // namespace chappe::pam_chain
#endif  // HWY_ONCE
