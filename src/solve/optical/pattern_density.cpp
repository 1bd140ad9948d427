#include "solve/optical/pattern_density.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/gaussian_tails.hpp"
#include "math/roots.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kLeastVariance_v2 = 1e-30;
constexpr double kStep_sigmas = 0.5;  // between points of what is beside a pattern

double variance_of(const SymbolNoise& noise) {
  return noise.stationary_v2 + noise.shot_v2 + noise.light_v2 + noise.transmitter_v2;
}

}  // namespace

std::vector<DecisionJitter> decision_jitter(const TransmitterSpec& tx, std::span<const double> sent,
                                            std::span<const SymbolNoise> noise) {
  const std::size_t n = sent.size();
  const double random2 = tx.random_jitter_ui * tx.random_jitter_ui;
  std::vector<double> step(n + kEdges);
  for (std::size_t j = 0; j < step.size(); ++j) {
    const std::size_t at = (j + n - kEdgesAhead) % n;
    step[j] = sent[at] - sent[(at + n - 1) % n];
  }
  std::vector<DecisionJitter> out(n);
  for (std::size_t i = 0; i < n; ++i) {
    DecisionJitter& here = out[i];
    for (std::size_t e = 0; e < kEdges; ++e) {
      const double moved = step[i + e] * noise[i].edge_v[e];
      here.random_v2 += random2 * moved * moved;
      double displaced = std::abs(moved) * tx.dual_dirac_jitter_ui;
      if (displaced > here.largest_v) std::swap(displaced, here.largest_v);
      if (displaced > here.second_v) std::swap(displaced, here.second_v);
      here.others_v2 += displaced * displaced;
    }
  }
  return out;
}

PatternDensity::PatternDensity(std::vector<double> level_v, bool optimum_thresholds,
                               std::span<const PatternPart> parts, const LevelDensities& beside)
    : level_v_(std::move(level_v)), cases_(level_v_.size()) {
  for (std::size_t i = 1; i < level_v_.size(); ++i) {
    if (level_v_[i] <= level_v_[i - 1]) {
      throw ModelError(
          "levels fall together at the slicer: light does not grow from one to the "
          "next");
    }
  }
  if (!beside.empty()) thin(beside, parts);
  for (const PatternPart& part : parts) add_cases(part);
  for (Level& level : cases_) {
    level.count = level.shift_v.size();
    count_ += level.count;
    const std::size_t whole = (level.count + kTailGroup - 1) / kTailGroup * kTailGroup;
    level.shift_v.resize(whole, 0.0);
    level.per_sigma.resize(whole, 0.0);
  }
  place_thresholds(optimum_thresholds);
}

/// Points so close that the least noise smooths over them.
void PatternDensity::thin(const LevelDensities& beside, std::span<const PatternPart> parts) {
  double least_v2 = 1e300;
  for (const PatternPart& part : parts) {
    for (const SymbolNoise& noise : part.noise) least_v2 = std::min(least_v2, variance_of(noise));
  }
  for (std::size_t k = 0; k < cases_.size(); ++k) {
    const Density& density = beside[k];
    const double step_v = std::max(density.width(), kStep_sigmas * std::sqrt(least_v2));
    const auto bins = static_cast<std::size_t>(std::max(1.0, step_v / density.width()));
    Level& level = cases_[k];
    level.offset_v.clear();
    level.weight.clear();
    level.beside_v2 = density.variance() - density.added_variance();
    for (std::size_t first = 0; first < density.mass().size(); first += bins) {
      const std::size_t end = std::min(first + bins, density.mass().size());
      double mass = 0.0, moment = 0.0;
      for (std::size_t i = first; i < end; ++i) {
        mass += density.mass()[i];
        moment += density.mass()[i] * density.amplitude(i);
      }
      if (mass <= 0.0) continue;
      level.offset_v.push_back(moment / mass);
      level.weight.push_back(mass);
      level.beside_v2 -= moment * moment / mass;
    }
    level.beside_v2 += density.mean() * density.mean();
  }
}

void PatternDensity::add_cases(const PatternPart& part) {
  for (std::size_t i = 0; i < part.symbols.size(); ++i) {
    const DecisionJitter& jitter = part.jitter[i];
    Level& level = cases_[part.symbols[i]];
    const double variance =
        std::max(variance_of(part.noise[i]) + level.beside_v2 + jitter.random_v2 + jitter.others_v2,
                 kLeastVariance_v2);
    const double mean = part.y[i] - level_v_[part.symbols[i]];
    const double per_sigma = 1.0 / std::sqrt(variance);
    const double a = jitter.largest_v, b = jitter.second_v;
    const double shifts[] = {mean + a + b, mean + a - b, mean - a + b, mean - a - b};
    for (const double shift : std::span(shifts).first(a > 0.0 ? 4 : 1)) {
      level.shift_v.push_back(shift);
      level.per_sigma.push_back(per_sigma);
      square_v2_ += shift * shift + variance;
    }
  }
}

double PatternDensity::beyond(const Level& level, double distance_v, bool above) const {
  const double sign = above ? -1.0 : 1.0;
  double sum = 0.0;
  for (std::size_t p = 0; p < level.offset_v.size(); ++p) {
    sum += level.weight[p] * sum_of_tails(level.shift_v, level.per_sigma,
                                          distance_v + sign * level.offset_v[p], sign);
  }
  return sum;
}

/// Where a level is taken for the one above as often as that for the one below, or midway.
void PatternDensity::place_thresholds(bool optimum) {
  constexpr double kWithin = 0.1;  // of the gap, from either level
  for (std::size_t k = 0; k + 1 < level_v_.size(); ++k) {
    const double low = level_v_[k], high = level_v_[k + 1], gap = high - low;
    thresholds_.push_back(0.5 * (low + high));
    if (!optimum) continue;
    const auto log_of = [](double sum) { return std::log(std::max(sum, 1e-300)); };
    const auto excess = [&](double v) {
      return log_of(beyond(cases_[k], v - low, true)) -
             log_of(beyond(cases_[k + 1], high - v, false));
    };
    const auto root = find_root(excess, low + kWithin * gap, high - kWithin * gap, 1e-3 * gap);
    if (root) thresholds_.back() = *root;
  }
}

SlicerErrors PatternDensity::errors(double distance_scale) const {
  const auto count = static_cast<int>(level_v_.size());
  SlicerErrors sum;
  for (int sent = 0; sent < count; ++sent) {
    const auto at = static_cast<std::size_t>(sent);
    for (int k = 0; k + 1 < count; ++k) {
      const bool above = k >= sent;
      const double gap =
          distance_scale * std::abs(thresholds_[static_cast<std::size_t>(k)] - level_v_[at]);
      const double p = beyond(cases_[at], gap, above);
      sum.ber += p * (bit_distance(count, sent, above ? k + 1 : k) -
                      bit_distance(count, sent, above ? k : k + 1));
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  const auto cases = static_cast<double>(count_);
  return {sum.ber / (cases * counted_bits(count)), sum.ser / cases};
}

double PatternDensity::tail(double distance_v) const {
  double sum = 0.0;
  for (const Level& level : cases_) {
    sum += 0.5 * (beyond(level, distance_v, true) + beyond(level, distance_v, false));
  }
  return sum / static_cast<double>(count_);
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
  return std::sqrt(square_v2_ / static_cast<double>(count_));
}

}  // namespace chappe
