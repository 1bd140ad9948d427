#include "solve/measure/tdecq_search.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "solve/measure/reference_noise.hpp"

namespace chappe::measure {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// Variables: all taps but the cursor, which makes the sum 1, then the thresholds' shifts if any.
class Objective {
 public:
  Objective(const EyeWindows& eye, std::size_t taps, std::size_t cursor, const TapLimits& limits,
            const SearchSettings& settings)
      : eye_(eye),
        settings_(settings),
        taps_(taps),
        cursor_(cursor),
        constraints_(tap_constraints(limits, taps, cursor)) {}

  std::size_t size() const { return taps_ - 1 + (settings_.threshold_travel > 0.0 ? 3 : 0); }
  void set(double sharpness, double penalty, double target) {
    sharpness_ = sharpness;
    penalty_ = penalty;
    target_ = target;
  }
  Vector variables(const Equaliser& e, const Thresholds& thresholds) const {
    Vector v(index(size()));
    std::size_t at = 0;
    for (std::size_t k = 0; k < taps_; ++k) {
      if (k != cursor_) v(index(at++)) = e.taps[k];
    }
    for (std::size_t t = 0; at < size(); ++t) v(index(at++)) = thresholds[t] - kEvenThresholds[t];
    return v;
  }
  Equaliser equaliser(const Vector& v) const {
    Equaliser e{std::vector<double>(taps_, 0.0), cursor_};
    double sum = 0.0;
    std::size_t at = 0;
    for (std::size_t k = 0; k < taps_; ++k) {
      if (k == cursor_) continue;
      e.taps[k] = v(index(at++));
      sum += e.taps[k];
    }
    e.taps[cursor_] = 1.0 - sum;
    return e;
  }
  Thresholds thresholds(const Vector& v) const {
    Thresholds t = kEvenThresholds;
    for (std::size_t i = taps_ - 1; i < size(); ++i) t[i - taps_ + 1] += v(index(i));
    return t;
  }
  /// A guess of the inverse of the second derivatives: interference of the samples' own spectrum.
  Matrix first_inverse() const;
  /// -ln(sigma_in) and penalties; nothing where the eye is closed.
  std::optional<double> value(const Vector& v, Vector* gradient) const;
  /// Within all limits, by going back to the single tap as far as needed.
  Vector within_limits(const Vector& v) const;

 private:
  void add_penalties(const Vector& v, const Equaliser& e, double& value, std::vector<double>& slope,
                     Vector* gradient) const;

