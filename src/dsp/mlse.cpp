#include "dsp/mlse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"

namespace chappe {

// A state is the last symbols, newest in the lowest digit of base L: state = a[n] + L a[n - 1].
Mlse::Mlse(std::vector<double> levels, std::vector<double> taps, std::size_t traceback)
    : levels_(levels.size()), traceback_(traceback) {
  ensure(levels_ >= 2 && levels_ <= 8 && std::is_sorted(levels.begin(), levels.end()),
         "MLSE: 2 to 8 levels, ascending");
  ensure(taps.size() == 1 || taps.size() == 2, "MLSE: 1 or 2 taps");
  ensure(traceback >= 8, "MLSE: a traceback of at least 8 symbols");
  states_ = taps.size() == 1 ? levels_ : levels_ * levels_;
  for (std::size_t s = 0; s < states_; ++s) {
    double past = taps[0] * levels[s % levels_];
    if (taps.size() == 2) past += taps[1] * levels[s / levels_];
    ensure(std::isfinite(past), "MLSE: finite taps");
    for (const double level : levels) expected_.push_back(level + past);
  }
  next_.resize(states_);
  from_.resize(2 * traceback_ * states_);
  path_.resize(2 * traceback_);
  reset();
}

void Mlse::reset() {
  metric_.assign(states_, 0.0);
  held_ = 0;
}

void Mlse::advance(double y) {
  const std::size_t older = states_ / levels_;  // 1, or L for a memory of two
  std::uint8_t* const from = from_.data() + held_ * states_;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t to = 0; to < states_; ++to) {
    const std::size_t level = to % levels_;
    // Predecessors share all but their oldest symbol: digit 0 of theirs is digit 1 of ours.
    const std::size_t shared = older == 1 ? 0 : to / levels_;
    const std::size_t stride = older == 1 ? 1 : levels_;
    next_[to] = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < levels_; ++i) {
      const std::size_t state = shared + i * stride;
      const double miss = y - expected_[state * levels_ + level];
      const double metric = metric_[state] + miss * miss;
      if (metric < next_[to]) next_[to] = metric, from[to] = static_cast<std::uint8_t>(i);
    }
    best = std::min(best, next_[to]);
  }
  ensure(std::isfinite(best), "MLSE: finite samples");
  for (std::size_t s = 0; s < states_; ++s) metric_[s] = next_[s] - best;
  ++held_;
}

void Mlse::trace(std::size_t keep, std::vector<std::uint8_t>& decided) {
  auto state =
      static_cast<std::size_t>(std::min_element(metric_.begin(), metric_.end()) - metric_.begin());
  for (std::size_t n = held_; n-- > 0;) {
    path_[n] = static_cast<std::uint8_t>(state % levels_);
    const std::size_t oldest = from_[n * states_ + state];
    state = states_ == levels_ ? oldest : state / levels_ + oldest * levels_;
  }
  const std::size_t final = held_ - keep;
  decided.insert(decided.end(), path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(final));
  std::copy_n(from_.begin() + static_cast<std::ptrdiff_t>(final * states_), keep * states_,
              from_.begin());
  held_ = keep;
}

void Mlse::run(std::span<const double> y, std::vector<std::uint8_t>& decided) {
  for (const double sample : y) {
    advance(sample);
    if (held_ == 2 * traceback_) trace(traceback_, decided);
  }
}

void Mlse::finish(std::vector<std::uint8_t>& decided) {
  trace(0, decided);
  reset();
}

}  // namespace chappe
