#include "fec/codeword_counter.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/errors.hpp"

namespace chappe {
namespace {

unsigned gray(unsigned level) { return level ^ (level >> 1U); }

/// Calls f(i) for each i where a and b differ, ascending.
template <class F>
void for_each_difference(const std::uint8_t* a, const std::uint8_t* b, std::size_t n, F&& f) {
  constexpr std::size_t kBlock = 256, kWord = 16;  // memcmp tells of a block in a few cycles
  for (std::size_t block = 0; block < n; block += kBlock) {
    const std::size_t end = std::min(block + kBlock, n);
    if (std::memcmp(a + block, b + block, end - block) == 0) continue;
    for (std::size_t i = block; i < end; i += kWord) {
      const std::size_t stop = std::min(i + kWord, end);
      if (stop - i == kWord && std::memcmp(a + i, b + i, kWord) == 0) continue;
      for (std::size_t k = i; k < stop; ++k) {
        if (a[k] != b[k]) f(k);
      }
    }
  }
}

}  // namespace

CodewordCounter::CodewordCounter(const FecCode& code, const LaneMux& mux, int levels, bool precoded)
    : t_(code.t),
      levels_(levels),
      bits_(levels == 2 ? 1 : 2),
      lanes_(mux.physical_lanes),
      precoded_(precoded),
      words_(static_cast<std::size_t>(mux.codewords)) {
  ensure(levels == 2 || levels == 4, "NRZ or PAM4");
  ensure(fills_lanes(code, mux, {.length = {1.0}, .bits_per_symbol = bits_, .precoded = precoded}),
         "the group fills the lanes");
  const long bits = static_cast<long>(code.codeword_bits()) * mux.codewords / lanes_;
  span_ = static_cast<std::size_t>(bits / bits_);
  for (long bit = 0; bit < bits; ++bit) {
    const MuxPlace place = mux_place(mux, bit, code.symbol_bits);
    places_.push_back({static_cast<std::uint32_t>(place.row * mux.lanes + place.lane),
                       static_cast<std::uint32_t>(mux.codeword_at(place.row, place.lane))});
  }
  seen_.assign(static_cast<std::size_t>(bits / code.symbol_bits), 0);
  wrong_.assign(words_, 0);
}

void CodewordCounter::mark_wrong(std::size_t at, unsigned wrong_bits) {
  for (int b = 0; b < bits_; ++b) {
    if ((wrong_bits >> static_cast<unsigned>(bits_ - 1 - b) & 1U) == 0) continue;
    const Place place = places_[at * static_cast<std::size_t>(bits_) + static_cast<std::size_t>(b)];
    if (seen_[place.symbol] == stretch_) continue;
    seen_[place.symbol] = stretch_;
    ++wrong_[place.word];
  }
}

void CodewordCounter::end_stretch() {
  at_ = 0;
  ++stretch_;
  if (++lane_ < lanes_) return;
  lane_ = 0;
  std::uint64_t failed = 0;
  for (int& wrong : wrong_) {
    failed += std::exchange(wrong, 0) > t_ ? 1U : 0U;
  }
  ++counts_.groups;
  counts_.words += words_;
  counts_.failed_words += failed;
  counts_.failed_words_squared += failed * failed;
  counts_.failed_groups += failed > 0 ? 1U : 0U;
}

void CodewordCounter::add_part(const std::uint8_t* sent, const std::uint8_t* decided,
                               std::size_t count) {
  const auto modulus = static_cast<unsigned>(levels_);
  const auto mark = [&](std::size_t i) {
    unsigned s = sent[i], d = decided[i];
    if (precoded_) {
      s = (s + (i > 0 ? sent[i - 1] : sent_before_)) % modulus;
      d = (d + (i > 0 ? decided[i - 1] : decided_before_)) % modulus;
    }
    mark_wrong(at_ + i, gray(s) ^ gray(d));
  };
  if (precoded_ && sent_before_ != decided_before_) mark(0);
  for_each_difference(sent, decided, count, [&](std::size_t i) {
    mark(i);
    if (precoded_ && i + 1 < count) mark(i + 1);
  });
  sent_before_ = sent[count - 1];
  decided_before_ = decided[count - 1];
}

void CodewordCounter::add(std::span<const std::uint8_t> sent,
                          std::span<const std::uint8_t> decided) {
  ensure(sent.size() == decided.size(), "as many decisions as symbols");
  for (std::size_t i = 0; i < sent.size();) {
    const std::size_t count = std::min(sent.size() - i, span_ - at_);
    if (at_ == 0) sent_before_ = decided_before_ = 0;
    add_part(&sent[i], &decided[i], count);
    at_ += count;
    i += count;
    if (at_ == span_) end_stretch();
  }
}

}  // namespace chappe
