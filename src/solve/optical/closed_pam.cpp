#include "solve/optical/closed_pam.hpp"

#include <algorithm>
#include <cmath>

#include "math/special.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

/// From the lower level, of a gap: (gap^2 + 2 t^2 ln(t/s)) s/(gap s + t r), r^2 = gap^2 +
/// 2 (t^2 - s^2) ln(t/s).
double crossing(double gap, double s, double t) {
  if (s <= 0.0 || t <= 0.0) return s > 0.0 ? gap : (t > 0.0 ? 0.0 : 0.5 * gap);
  const double log_ratio = std::log(t / s);
  const double root = std::sqrt(gap * gap + 2.0 * (t * t - s * s) * log_ratio);
  const double from_low = s * (gap * gap + 2.0 * t * t * log_ratio) / (gap * s + t * root);
  return std::clamp(from_low, 0.0, gap);
}

double tail(double distance, double sigma) {
  if (sigma > 0.0) return q_function(distance / sigma);
  return distance > 0.0 ? 0.0 : 1.0;
}

}  // namespace

std::vector<double> pam_thresholds(const NoisyLevels& levels, ThresholdRule rule) {
  std::vector<double> out;
  for (std::size_t k = 0; k + 1 < levels.mean.size(); ++k) {
    const double a = levels.mean[k], b = levels.mean[k + 1];
    const double s = levels.sigma[k], t = levels.sigma[k + 1];
    const bool noisy = s + t > 0.0;
    if (rule == ThresholdRule::optimum) {
      out.push_back(a + crossing(b - a, s, t));
    } else if (rule == ThresholdRule::equal_errors && noisy) {
      out.push_back((t * a + s * b) / (s + t));
    } else {
      out.push_back(0.5 * (a + b));
    }
  }
  return out;
}

SlicerErrors gaussian_pam_errors(const NoisyLevels& levels, std::span<const double> thresholds,
                                 double distance_scale) {
  const auto count = static_cast<int>(levels.mean.size());
  SlicerErrors sum;
  for (int sent = 0; sent < count; ++sent) {
    const double mean = levels.mean[static_cast<std::size_t>(sent)];
    const double sigma = levels.sigma[static_cast<std::size_t>(sent)];
    for (int k = 0; k + 1 < count; ++k) {
      const bool above = k >= sent;
      const double threshold = thresholds[static_cast<std::size_t>(k)];
      const double p = tail(distance_scale * (above ? threshold - mean : mean - threshold), sigma);
      sum.ber += p * (bit_distance(count, sent, above ? k + 1 : k) -
                      bit_distance(count, sent, above ? k : k + 1));
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  return {sum.ber / (count * counted_bits(count)), sum.ser / count};
}

}  // namespace chappe
