#include "solve/importance_chain.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace chappe {
namespace {

double log_cosh(double x) {
  const double size = std::abs(x);
  return size + std::log1p(std::exp(-2.0 * size)) - std::numbers::ln2;
}

}  // namespace

double jitter_cumulant(const EdgeJitter& jitter, double tilt_per_v, double move_v) {
  const double random = tilt_per_v * jitter.random_ui * move_v;
  return 0.5 * random * random + log_cosh(tilt_per_v * jitter.dirac_ui * move_v);
}

SymbolChain::SymbolChain(const ChainInput& input, double tilt_per_v, std::size_t level)
    : levels_(input.levels.size()), size_(input.isi_v.size()) {
  const std::size_t square = levels_ * levels_;
  below_.assign(size_ * square, 0.0);
  log_ratio_.assign(size_ * square, -std::numeric_limits<double>::infinity());
  const double log_levels = std::log(static_cast<double>(levels_));
  // From the newest symbol back: what all later symbols add, given this one, times a scale.
  std::vector<double> later(levels_, 1.0), here(levels_);
  for (std::size_t i = size_; i-- > 0;) {
    double largest = 0.0;
    for (std::size_t before = 0; before < levels_; ++before) {
      double sum = 0.0;
      double* below = &below_[i * square + before * levels_];
      double* ratio = &log_ratio_[i * square + before * levels_];
      for (std::size_t a = 0; a < levels_; ++a) {
        if (i != input.cursor || a == level) {
          const double step = i == 0 ? 0.0 : input.levels[a] - input.levels[before];
          const double log_weight =
              tilt_per_v * input.isi_v[i] * input.levels[a] +
              jitter_cumulant(input.jitter, tilt_per_v, input.edge_v[i] * step) -
              (i == input.cursor ? 0.0 : log_levels);
          const double weight = std::exp(log_weight) * later[a];
          sum += weight;
          ratio[a] = std::log(weight) + (i == input.cursor ? 0.0 : log_levels);
        }
        below[a] = sum;
      }
      for (std::size_t a = 0; a < levels_; ++a) {
        below[a] /= sum;
        ratio[a] -= std::log(sum);
      }
      here[before] = sum;
      largest = std::max(largest, sum);
    }
    cumulant_ += std::log(largest);
    for (std::size_t a = 0; a < levels_; ++a) later[a] = here[a] / largest;
  }
}

std::size_t SymbolChain::draw(std::size_t i, std::size_t before, double uniform) const {
  const double* below = &below_[(i * levels_ + (i == 0 ? 0 : before)) * levels_];
  std::size_t a = 0;
  while (a + 1 < levels_ && uniform > below[a]) ++a;
  return a;
}

}  // namespace chappe
