#include "solve/com/com_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"

namespace chappe {

ComDistribution::ComDistribution(const ComDensity& density)
    : bin_(density.bin), half_(density.half()), sum_(density.p.size()) {
  ensure(!density.p.empty() && density.bin > 0.0, "a density with bins");
  std::partial_sum(density.p.begin(), density.p.end(), sum_.begin());
}

double ComDistribution::error(double v) const {
  if (!(v < half_ * bin_)) return sum_.front();
  if (-v > half_ * bin_) return sum_.back();
  // The quotient may be off by a rounding; the products decide, as in the reference.
  int i = static_cast<int>(std::ceil(-v / bin_));
  while (i > -half_ && (i - 1) * bin_ >= -v) --i;
  while (i < half_ && i * bin_ < -v) ++i;
  return sum_[static_cast<std::size_t>(std::clamp(i, -half_, half_) + half_)];
}

double ComDistribution::inverse(double probability) const {
  const auto at = std::lower_bound(sum_.begin(), sum_.end(), probability);
  const auto i = at == sum_.end() ? 2 * half_ : static_cast<int>(at - sum_.begin());
  return (i - half_) * bin_;
}

ComDensity com_scaled(const ComDensity& density, double factor) {
  const double scale = std::abs(factor);
  const int from = density.half(), half = -static_cast<int>(std::floor(-scale * from));
  ComDensity out{density.bin, {1.0}};
  if (half == 0) return out;
  out.p.assign(2 * static_cast<std::size_t>(half) + 1, 0.0);
  const auto at = [&density, from](int i) { return density.p[static_cast<std::size_t>(i + from)]; };
  const bool beyond = half > scale * from;
  for (int m = -half; m <= half; ++m) {
    const double place = std::clamp(m / scale, -1.0 * from, 1.0 * from);
    const int below = std::min(static_cast<int>(std::floor(place)), from - 1);
    const double share = place - below;
    out.p[static_cast<std::size_t>(m + half)] = (1.0 - share) * at(below) + share * at(below + 1);
  }
  if (beyond) {
    out.p.front() = out.p[1];
    out.p.back() = out.p[out.p.size() - 2];
  }
  const double sum = std::accumulate(out.p.begin(), out.p.end(), 0.0);
  for (double& p : out.p) p /= sum;
  return out;
}

}  // namespace chappe
