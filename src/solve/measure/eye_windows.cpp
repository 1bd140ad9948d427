#include "solve/measure/eye_windows.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"

namespace chappe::measure {
namespace {

struct Rule {
  std::vector<double> nodes{}, weights{};  ///< on [-1, 1]; weights of sum 1
};
Rule gauss_legendre(Reading reading) {
  if (reading == Reading::middle) return {{0.0}, {1.0}};
  return {{-0.7745966692414834, 0.0, 0.7745966692414834}, {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0}};
}

// Distances to thresholds are gathered in fine steps; nothing beyond the ends matters (there an
// error is certain or out of the question).
constexpr double kLow = -2.0, kHigh = 4.0, kPerUnit = 512.0;
constexpr auto kBins = static_cast<std::size_t>((kHigh - kLow) * kPerUnit) + 2;

constexpr double place_of(double distance) {
  return (std::clamp(distance, kLow, kHigh) - kLow) * kPerUnit;
}
constexpr double distance_of(std::size_t bin) { return kLow + static_cast<double>(bin) / kPerUnit; }

double symbol_level(std::uint8_t symbol) { return 2.0 * symbol - 3.0; }

}  // namespace

/// Share of all symbols by the distance to a threshold that they may be mistaken across.
struct EyeWindows::Distances {
  std::vector<double> share = std::vector<double>(kBins, 0.0);
  std::size_t lowest{kBins};

  void add(double distance, double weight) {
    const double place = place_of(distance);
    const auto bin = static_cast<std::size_t>(place);
    const double above = place - static_cast<double>(bin);
    share[bin] += weight * (1.0 - above);
    share[bin + 1] += weight * above;
  }
  void close() {
    lowest = static_cast<std::size_t>(
        std::find_if(share.begin(), share.end(), [](double s) { return s > 0.0; }) - share.begin());
  }
  double error_ratio(double sigma) const {
    double sum = 0.0;
    for (std::size_t b = lowest; b < kBins; ++b) {
      const double u = distance_of(b) / sigma;
      if (u > 9.0) break;
      if (share[b] > 0.0) sum += share[b] * q_function(u);
    }
    return sum;
  }
};

EyeWindows::EyeWindows(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                       double centre_ui, double average, double oma_outer, std::size_t reach,
                       Reading reading, const WindowPlace& place)
    : count_(wave.symbols()), reach_(reach) {
  ensure(oma_outer > 0.0 && count_ % symbols.size() == 0 && reach < count_, "an eye of symbols");
  symbols_.resize(count_);
  for (std::size_t n = 0; n < count_; ++n) symbols_[n] = symbols[n % symbols.size()];
  const Rule rule = gauss_legendre(reading);
  weights_ = rule.weights;
  std::vector<double> phases;
  for (const double side : {-1.0, 1.0}) {
    for (const double node : rule.nodes) {
      phases.push_back(side * place.offset_ui + 0.5 * place.width_ui * node);
    }
  }
  phases.push_back(0.0);
  for (const double phase : phases) {
    std::vector<double> column = wave.column(centre_ui + phase);
    for (double& x : column) x = (x - average) * 6.0 / oma_outer;
    std::vector<double>& ring = columns_.emplace_back();
    ring.assign(column.end() - static_cast<std::ptrdiff_t>(reach), column.end());
    ring.insert(ring.end(), column.begin(), column.end());
    ring.insert(ring.end(), column.begin(), column.begin() + static_cast<std::ptrdiff_t>(reach));
  }
}

EyeWindows::Columns EyeWindows::equalised(int window, const Equaliser& equaliser) const {
  ensure(equaliser.cursor <= reach_ && equaliser.taps.size() <= equaliser.cursor + 1 + reach_,
         "taps within reach");
  Columns y(weights_.size());
  constexpr std::size_t kBlock = 2048;  // stays in the cache
  for (std::size_t j = 0; j < y.size(); ++j) {
    y[j].assign(count_, 0.0);
    const std::vector<double>& ring =
        columns_[static_cast<std::size_t>(window) * weights_.size() + j];
    for (std::size_t from = 0; from < count_; from += kBlock) {
      const std::size_t size = std::min(kBlock, count_ - from);
      double* const out = y[j].data() + from;
      for (std::size_t k = 0; k < equaliser.taps.size(); ++k) {
        const double w = equaliser.taps[k];
        const double* const x = ring.data() + reach_ + equaliser.cursor - k + from;
        for (std::size_t n = 0; n < size; ++n) out[n] += w * x[n];
      }
    }
  }
  return y;
}

EyeWindows::Distances EyeWindows::distances(const Columns& y, const Thresholds& thresholds) const {
  Distances found;
  for (std::size_t j = 0; j < y.size(); ++j) {
    const double weight = weights_[j] / static_cast<double>(count_);
    for (std::size_t n = 0; n < count_; ++n) {
      const std::uint8_t s = symbols_[n];
      if (s > 0) found.add(y[j][n] - thresholds[s - 1U], weight);
      if (s < 3) found.add(thresholds[s] - y[j][n], weight);
    }
  }
  found.close();
  return found;
}

double EyeWindows::closed_ratio(int window, const Equaliser& equaliser,
                                const Thresholds& thresholds) const {
  const Distances found = distances(equalised(window, equaliser), thresholds);
  double sum = 0.0;
  for (std::size_t b = found.lowest; b < kBins && distance_of(b) <= 0.0; ++b) {
    sum += found.share[b];
  }
  return sum;
}

namespace {

double dot(const double* a, const double* b, std::size_t count) {
  std::array<double, 4> sum{};  // side by side
  std::size_t n = 0;
  for (; n + 4 <= count; n += 4) {
    for (std::size_t i = 0; i < 4; ++i) sum[i] += a[n + i] * b[n + i];
  }
  for (; n < count; ++n) sum[0] += a[n] * b[n];
  return sum[0] + sum[1] + sum[2] + sum[3];
}

/// exp(-(d/sigma)^2 / 2), from a table.
class Bell {
 public:
  explicit Bell(double sigma) : phi_(kBins + 1, 0.0) {
    for (std::size_t b = 0; b < kBins; ++b) {
      const double u = distance_of(b) / sigma;
      phi_[b] = std::exp(-0.5 * u * u);
    }
  }
  double operator()(double distance) const {
    const double place = place_of(distance);
    const auto bin = static_cast<std::size_t>(place);
    return phi_[bin] + (place - static_cast<double>(bin)) * (phi_[bin + 1] - phi_[bin]);
  }

