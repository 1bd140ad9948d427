#include "dsp/ffe_dfe.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

#include "base/errors.hpp"
#include "dsp/fir.hpp"

namespace chappe {
namespace {

constexpr std::size_t kFeedbackBlock = 512;

}  // namespace

std::vector<double> pam_levels(int count, double outer) {
  ensure(count >= 2 && outer > 0.0, "PAM has two levels or more, the outer one above 0");
  std::vector<double> levels(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    levels[static_cast<std::size_t>(i)] = outer * (2 * i - (count - 1)) / (count - 1);
  }
  return levels;
}

std::vector<double> midway_thresholds(std::span<const double> levels) {
  ensure(levels.size() >= 2, "thresholds lie between two levels");
  std::vector<double> thresholds(levels.size() - 1);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    thresholds[i] = 0.5 * (levels[i] + levels[i + 1]);
  }
  return thresholds;
}

Slicer::Slicer(std::vector<double> thresholds) : thresholds_(std::move(thresholds)) {
  ensure(!thresholds_.empty() && thresholds_.size() <= 255, "a slicer has 1 to 255 thresholds");
  ensure(std::adjacent_find(thresholds_.begin(), thresholds_.end(), std::greater_equal<>{}) ==
             thresholds_.end(),
         "a slicer's thresholds ascend");
}

void Slicer::decide(std::span<const double> y, std::span<std::uint8_t> symbols) const {
  ensure(y.size() == symbols.size(), "one decision a sample");
  for (std::size_t i = 0; i < y.size(); ++i) symbols[i] = decide(y[i]);
}

void apply_ffe(std::span<const double> x, std::span<const double> taps, std::size_t cursor,
               std::span<double> y, Isa isa) {
  ensure(cursor < taps.size() && x.size() == y.size(), "an FFE's cursor is one of its taps");
  const auto edge = [&](std::size_t n) {  // taps that reach outside the record are left out
    double sum = 0.0;
    for (std::size_t j = 0; j < taps.size(); ++j) {
      if (n + cursor >= j && n + cursor - j < x.size()) sum += taps[j] * x[n + cursor - j];
    }
    return sum;
  };
  const std::size_t post = taps.size() - 1 - cursor;
  const std::size_t first = std::min(post, x.size());
  const std::size_t last = std::max(first, x.size() - std::min(cursor, x.size()));
  for (std::size_t n = 0; n < first; ++n) y[n] = edge(n);
  if (last > first) {
    fir_block(x.data() + first + cursor, last - first, taps, nullptr, 0.0, y.data() + first, isa);
  }
  for (std::size_t n = last; n < x.size(); ++n) y[n] = edge(n);
}

DecisionFeedback::DecisionFeedback(std::vector<double> taps, std::vector<double> levels,
                                   Slicer slicer)
    : taps_(std::move(taps)), levels_(std::move(levels)), slicer_(std::move(slicer)) {
  ensure(levels_.size() == slicer_.levels(), "a slicer has one threshold less than levels");
  fed_.assign(taps_.size() + kFeedbackBlock, 0.0);
}

void DecisionFeedback::reset() { std::fill(fed_.begin(), fed_.end(), 0.0); }

template <class Fed>
void DecisionFeedback::run_blocks(std::span<const double> y, std::span<std::uint8_t> decided,
                                  std::span<double> at_slicer, const Fed& fed_symbol) {
  ensure(y.size() == decided.size() && (at_slicer.empty() || at_slicer.size() == y.size()),
         "one decision a sample");
  const std::size_t taps = taps_.size();
  for (std::size_t start = 0; start < y.size(); start += kFeedbackBlock) {
    const std::size_t count = std::min(kFeedbackBlock, y.size() - start);
    double* newest = fed_.data() + taps;
    for (std::size_t i = 0; i < count; ++i) {
      double z = y[start + i];
      // The latest decision comes last: all else can be summed before it is known.
      for (std::size_t k = taps; k-- > 0;) z -= taps_[k] * newest[i - 1 - k];
      decided[start + i] = slicer_.decide(z);
      newest[i] = levels_[fed_symbol(start + i)];
      if (!at_slicer.empty()) at_slicer[start + i] = z;
    }
    std::copy_n(fed_.begin() + static_cast<std::ptrdiff_t>(count), taps, fed_.begin());
  }
}

void DecisionFeedback::run(std::span<const double> y, std::span<std::uint8_t> decided,
                           std::span<double> at_slicer) {
  run_blocks(y, decided, at_slicer, [&](std::size_t i) { return decided[i]; });
}

void DecisionFeedback::run_ideal(std::span<const double> y, std::span<const std::uint8_t> sent,
                                 std::span<std::uint8_t> decided, std::span<double> at_slicer) {
  ensure(sent.size() == y.size(), "one sent symbol a sample");
  run_blocks(y, decided, at_slicer, [&](std::size_t i) { return sent[i]; });
}

void ErrorCounter::add(std::span<const std::uint8_t> sent, std::span<const std::uint8_t> decided) {
  ensure(sent.size() == decided.size(), "one decision a sent symbol");
  for (std::size_t i = 0; i < sent.size(); ++i) {
    const unsigned differ = gray_bits(sent[i]) ^ gray_bits(decided[i]);
    if (differ == 0) continue;
    const std::uint64_t position = counts_.symbols + i;
    ++counts_.symbol_errors;
    counts_.bit_errors += static_cast<std::uint64_t>(std::popcount(differ));
    if (!last_error_ || position - *last_error_ - 1 >= gap_) ++counts_.events;
    last_error_ = position;
  }
  counts_.symbols += sent.size();
}

}  // namespace chappe
