#include "solve/com/com_floating.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr double kGone = -std::numeric_limits<double>::infinity();
constexpr int kNone = -1;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

const std::vector<int>& ComFloatingTaps::choose(std::span<const double> v, double cursor, int banks,
                                                int width, double bank_max) {
  ensure(banks > 0 && width > 0 && at(banks * width) <= v.size(), "the banks fit into the span");
  width_ = width;
  gain_.assign(v.size() - at(width) + 1, 0.0);
  chosen_.assign(v.size(), 0);
  for (std::size_t start = 0; start < gain_.size(); ++start) {
    double excess = 0.0;
    for (std::size_t i = start; i < start + at(width); ++i) {
      const double over = std::max(0.0, std::abs(v[i]) - bank_max * cursor);
      gain_[start] += v[i] * v[i];
      excess += over * over;
    }
    if (cursor >= 0.0) gain_[start] -= excess;
  }
  rank();
  if (leads_in_order(banks)) {
    std::fill_n(chosen_.begin(), banks * width, char{1});
  } else {
    int reserved = kNone;
    for (int bank = 0; bank < banks; ++bank) take(next_start(bank + 1 == banks, reserved));
  }
  positions_.clear();
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    if (chosen_[i]) positions_.push_back(static_cast<int>(i));
  }
  return positions_;
}

void ComFloatingTaps::rank() {
  order_.resize(gain_.size());
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](int a, int b) {
    return gain_[at(a)] != gain_[at(b)] ? gain_[at(a)] > gain_[at(b)] : a < b;
  });
}

/// The best starts are the first ones, in any order.
bool ComFloatingTaps::leads_in_order(int banks) const {
  const int count = (banks - 1) * width_ + 1;
  return std::all_of(order_.begin(), order_.begin() + count, [=](int s) { return s < count; });
}

/// Starts whose bank would overlap that of `of` from below; the reference leaves out those that
/// are chosen taps.
bool ComFloatingTaps::in_shadow(int start, int of) const {
  return start >= 0 && start > of - width_ && start < of && !chosen_[at(start)];
}

/// Whether a start may be taken although a bank that overlaps it from below is good too. With its
/// neighbour below next in rank it is taken, and the neighbour kept for the next bank.
bool ComFloatingTaps::accept(int start, bool& reserve) const {
  reserve = false;
  bool shadow = false, shadow_passed = false;
  for (int s = start - width_ + 1; s < start; ++s) shadow = shadow || in_shadow(s, start);
  if (!shadow) return true;
  for (const int s : order_) {
    if (s == start - width_) {
      reserve = true;
      return true;
    }
    if (in_shadow(s, start)) {
      shadow_passed = true;
    } else if (s < start || s >= start + width_) {
      break;
    }
  }
  return !shadow_passed;
}

int ComFloatingTaps::next_start(bool last_bank, int& reserved) {
  if (reserved != kNone) return std::exchange(reserved, kNone);
  rank();
  if (last_bank) return order_.front();
  for (std::size_t tries = 0;; ++tries) {
    const int start = order_.front();
    bool reserve = false;
    if (accept(start, reserve) || tries == chosen_.size()) {
      if (reserve) reserved = start - width_;
      return start;
    }
    gain_[at(start)] = kGone;
    rank();
  }
}

/// Its taps are chosen; no other bank may overlap them.
void ComFloatingTaps::take(int start) {
  for (int i = start; i < start + width_; ++i) chosen_[at(i)] = 1;
  for (int i = std::max(0, start - width_ + 1); i < start + width_; ++i) {
    if (at(i) < gain_.size()) gain_[at(i)] = kGone;
  }
}

}  // namespace chappe
