#include "math/density_steps.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/errors.hpp"
#include "math/density_kernel.hpp"

namespace chappe::detail {
namespace {

constexpr double kLargestShift = 1 << 24;  // bins: keeps a density below 1 GiB
constexpr double kSnap = 1e-13;            // a fraction of a bin that rounding makes

void add_term(std::int64_t shift, double weight, DensityScratch& scratch) {
  if (weight == 0.0) return;
  const auto place = std::lower_bound(scratch.shift.begin(), scratch.shift.end(), shift);
  const auto k = place - scratch.shift.begin();
  if (place != scratch.shift.end() && *place == shift) {
    scratch.weight[static_cast<std::size_t>(k)] += weight;
    return;
  }
  scratch.shift.insert(place, shift);
  scratch.weight.insert(scratch.weight.begin() + k, weight);
}

/// Within one bin and symmetric: masses at -1, 0, +1 that have the deltas' variance.
bool is_small_and_symmetric(std::span<const double> amplitudes, double width) {
  const std::size_t n = amplitudes.size();
  for (std::size_t j = 0; j < n; ++j) {
    if (amplitudes[j] != -amplitudes[n - 1 - j] || std::abs(amplitudes[j]) >= width) return false;
  }
  return true;
}

}  // namespace

double make_delta_kernel(std::span<const double> amplitudes, double width,
                         DensityScratch& scratch) {
  ensure(!amplitudes.empty(), "at least one delta");
  scratch.shift.clear();
  scratch.weight.clear();
  const double share = 1.0 / static_cast<double>(amplitudes.size());
  if (is_small_and_symmetric(amplitudes, width)) {
    double square = 0.0;
    for (const double a : amplitudes) square += share * (a / width) * (a / width);
    if (square < kMassFloor) square = 0.0;
    add_term(0, 1.0 - square, scratch);
    add_term(-1, 0.5 * square, scratch);
    add_term(1, 0.5 * square, scratch);
    return 0.0;
  }
  double added = 0.0;
  for (const double a : amplitudes) {
    const double bins = a / width;
    ensure(std::abs(bins) <= kLargestShift,
           "a shift of " + std::to_string(bins) + " bins is at most 2^24");
    double whole = std::floor(bins), fraction = bins - whole;
    if (fraction > 1.0 - kSnap) whole += 1.0;
    if (fraction < kSnap || fraction > 1.0 - kSnap) fraction = 0.0;
    add_term(static_cast<std::int64_t>(whole), share * (1.0 - fraction), scratch);
    add_term(static_cast<std::int64_t>(whole) + 1, share * fraction, scratch);
    added += share * fraction * (1.0 - fraction) * width * width;
  }
  return added;
}

ConvolutionSteps::ConvolutionSteps(std::span<const double> mass, std::int64_t first,
                                   std::int64_t reach, std::int64_t largest_shift,
                                   DensityScratch& scratch)
    : scratch_(scratch) {
  // Zeros on both sides as far as a step reads beyond the masses.
  const std::int64_t margin = 2 * largest_shift + static_cast<std::int64_t>(kShiftAddGroup);
  const auto count = static_cast<std::int64_t>(mass.size());
  low_ = reach + margin;
  high_ = low_ + count;
  origin_ = first - low_;
  const auto places = static_cast<std::size_t>(high_ + reach + margin);
  scratch_.front.assign(places, 0.0);
  scratch_.back.assign(places, 0.0);
  std::copy(mass.begin(), mass.end(), scratch_.front.begin() + low_);
}

void ConvolutionSteps::step() {
  const std::int64_t low = low_ + scratch_.shift.front(), high = high_ + scratch_.shift.back();
  const auto back = scratch_.back.begin();
  if (dirty_low_ < low) std::fill(back + dirty_low_, back + std::min(low, dirty_high_), 0.0);
  if (dirty_high_ > high) std::fill(back + std::max(high, dirty_low_), back + dirty_high_, 0.0);
  shift_add(scratch_.front.data() + low, scratch_.back.data() + low,
            static_cast<std::size_t>(high - low), scratch_.shift.data(), scratch_.weight.data(),
            scratch_.shift.size());
  scratch_.front.swap(scratch_.back);
  dirty_low_ = low_;
  dirty_high_ = high_;
  low_ = low;
  high_ = high;
  trim();
}

void ConvolutionSteps::trim() {
  std::vector<double>& mass = scratch_.front;
  const auto at = [&mass](std::int64_t i) -> double& { return mass[static_cast<std::size_t>(i)]; };
  while (low_ + 1 < high_ && at(low_) < kMassFloor) at(low_++) = 0.0;
  while (low_ + 1 < high_ && at(high_ - 1) < kMassFloor) at(--high_) = 0.0;
}

std::span<const double> ConvolutionSteps::mass() const {
  return {scratch_.front.data() + low_, static_cast<std::size_t>(high_ - low_)};
}

}  // namespace chappe::detail
