#include "solve/com/com_density.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/errors.hpp"

namespace chappe {

ComDensity com_density(std::span<const double> samples, double bin, int levels) {
  ensure(bin > 0.0 && levels >= 2, "bin > 0 and at least two levels");
  const bool any_larger =
      std::any_of(samples.begin(), samples.end(), [bin](double v) { return v > bin; });
  std::vector<double> sizes;
  for (const double v : samples) {
    const double size = std::abs(v);
    if (any_larger ? size > bin : size >= bin) sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());

  ComDensity out{bin, {1.0}};
  std::vector<double> next;
  const double weight = 1.0 / levels;
  for (const double size : sizes) {
    const auto shift = [&](int level) {
      return static_cast<int>(std::round(size * (2.0 * level / (levels - 1) - 1.0) / bin));
    };
    const int widest = shift(levels - 1);
    if (widest == 0) continue;
    next.assign(out.p.size() + 2 * static_cast<std::size_t>(widest), 0.0);
    for (int level = 0; level < levels; ++level) {
      double* target = next.data() + (shift(level) + widest);
      for (std::size_t i = 0; i < out.p.size(); ++i) target[i] += out.p[i] * weight;
    }
    out.p.swap(next);
  }
  return out;
}

double com_quantile(const ComDensity& density, double probability) {
  double sum = 0.0;
  for (int i = -density.half(); i <= density.half(); ++i) {
    sum += density.p[static_cast<std::size_t>(i + density.half())];
    if (sum >= probability) return i * density.bin;
  }
  return density.half() * density.bin;
}

}  // namespace chappe
