#include "dsp/pam_chain.hpp"

#include <algorithm>
#include <utility>

#include "base/errors.hpp"
#include "dsp/fir.hpp"
#include "dsp/gaussian.hpp"
#include "dsp/pam_chain_kernel.hpp"

namespace chappe {
namespace pam_chain {

void draw_portable(LaneState& state, std::size_t groups, const std::array<float, 4>& levels,
                   std::int32_t* index, float* level) {
  for (std::size_t g = 0; g < groups; ++g) {
    std::uint64_t words[kLanes];
    std::uint32_t halves[2 * kLanes];
    next_words(state, words);
    for (std::size_t l = 0; l < kLanes; ++l) {
      halves[2 * l] = static_cast<std::uint32_t>(words[l]);
      halves[2 * l + 1] = static_cast<std::uint32_t>(words[l] >> 32);
    }
    for (int shift = 0; shift < 32; shift += 2, index += 2 * kLanes, level += 2 * kLanes) {
      for (std::size_t l = 0; l < 2 * kLanes; ++l) {
        index[l] = static_cast<std::int32_t>((halves[l] >> shift) & 3U);
      }
      for (std::size_t l = 0; l < 2 * kLanes; ++l) level[l] = levels[index[l]];
    }
  }
}

Errors count_portable(const Decisions& d) {
  const auto [low, middle, high] = d.thresholds;
  std::uint32_t symbols = 0;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < d.n; ++i) {
    const int decided = (d.y[i] > low) + (d.y[i] > middle) + (d.y[i] > high);
    const auto differ = static_cast<std::uint32_t>(decided ^ d.sent[i]);
    const std::uint32_t gray = differ ^ (differ >> 1);  // the Gray map is linear over bits
    symbols += (differ | (differ >> 1)) & 1U;
    bits += (gray & 1U) + (gray >> 1);
  }
  return {symbols, bits};
}

}  // namespace pam_chain

namespace {

constexpr std::size_t kHistory = 256;    // room for the filters' memory and the chain's delay
constexpr std::size_t kSubBlock = 1024;  // 20 KiB of buffers: first-level cache
constexpr std::size_t kMaxTaps = 128;

/// Samples of one sub-block, with the end of the one before ahead of them.
template <class T>
struct Line {
  alignas(64) T samples[kHistory + kSubBlock]{};
  T* fresh() { return samples + kHistory; }
  void advance() { std::copy_n(samples + kSubBlock, kHistory, samples); }
};

struct Buffers {
  Line<std::int32_t> index{};
  Line<float> level{}, received{};
  alignas(64) float noise[kSubBlock]{};
  alignas(64) float equalised[kSubBlock]{};
};

bool fits(const std::vector<float>& taps, int cursor) {
  return !taps.empty() && taps.size() <= kMaxTaps && cursor >= 0 &&
         static_cast<std::size_t>(cursor) < taps.size();
}

}  // namespace

ChainCount& ChainCount::operator+=(const ChainCount& other) {
  symbols += other.symbols;
  symbol_errors += other.symbol_errors;
  bit_errors += other.bit_errors;
  return *this;
}

Pam4Chain::Pam4Chain(Pam4ChainSpec spec, Isa isa) : spec_(std::move(spec)), isa_(isa) {
  ensure(fits(spec_.channel, spec_.channel_cursor),
         "channel: 1 to 128 taps, the cursor among them");
  ensure(fits(spec_.ffe, spec_.ffe_cursor), "FFE: 1 to 128 taps, the cursor among them");
  ensure(spec_.noise_rms >= 0.0F, "noise_rms >= 0");
  ensure(std::is_sorted(spec_.levels.begin(), spec_.levels.end()), "levels ascend");
  ensure(std::is_sorted(spec_.thresholds.begin(), spec_.thresholds.end()), "thresholds ascend");
}

ChainCount Pam4Chain::run_block(const BlockKey& symbols, const BlockKey& noise) const {
  static_assert(kSubBlock % pam_chain::kSymbolGroup == 0 && kChainBlock % kSubBlock == 0);
  static_assert(kChainWarmUp % kLanes == 0 && kChainWarmUp >= 2 * kMaxTaps - 2);
  const auto draw = isa_ == Isa::portable ? pam_chain::draw_portable : pam_chain::draw_vector;
  const auto count = isa_ == Isa::portable ? pam_chain::count_portable : pam_chain::count_vector;
  const int delay = spec_.channel_cursor + spec_.ffe_cursor;
  LaneState symbol_lanes = seed_lanes(symbols);
  LaneState noise_lanes = seed_lanes(noise);
  Buffers b;
  ChainCount total{.symbols = kChainBlock - kChainWarmUp};
  for (std::size_t done = 0; done < kChainBlock; done += kSubBlock) {
    draw(symbol_lanes, kSubBlock / pam_chain::kSymbolGroup, spec_.levels, b.index.fresh(),
         b.level.fresh());
    fill_gaussian_groups(noise_lanes, std::span<float>(b.noise), isa_);
    fir_block(b.level.fresh(), kSubBlock, spec_.channel, b.noise, spec_.noise_rms,
              b.received.fresh(), isa_);
    fir_block(b.received.fresh(), kSubBlock, spec_.ffe, nullptr, 0.0F, b.equalised, isa_);
    const std::size_t from = done == 0 ? kChainWarmUp : 0;
    const pam_chain::Errors errors = count({.y = b.equalised + from,
                                            .sent = b.index.fresh() + from - delay,
                                            .n = kSubBlock - from,
                                            .thresholds = spec_.thresholds});
    total.symbol_errors += errors.symbols;
    total.bit_errors += errors.bits;
    b.index.advance();
    b.level.advance();
    b.received.advance();
  }
  return total;
}

}  // namespace chappe
