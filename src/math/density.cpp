#include "math/density.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"
#include "math/density_steps.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

constexpr double kQIsZero = 38.6;  // Q(x) is 0 in doubles above
constexpr double kQIsOne = -8.4;   // 1 - Q(x) < 2^-53 below

std::int64_t largest_magnitude(const std::vector<std::int64_t>& shifts) {
  return std::max(std::abs(shifts.front()), std::abs(shifts.back()));
}

bool equal_widths(double a, double b) { return std::abs(a - b) <= 1e-12 * a; }

/// Cell probabilities of N(0, sigma^2) from the centre outwards, down to the floor.
std::vector<double> gaussian_cells(double width_over_sigma) {
  std::vector<double> cell{1.0 - 2.0 * q_function(0.5 * width_over_sigma)};
  double above = q_function(0.5 * width_over_sigma);
  for (double i = 1.0;; i += 1.0) {
    const double next = q_function((i + 0.5) * width_over_sigma);
    if (above - next < detail::kMassFloor) return cell;
    cell.push_back(above - next);
    above = next;
  }
}

}  // namespace

Density::Density(double width, std::int64_t first, std::vector<double> mass, double added_variance)
    : width_(width), first_(first), mass_(std::move(mass)), added_variance_(added_variance) {
  ensure(width_ > 0.0 && std::isfinite(width_) && !mass_.empty(), "a density has width and masses");
  for (const double m : mass_) ensure(m >= 0.0 && std::isfinite(m), "masses are >= 0 and finite");
}

Density Density::point(double width, double amplitude) {
  Density density(width);
  DensityScratch scratch;
  const double one[] = {amplitude};
  density.add_deltas(one, scratch);
  return density;
}

Density Density::mixture(std::span<const Density> densities, std::span<const double> weights) {
  ensure(!densities.empty() && densities.size() == weights.size(), "as many weights as densities");
  std::int64_t low = densities[0].first_, high = low;
  for (const Density& d : densities) {
    ensure(equal_widths(d.width_, densities[0].width_), "densities of equal width");
    low = std::min(low, d.first_);
    high = std::max(high, d.first_ + static_cast<std::int64_t>(d.mass_.size()));
  }
  std::vector<double> mass(static_cast<std::size_t>(high - low), 0.0);
  double added = 0.0, sum = 0.0;
  for (std::size_t k = 0; k < densities.size(); ++k) {
    const auto shift = static_cast<std::size_t>(densities[k].first_ - low);
    const std::vector<double>& from = densities[k].mass_;
    for (std::size_t i = 0; i < from.size(); ++i) mass[shift + i] += weights[k] * from[i];
    added += weights[k] * densities[k].added_variance_;
    sum += weights[k];
  }
  return {densities[0].width_, low, std::move(mass), sum > 0.0 ? added / sum : 0.0};
}

void Density::add_deltas(std::span<const double> amplitudes, DensityScratch& scratch) {
  added_variance_ += detail::make_delta_kernel(amplitudes, width_, scratch);
  run_step(scratch);
}

void Density::add(const Density& other, DensityScratch& scratch) {
  ensure(equal_widths(width_, other.width_), "densities of equal width");
  // The shorter one is the kernel.
  const bool swapped = other.mass_.size() > mass_.size();
  const Density kernel = swapped ? *this : other;
  if (swapped) {
    mass_ = other.mass_;
    first_ = other.first_;
  }
  scratch.shift.clear();
  scratch.weight.clear();
  for (std::size_t i = 0; i < kernel.mass_.size(); ++i) {
    if (kernel.mass_[i] == 0.0) continue;
    scratch.shift.push_back(kernel.first_ + static_cast<std::int64_t>(i));
    scratch.weight.push_back(kernel.mass_[i]);
  }
  ensure(!scratch.shift.empty(), "a density to be added has some mass");
  added_variance_ = kernel.added_variance_ + (swapped ? other.added_variance_ : added_variance_);
  run_step(scratch);
}

void Density::add_gaussian(double sigma, DensityScratch& scratch) {
  ensure(sigma >= 0.0 && std::isfinite(sigma), "sigma >= 0");
  if (sigma == 0.0) return;
  ensure(sigma < 1e5 * width_, "sigma is below 1e5 bins");
  const std::vector<double> half = gaussian_cells(width_ / sigma);
  std::vector<double> cells(half.rbegin(), half.rend());
  cells.insert(cells.end(), half.begin() + 1, half.end());
  const Density kernel(width_, 1 - static_cast<std::int64_t>(half.size()), std::move(cells));
  const double added = added_variance_ + kernel.variance() - sigma * sigma;
  add(kernel, scratch);
  added_variance_ = added;
}