  const EyeWindows& eye_;
  const SearchSettings& settings_;
  std::size_t taps_, cursor_;
  std::vector<TapConstraint> constraints_;
  double sharpness_{100.0}, penalty_{10.0}, target_{4.8e-4};
};

double excess_of(const TapConstraint& c, const std::vector<double>& taps) {
  double sum = -c.bound;
  for (std::size_t k = 0; k < taps.size(); ++k) sum += c.factor[k] * taps[k];
  return sum;
}

void Objective::add_penalties(const Vector& v, const Equaliser& e, double& value,
                              std::vector<double>& slope, Vector* gradient) const {
  for (const TapConstraint& c : constraints_) {
    const double over = excess_of(c, e.taps);
    if (over <= 0.0) continue;
    value += penalty_ * over * over;
    for (std::size_t k = 0; k < taps_; ++k) slope[k] += 2.0 * penalty_ * over * c.factor[k];
  }
  for (std::size_t i = taps_ - 1; i < size(); ++i) {
    const double over = std::abs(v(index(i))) - settings_.threshold_travel;
    if (over <= 0.0) continue;
    value += penalty_ * over * over;
    if (gradient != nullptr) {
      (*gradient)(index(i)) += std::copysign(2.0 * penalty_ * over, v(index(i)));
    }
  }
}

std::optional<double> Objective::value(const Vector& v, Vector* gradient) const {
  const Equaliser e = equaliser(v);
  const Thresholds t = thresholds(v);
  const auto early = eye_.noise(0, e, t, target_, gradient != nullptr);
  if (!early) return std::nullopt;
  const auto late = eye_.noise(1, e, t, target_, gradient != nullptr);
  if (!late) return std::nullopt;
  // -ln of the smooth minimum of both sigmas, whose shares weigh the slopes.
  const double a = -std::log(early->sigma), b = -std::log(late->sigma);
  const double top = std::max(a, b);
  const double share_a = std::exp(sharpness_ * (a - top)),
               share_b = std::exp(sharpness_ * (b - top));
  const double gain = noise_gain(e.taps, settings_.correlation);
  double value = top + std::log(0.5 * (share_a + share_b)) / sharpness_ + std::log(gain);
  std::vector<double> slope(taps_, 0.0);
  if (gradient != nullptr) {
    *gradient = Vector::Zero(index(size()));
    const double weigh_a = share_a / (share_a + share_b), weigh_b = 1.0 - weigh_a;
    for (std::size_t k = 0; k < taps_; ++k) {
      slope[k] = -weigh_a * early->by_tap[k] - weigh_b * late->by_tap[k];
      for (std::size_t j = 0; j < taps_; ++j) {
        slope[k] += settings_.correlation[k > j ? k - j : j - k] * e.taps[j] / (gain * gain);
      }
    }
    for (std::size_t i = taps_ - 1; i < size(); ++i) {
      const std::size_t s = i - taps_ + 1;
      (*gradient)(index(i)) = -weigh_a * early->by_threshold[s] - weigh_b * late->by_threshold[s];
    }
  }
  add_penalties(v, e, value, slope, gradient);
  if (gradient != nullptr) {
    std::size_t at = 0;
    for (std::size_t k = 0; k < taps_; ++k) {
      if (k != cursor_) (*gradient)(index(at++)) += slope[k] - slope[cursor_];
    }
  }
  return value;
}

Matrix Objective::first_inverse() const {
  constexpr double kCurvature = 4.0;  // of an eye of some 1 dB; the first step sets it right
  const std::vector<double> r = eye_.sample_correlation(taps_);
  const auto lag = [&](std::size_t i, std::size_t j) { return r[i > j ? i - j : j - i]; };
  Matrix second = Matrix::Identity(index(size()), index(size())) * kCurvature;
  const auto tap = [&](std::size_t i) { return i < cursor_ ? i : i + 1; };
  for (std::size_t i = 0; i + 1 < taps_; ++i) {
    for (std::size_t j = 0; j + 1 < taps_; ++j) {
      second(index(i), index(j)) =
          kCurvature * (lag(tap(i), tap(j)) - lag(tap(i), cursor_) - lag(cursor_, tap(j)) + r[0]);
    }
  }
  return second.ldlt().solve(Matrix::Identity(second.rows(), second.cols()));
}

Vector Objective::within_limits(const Vector& v) const {
  const Equaliser e = equaliser(v);
  double share = 1.0;  // of the way from the single tap, which is within all limits
  for (const TapConstraint& c : constraints_) {
    const double at_single = c.factor[cursor_] - c.bound, here = excess_of(c, e.taps);
    if (here > 0.0) share = std::min(share, -at_single / (here - at_single));
  }
  Vector out = v;
  out.head(index(taps_ - 1)) *= std::max(share, 0.0);
  for (std::size_t i = taps_ - 1; i < size(); ++i) {
    const double travel = settings_.threshold_travel;
    out(index(i)) = std::clamp(out(index(i)), -travel, travel);
  }
  return out;
}

struct Stage {
  double sharpness{}, penalty{};
  int steps{};
  double least_gain{};  ///< of a step, in ln(sigma)
};
std::vector<Stage> stages(Effort effort) {
  if (effort == Effort::quick) return {{100.0, 1e3, 25, 5e-5}};
  return {{100.0, 1e2, 20, 1e-4}, {600.0, 1e3, 20, 1e-5}, {3000.0, 1e4, 20, 1e-6}};
}

/// Minimises from v, by BFGS with backtracking. @return the best point
Vector descend(const Objective& objective, Vector v, Matrix& inverse, const Stage& stage) {
  Vector slope(v.size());
  std::optional<double> best = objective.value(v, &slope);
  for (int step = 0; best && step < stage.steps; ++step) {
    Vector way = -(inverse * slope);
    if (way.dot(slope) >= 0.0) {
      inverse = objective.first_inverse();
      way = -(inverse * slope);
    }
    if (-way.dot(slope) < stage.least_gain) break;
    const double longest = way.cwiseAbs().maxCoeff();
    double share = std::min(1.0, 0.2 / longest);
    std::optional<double> next;
    Vector there(v.size()), slope_there(v.size());
    for (int tries = 0; tries < 12; ++tries, share *= 0.35) {
      there = v + share * way;
      next = objective.value(there, &slope_there);
      if (next && *next <= *best + 1e-4 * share * way.dot(slope)) break;
      next.reset();
    }
    if (!next) break;
    const Vector s = there - v, y = slope_there - slope;
    const double sy = s.dot(y);
    if (sy > 1e-14) {
      if (step == 0) inverse *= sy / y.dot(inverse * y);
      const Vector hy = inverse * y;
      inverse += ((sy + y.dot(hy)) / (sy * sy)) * s * s.transpose() -
                 (hy * s.transpose() + s * hy.transpose()) / sy;
    }
    const double gained = *best - *next;
    v = there;
    slope = slope_there;
    best = next;
    if (gained < stage.least_gain) break;
  }
  return v;
}

}  // namespace

