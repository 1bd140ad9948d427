// Convolution of a density with a uniform one in a few additions a bin, whatever its range.
#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/density.hpp"
#include "math/density_steps.hpp"

namespace chappe {
namespace {

constexpr double kMostBins = 1 << 24;

/// Sets sums[i] to x[i - bins + 1] + ... + x[i], as far as x goes, for i in [0, x.size() + bins -
/// 1). Blocks of `bins` places: such a sum is the end of one block and the beginning of the next,
/// so nothing is subtracted (M. van Herk, Pattern Recognit. Lett. 13 (1992) 517, for maxima;
/// recalled).
void moving_sums(std::span<const double> x, std::size_t bins, std::vector<double>& ends,
                 std::vector<double>& sums) {
  const std::size_t count = x.size() + bins - 1;
  // ends[i]: x[i] to the end of its block.
  ends.assign(x.begin(), x.end());
  ends.resize(count + bins, 0.0);
  for (std::size_t first = 0; first < x.size(); first += bins) {
    for (std::size_t i = first + bins - 1; i-- > first;) ends[i] += ends[i + 1];
  }
  sums.assign(x.begin(), x.end());
  sums.resize(count, 0.0);
  for (std::size_t first = 0; first < count; first += bins) {
    const std::size_t end = std::min(first + bins, count);
    double beginning = 0.0;
    for (std::size_t i = first; i < end; ++i) sums[i] = beginning += sums[i];
    if (first == 0) continue;
    const std::size_t last = std::min(end, first + bins - 1);  // the sum beyond is a whole block
    for (std::size_t i = first; i < last; ++i) sums[i] += ends[i + 1 - bins];
  }
}

}  // namespace

void Density::add_uniform(double range, DensityScratch& scratch) {
  ensure(range >= 0.0 && std::isfinite(range), "range >= 0");
  const double a = range / width_;
  ensure(a <= kMostBins, "a range of at most 2^24 bins");
  // n bins of one weight, a lesser one on either side, of variance a^2/12: (n^2 - 1)/12 and more.
  const double n = 2.0 * std::floor(0.5 * (std::sqrt(a * a + 1.0) + 1.0)) - 1.0;
  const double outer = 0.5 * std::max(0.0, (a * a - n * n + 1.0) / (2.0 * (n + 1.0) * (n + 2.0)));
  if (n == 1.0 && outer < detail::kMassFloor) return;
  const double inner = (1.0 - 2.0 * outer) / n;
  const auto bins = static_cast<std::size_t>(n);
  std::vector<double>& sums = scratch.front;
  moving_sums(mass_, bins, scratch.back, sums);
  std::vector<double> out(sums.size() + 2);
  std::transform(sums.begin(), sums.end(), out.begin() + 1, [&](double m) { return inner * m; });
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    out[i] += outer * mass_[i];
    out[i + bins + 1] += outer * mass_[i];
  }
  const auto counts = [](double m) { return m >= detail::kMassFloor; };
  const auto from = std::find_if(out.begin(), out.end(), counts);
  const auto to = std::find_if(out.rbegin(), out.rend(), counts).base();
  ensure(from < to, "a density has some mass");
  first_ += (from - out.begin()) - static_cast<std::int64_t>(bins / 2) - 1;
  mass_.assign(from, to);
}

}  // namespace chappe
