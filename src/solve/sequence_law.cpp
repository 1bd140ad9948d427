#include "solve/sequence_law.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "base/errors.hpp"
#include "math/special.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kLeastShare = 1e-9;       // of the errors so far: longer events are left out
constexpr std::size_t kLeastLengths = 4;   // that are always looked at
constexpr std::size_t kMostPatterns = 10;  // length of events whose level distances are told apart
constexpr double kSameDistance = 1e-9;     // levels
constexpr std::size_t kMostRivals = 12;
constexpr double kLeastKept = 0.1;  // of an event: where the eye is closed rivals are all but one

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

SequenceLaw::SequenceLaw(std::vector<double> levels, double alpha, double cursor_v,
                         std::vector<double> correlation_v2)
    : levels_(std::move(levels)),
      alpha_(alpha),
      cursor_v_(cursor_v),
      correlation_v2_(std::move(correlation_v2)) {
  ensure(levels_.size() >= 2 && std::isfinite(alpha) && cursor_v > 0.0,
         "MLSE: two levels or more, a cursor");
  ensure(!correlation_v2_.empty() && correlation_v2_[0] > 0.0, "MLSE: a disturbance");
  for (std::size_t l = 1; l <= static_cast<std::size_t>(kLongestEvent); ++l) {
    Event event;
    const std::vector<double> u = direction(l);
    event.sigma_v = std::sqrt(std::max(0.0, dot(u, correlated(correlation_v2_, u))));
    events_.push_back(std::move(event));
  }
  add_distances();
  for (std::size_t l = 1; l <= kMostRivals; ++l) {
    rivals_.emplace_back(alpha_, l, correlation_v2_, step_v(), available(1));
  }
}

std::vector<int> SequenceLaw::steps(std::size_t length) const {
  std::vector<int> out(length, 1);
  for (std::size_t i = 1; i < length && alpha_ > 0.0; i += 2) out[i] = -1;
  return out;
}

std::vector<double> SequenceLaw::direction(std::size_t length) const {
  const std::vector<int> e = steps(length);
  std::vector<double> out(length + 1, 0.0);
  for (std::size_t i = 0; i < length; ++i) {
    out[i] += e[i];
    out[i + 1] += alpha_ * e[i];
  }
  const double size = std::sqrt(dot(out, out));
  for (double& v : out) v /= size;
  return out;
}

double SequenceLaw::available(std::size_t length) const {
  const auto levels = static_cast<double>(levels_.size());
  return std::pow((levels - 1.0) / levels, static_cast<double>(length));
}

/// |s|^2 = (1 + a^2) sum d_i^2 - 2 |a| sum d_i d_(i-1) for distances d_i of levels, each equally
/// likely: symbol by symbol, sums that are equal taken together. Long events: in proportion.
void SequenceLaw::add_distances() {
  using Key = std::pair<std::size_t, std::int64_t>;  // last distance, square
  std::map<Key, Distance> sums;                      // half: the square
  const std::size_t gaps = levels_.size() - 1;
  const auto gap = [&](std::size_t i) { return levels_[i + 1] - levels_[i]; };
  // The first among equal ones.
  const auto kind = [&](std::size_t i) {
    std::size_t k = 0;
    while (std::abs(gap(k) - gap(i)) > kSameDistance) ++k;
    return k;
  };
  for (std::size_t l = 1; l <= kMostPatterns; ++l) {
    std::map<Key, Distance> next;
    const auto add = [&](double before, const Distance& so_far) {
      for (std::size_t k = 0; k < gaps; ++k) {
        const double square = so_far.half + (1.0 + alpha_ * alpha_) * gap(k) * gap(k) -
                              2.0 * std::abs(alpha_) * before * gap(k);
        Distance& to = next[{kind(k), std::llround(square / kSameDistance)}];
        to.half = square;
        to.probability += so_far.probability / static_cast<double>(gaps);
      }
    };
    if (l == 1) add(0.0, {0.0, 1.0});
    for (const auto& [key, sum] : sums) add(gap(key.first), sum);
    sums = std::move(next);
    std::map<std::int64_t, Distance> merged;
    for (const auto& [key, sum] : sums) {
      Distance& to = merged[key.second];
      to.half = 0.5 * std::sqrt(std::max(0.0, sum.half));
      to.probability += sum.probability;
    }
    for (const auto& [key, distance] : merged) events_[l - 1].distances.push_back(distance);
  }
  for (std::size_t l = kMostPatterns + 1; l <= events_.size(); ++l) {
    const double ratio = distance_v(l) / distance_v(kMostPatterns);
    events_[l - 1].distances = events_[kMostPatterns - 1].distances;
    for (Distance& distance : events_[l - 1].distances) distance.half *= ratio;
  }
}