 private:
  std::vector<double> phi_;
};

}  // namespace

void EyeWindows::add_gradient(int window, const Columns& y, const Equaliser& equaliser,
                              const Thresholds& thresholds, WindowNoise& noise) const {
  // sum share Q(d/sigma) = target, so that d ln(sigma) = sum phi dd / sum phi d.
  const Bell bell(noise.sigma);
  noise.by_tap.assign(equaliser.taps.size(), 0.0);
  double whole = 0.0;
  std::vector<double> pull(count_);
  for (std::size_t j = 0; j < y.size(); ++j) {
    for (std::size_t n = 0; n < count_; ++n) {
      const std::uint8_t s = symbols_[n];
      pull[n] = 0.0;
      if (s > 0) {
        const double d = y[j][n] - thresholds[s - 1U], p = weights_[j] * bell(d);
        pull[n] += p;
        noise.by_threshold[s - 1U] -= p;
        whole += p * d;
      }
      if (s < 3) {
        const double d = thresholds[s] - y[j][n], p = weights_[j] * bell(d);
        pull[n] -= p;
        noise.by_threshold[s] += p;
        whole += p * d;
      }
    }
    const std::vector<double>& ring =
        columns_[static_cast<std::size_t>(window) * weights_.size() + j];
    for (std::size_t k = 0; k < noise.by_tap.size(); ++k) {
      noise.by_tap[k] += dot(pull.data(), ring.data() + reach_ + equaliser.cursor - k, count_);
    }
  }
  for (double& slope : noise.by_tap) slope /= whole;
  for (double& slope : noise.by_threshold) slope /= whole;
}

std::optional<WindowNoise> EyeWindows::noise(int window, const Equaliser& equaliser,
                                             const Thresholds& thresholds, double target_ser,
                                             bool gradient) const {
  const Columns y = equalised(window, equaliser);
  const Distances found = distances(y, thresholds);
  // The root in ln(sigma), from where noise is nothing to where it is all.
  constexpr double kSmallest = -9.0, kLargest = 2.0;
  const auto excess = [&](double log_sigma) {
    return std::log(found.error_ratio(std::exp(log_sigma)) + 1e-300) - std::log(target_ser);
  };
  const std::optional<double> root = find_root(excess, kSmallest, kLargest, 1e-7);
  if (!root || excess(kSmallest) >= 0.0) return std::nullopt;
  WindowNoise noise;
  noise.sigma = std::exp(*root);
  if (gradient) add_gradient(window, y, equaliser, thresholds, noise);
  return noise;
}

std::vector<double> EyeWindows::sample_correlation(std::size_t lags) const {
  ensure(lags <= reach_ + 1, "lags within reach");
  const double* const x = columns_.back().data() + reach_;
  std::vector<double> r(lags, 0.0);
  for (std::size_t k = 0; k < lags; ++k) {
    for (std::size_t n = 0; n < count_; ++n) r[k] += x[n] * x[n + k];
    r[k] /= static_cast<double>(count_);
  }
  return r;
}

std::vector<double> EyeWindows::symbol_correlation() const {
  std::vector<double> c(2 * reach_ + 1, 0.0);
  for (std::size_t k = 0; k < c.size(); ++k) {
    const double* const x = columns_.back().data() + k;  // x[n + k - reach]
    for (std::size_t n = 0; n < count_; ++n) c[k] += symbol_level(symbols_[n]) * x[n];
    c[k] /= static_cast<double>(count_);
  }
  return c;
}

}  // namespace chappe::measure
