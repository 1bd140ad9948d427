#include "solve/optical/pattern_density.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "solve/ring.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kLeastVariance_v2 = 1e-30;

}  // namespace

PatternDensity::PatternDensity(const TransmitterSpec& tx, const EqualiserSettings& settings,
                               std::vector<double> level_v, const ReceiverSpec& rx,
                               std::span<const PatternPart> parts, const LevelDensities& beside)
    : levels_(transmitted_levels(static_cast<int>(level_v.size()), tx.level_mismatch_ratio)),
      level_v_(std::move(level_v)) {
  for (std::size_t i = 1; i < level_v_.size(); ++i) {
    if (level_v_[i] <= level_v_[i - 1]) {
      throw ModelError(
          "levels fall together at the slicer: light does not grow from one to the "
          "next");
    }
  }
  for (const Density& density : beside) {
    beside_v_ = std::max(
        {beside_v_, std::abs(density.amplitude(0)), density.amplitude(density.mass().size() - 1)});
  }
  for (const PatternPart& part : parts) {
    std::vector<double> x(part.symbols.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = levels_[part.symbols[i]];
    add_cases(tx, ring_filter(x, settings.tx_ffe, settings.tx_cursor), part);
  }
  std::stable_sort(cases_.begin(), cases_.end(),
                   [](const Case& a, const Case& b) { return a.symbol < b.symbol; });
  for (std::size_t k = 0; k <= level_v_.size(); ++k) {
    const auto at = std::partition_point(cases_.begin(), cases_.end(),
                                         [k](const Case& c) { return c.symbol < k; });
    first_.push_back(static_cast<std::size_t>(at - cases_.begin()));
  }
  make_tables(beside);
  place_thresholds(rx.optimum_thresholds);
}

void PatternDensity::add_cases(const TransmitterSpec& tx, const std::vector<double>& sent,
                               const PatternPart& part) {
  const std::size_t n = sent.size();
  const double random2 = tx.random_jitter_ui * tx.random_jitter_ui;
  for (std::size_t i = 0; i < n; ++i) {
    const SymbolNoise& noise = part.noise[i];
    double variance = noise.stationary_v2 + noise.shot_v2 + noise.light_v2 + noise.transmitter_v2;
    double largest = 0.0, second = 0.0, others2 = 0.0;
    for (int e = 0; e < kEdges; ++e) {
      const std::size_t at = (i + n + static_cast<std::size_t>(e) - kEdgesAhead) % n;
      const double step = sent[at] - sent[(at + n - 1) % n];
      const double moved = step * noise.edge_v[static_cast<std::size_t>(e)];
      variance += random2 * moved * moved;
      double displaced = std::abs(moved) * tx.dual_dirac_jitter_ui;
      if (displaced > largest) std::swap(displaced, largest);
      if (displaced > second) std::swap(displaced, second);
      others2 += displaced * displaced;
    }
    const double log_variance = std::log(std::max(variance + others2, kLeastVariance_v2));
    const double mean = part.y[i] - level_v_[part.symbols[i]];
    // Beyond, a Gaussian's tail is below 1e-40.
    const double far_v = beside_v_ + 13.4 * std::exp(0.5 * log_variance);
    if (largest == 0.0) {
      cases_.push_back({mean, log_variance, far_v, part.symbols[i]});
      continue;
    }
    for (const double a : {-largest, largest}) {
      for (const double b : {-second, second}) {
        cases_.push_back({mean + a + b, log_variance, far_v, part.symbols[i]});
      }
    }
  }
}

void PatternDensity::make_tables(const LevelDensities& beside) {
  double low = 1e300, high = -1e300;
  for (const Case& c : cases_) {
    low = std::min(low, c.log_variance);
    high = std::max(high, c.log_variance);
  }
  DensityScratch scratch;
  const double width = std::exp(0.5 * low) / 16.0;
  for (std::size_t k = 0; k < level_v_.size(); ++k) {
    tables_.emplace_back(beside.empty() ? Density(width) : beside[k], low, high, scratch);
    if (beside.empty()) break;
  }
}

double PatternDensity::beyond(const Case& c, double distance_v, bool above) const {
  const TailTables& table = tables_[tables_.size() == 1 ? 0 : c.symbol];
  const double distance = above ? distance_v - c.shift_v : distance_v + c.shift_v;
  if (distance > c.far_v) return 0.0;
  return std::exp(table.log_tail(c.log_variance, distance, above, TailTables::kLeastLog));
}

/// ln of the sum over a level's cases, and how far a case may stay below the largest to count.
double PatternDensity::log_level_tail(std::size_t symbol, double distance_v, bool above) const {
  double sum = 0.0;
  for (std::size_t i = first_[symbol]; i < first_[symbol + 1]; ++i) {
    sum += beyond(cases_[i], distance_v, above);
  }
  return std::log(std::max(sum, 1e-300));
}

/// Where a level is taken for the one above as often as that for the one below, or midway.
void PatternDensity::place_thresholds(bool optimum) {
  constexpr double kWithin = 0.1;  // of the gap, from either level
  for (std::size_t k = 0; k + 1 < level_v_.size(); ++k) {
    const double low = level_v_[k], high = level_v_[k + 1], gap = high - low;
    thresholds_.push_back(0.5 * (low + high));
    if (!optimum) continue;
    const auto excess = [&](double v) {
      return log_level_tail(k, v - low, true) - log_level_tail(k + 1, high - v, false);
    };
    const auto root = find_root(excess, low + kWithin * gap, high - kWithin * gap, 1e-3 * gap);
    if (root) thresholds_.back() = *root;
  }
}

SlicerErrors PatternDensity::errors(double distance_scale) const {
  const auto count = static_cast<int>(level_v_.size());
  SlicerErrors sum;
  for (const Case& c : cases_) {
    const int sent = c.symbol;
    for (int k = 0; k + 1 < count; ++k) {
      const bool above = k >= sent;
      const double gap =
          distance_scale * std::abs(thresholds_[static_cast<std::size_t>(k)] - level_v_[c.symbol]);
      const double p = beyond(c, gap, above);
      sum.ber += p * (bit_distance(count, sent, above ? k + 1 : k) -
                      bit_distance(count, sent, above ? k : k + 1));
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  const auto cases = static_cast<double>(cases_.size());
  return {sum.ber / (cases * counted_bits(count)), sum.ser / cases};
}

double PatternDensity::tail(double distance_v) const {
  double sum = 0.0;
  for (const Case& c : cases_) {
    sum += 0.5 * (beyond(c, distance_v, true) + beyond(c, distance_v, false));
  }
  return sum / static_cast<double>(cases_.size());
}

double PatternDensity::interference_v(double probability) const {
  const double wanted = std::log(probability);
  const auto excess = [&](double v) { return std::log(std::max(tail(v), 1e-300)) - wanted; };
  double high = 4.0 * sigma_v();
  while (excess(high) > 0.0) high *= 2.0;
  return find_root(excess, 0.0, high, 1e-9 * high).value_or(0.0);
}

double PatternDensity::available_v() const {
  double least = level_v_[1] - level_v_[0];
  for (std::size_t i = 1; i < level_v_.size(); ++i) {
    least = std::min(least, level_v_[i] - level_v_[i - 1]);
  }
  return 0.5 * least;
}

double PatternDensity::sigma_v() const {
  double sum = 0.0;
  for (const Case& c : cases_) sum += c.shift_v * c.shift_v + std::exp(c.log_variance);
  return std::sqrt(sum / static_cast<double>(cases_.size()));
}

}  // namespace chappe