double SequenceLaw::step_v() const {
  return cursor_v_ * (levels_.back() - levels_.front()) / static_cast<double>(levels_.size() - 1);
}

double SequenceLaw::distance_v(std::size_t length) const {
  const double between = 1.0 - std::abs(alpha_);
  return 0.5 * step_v() *
         std::sqrt(1.0 + alpha_ * alpha_ + static_cast<double>(length - 1) * between * between);
}

/// Of long events as of the longest whose rivals are known.
double SequenceLaw::kept_share(std::size_t length, double scale) const {
  return std::max(rivals_[std::min(length, rivals_.size()) - 1].kept(scale), kLeastKept);
}

double SequenceLaw::log_gaussian_tail(std::size_t length, double distance_v) const {
  const double sigma_v = events_[length - 1].sigma_v;
  return sigma_v > 0.0 ? log_q_function(distance_v / sigma_v) : -1e9;
}

/// Over all distances. They lie close: of many, a cubic through four tells ln P of all.
double SequenceLaw::mean_tail(const std::vector<Distance>& distances,
                              const std::function<double(double half)>& log_of) {
  double sum = 0.0;
  if (distances.size() <= 4) {
    for (const Distance& d : distances) sum += d.probability * std::exp(log_of(d.half));
    return sum;
  }
  const double first = distances.front().half, step = (distances.back().half - first) / 3.0;
  std::array<double, 4> y{};
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = log_of(first + step * static_cast<double>(i));
  for (const Distance& d : distances) {
    const double t = (d.half - first) / step;
    const double log_p = -y[0] * (t - 1) * (t - 2) * (t - 3) / 6 +
                         y[1] * t * (t - 2) * (t - 3) / 2 - y[2] * t * (t - 1) * (t - 3) / 2 +
                         y[3] * t * (t - 1) * (t - 2) / 6;
    sum += d.probability * std::exp(log_p);
  }
  return sum;
}

SequenceErrors SequenceLaw::errors(double scale, const LogTail& log_tail) const {
  SequenceErrors out;
  for (std::size_t l = 1; l <= events_.size(); ++l) {
    const Event& event = events_[l - 1];
    const auto log_of = [&](double half) { return log_tail(l, scale * half * cursor_v_); };
    const double tail = mean_tail(event.distances, log_of);
    const double probability = 2.0 * available(l) * tail * kept_share(l, scale);
    out.length.push_back(probability);
    out.events += probability;
    const double wrong = static_cast<double>(l) * probability;
    out.ser += wrong;
    if (l >= kLeastLengths && wrong < kLeastShare * out.ser) break;
  }
  for (double& probability : out.length) probability /= std::max(out.events, 1e-300);
  if (!(out.events > 0.0)) out.length = {1.0};
  const auto count = static_cast<double>(levels_.size());
  out.ser = std::min(out.ser, (count - 1.0) / count);
  // An error of one level spoils one bit.
  out.ber = out.ser / counted_bits(static_cast<int>(levels_.size()));
  return out;
}

SequenceErrors SequenceLaw::gaussian_errors(double scale) const {
  return errors(scale, [this](std::size_t l, double v) { return log_gaussian_tail(l, v); });
}

}  // namespace chappe