std::optional<Solution> evaluate(const EyeWindows& eye, const Equaliser& equaliser,
                                 const Thresholds& thresholds, const SearchSettings& settings) {
  Solution solution{equaliser, thresholds, 0.0, 1.0, {}};
  for (int window = 0; window < 2; ++window) {
    const auto noise = eye.noise(window, equaliser, thresholds, settings.target_ser, false);
    if (!noise) return std::nullopt;
    solution.sigma_out[static_cast<std::size_t>(window)] = noise->sigma;
  }
  solution.noise_gain = noise_gain(equaliser.taps, settings.correlation);
  solution.sigma_in = std::min(solution.sigma_out[0], solution.sigma_out[1]) / solution.noise_gain;
  return solution;
}

Equaliser mmse_equaliser(const EyeWindows& eye, std::size_t taps, std::size_t cursor, double sigma,
                         const SearchSettings& settings) {
  const std::vector<double> r = eye.sample_correlation(taps), c = eye.symbol_correlation();
  const std::size_t reach = c.size() / 2;
  Matrix system = Matrix::Zero(index(taps + 1), index(taps + 1));
  Vector right(index(taps + 1));
  for (std::size_t k = 0; k < taps; ++k) {
    for (std::size_t j = 0; j < taps; ++j) {
      const std::size_t lag = k > j ? k - j : j - k;
      system(index(k), index(j)) = r[lag] + sigma * sigma * settings.correlation[lag];
    }
    system(index(k), index(taps)) = system(index(taps), index(k)) = 1.0;
    right(index(k)) = c[reach + cursor - k];
  }
  right(index(taps)) = 1.0;
  const Vector w = system.fullPivLu().solve(right);
  Equaliser e{std::vector<double>(taps), cursor};
  for (std::size_t k = 0; k < taps; ++k) e.taps[k] = w(index(k));
  return e;
}

std::optional<Solution> optimise(const EyeWindows& eye, const Equaliser& start,
                                 const TapLimits& limits, const SearchSettings& settings,
                                 Effort effort) {
  Objective objective(eye, start.taps.size(), start.cursor, limits, settings);
  Vector v = objective.within_limits(objective.variables(start, kEvenThresholds));
  Matrix inverse = objective.first_inverse();
  // A closed eye is opened at a higher error ratio first.
  double target = settings.target_ser;
  const auto lowest = [&](const Vector& at) {
    const Equaliser e = objective.equaliser(at);
    const Thresholds t = objective.thresholds(at);
    return std::max(eye.closed_ratio(0, e, t), eye.closed_ratio(1, e, t));
  };
  for (int i = 0; i < 8; ++i) {
    const double floor = lowest(v);
    target = std::max(settings.target_ser, 2.0 * floor);
    if (target <= settings.target_ser || target >= 0.3) break;
    objective.set(30.0, 10.0, target);
    v = objective.within_limits(descend(objective, v, inverse, {30.0, 10.0, 15, 1e-4}));
  }
  if (target > settings.target_ser) return std::nullopt;
  for (const Stage& stage : stages(effort)) {
    objective.set(stage.sharpness, stage.penalty, settings.target_ser);
    v = descend(objective, v, inverse, stage);
  }
  v = objective.within_limits(v);
  return evaluate(eye, objective.equaliser(v), objective.thresholds(v), settings);
}

}  // namespace chappe::measure