/// Convolves with the kernel that lies in the scratch.
void Density::run_step(DensityScratch& scratch) {
  const std::int64_t reach = largest_magnitude(scratch.shift);
  detail::ConvolutionSteps steps(mass_, first_, reach, reach, scratch);
  steps.step();
  first_ = steps.first();
  mass_.assign(steps.mass().begin(), steps.mass().end());
}

double Density::total() const { return std::accumulate(mass_.begin(), mass_.end(), 0.0); }

double Density::mean() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < mass_.size(); ++i) sum += mass_[i] * amplitude(i);
  return sum / total();
}

double Density::variance() const {
  const double centre = mean();
  double sum = 0.0;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    const double x = amplitude(i) - centre;
    sum += mass_[i] * x * x;
  }
  return sum / total();
}

double Density::corrected_sigma(double sigma) const {
  return std::sqrt(std::max(0.0, sigma * sigma - added_variance_));
}

double Density::tail_below(double distance, double sigma) const {
  ensure(sigma >= 0.0 && std::isfinite(distance), "sigma >= 0 and a finite distance");
  double sum = 0.0;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    const double x = amplitude(i) + distance;
    if (x >= kQIsZero * sigma && !(x < 0.0)) break;  // amplitudes ascend: no more to come
    sum += x <= kQIsOne * sigma ? mass_[i] : mass_[i] * q_function(x / sigma);
  }
  return sum;
}

double Density::tail_above(double distance, double sigma) const {
  ensure(sigma >= 0.0 && std::isfinite(distance), "sigma >= 0 and a finite distance");
  double sum = 0.0;
  for (std::size_t i = mass_.size(); i-- > 0;) {
    const double x = distance - amplitude(i);
    if (x >= kQIsZero * sigma && !(x < 0.0)) break;
    sum += x <= kQIsOne * sigma ? mass_[i] : mass_[i] * q_function(x / sigma);
  }
  return sum;
}

double Density::quantile(double p) const {
  ensure(p > 0.0 && p < total(), "quantile: p in (0, total)");
  double below = 0.0;
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    if (below + mass_[i] >= p) {
      return amplitude(i) + width_ * ((p - below) / mass_[i] - 0.5);
    }
    below += mass_[i];
  }
  return amplitude(mass_.size() - 1) + 0.5 * width_;
}

Density isi_density_of_width(std::span<const double> taps, std::span<const double> levels,
                             double width, DensityScratch& scratch) {
  ensure(width > 0.0 && !levels.empty(), "width > 0 and at least one level");
  double largest_level = 0.0;
  for (const double level : levels) largest_level = std::max(largest_level, std::abs(level));
  std::vector<double> order;
  for (const double tap : taps) {
    if (tap != 0.0) order.push_back(tap);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](double a, double b) { return std::abs(a) < std::abs(b); });
  std::int64_t reach = 0, largest_shift = 0;
  for (const double tap : order) {
    const double bins = std::abs(tap) * largest_level / width;
    ensure(bins < 1 << 24, "an ISI tap spans at most 2^24 bins");
    largest_shift = static_cast<std::int64_t>(bins) + 1;
    reach += largest_shift;
  }
  ensure(reach < 1 << 26, "an ISI density has at most 2^26 bins");
  const double one[] = {1.0};
  detail::ConvolutionSteps steps(one, 0, reach, largest_shift, scratch);
  std::vector<double> amplitudes(levels.size());
  double added = 0.0;
  for (const double tap : order) {
    for (std::size_t j = 0; j < levels.size(); ++j) amplitudes[j] = tap * levels[j];
    added += detail::make_delta_kernel(amplitudes, width, scratch);
    steps.step();
  }
  return {width, steps.first(), {steps.mass().begin(), steps.mass().end()}, added};
}

Density isi_density(std::span<const double> taps, std::span<const double> levels,
                    std::size_t bins) {
  double peak = 0.0, largest_level = 0.0;
  for (const double tap : taps) peak += std::abs(tap);
  for (const double level : levels) largest_level = std::max(largest_level, std::abs(level));
  peak *= largest_level;
  ensure(bins >= 8 && peak > 0.0, "bins >= 8 and some ISI");
  DensityScratch scratch;
  return isi_density_of_width(taps, levels, 2.0 * peak / static_cast<double>(bins), scratch);
}

}  // namespace chappe
