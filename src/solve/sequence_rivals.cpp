#include "solve/sequence_rivals.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

constexpr std::ptrdiff_t kShift = 2;   // symbols by which both ends of a rival may differ
constexpr std::ptrdiff_t kBeyond = 4;  // symbols that a rival goes beyond an event's end
constexpr int kNodes = 16;

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

std::vector<double> event_signal(double alpha, std::ptrdiff_t begin, std::ptrdiff_t end,
                                 std::ptrdiff_t before, std::size_t samples) {
  std::vector<double> out(samples, 0.0);
  for (std::ptrdiff_t i = begin; i < end; ++i) {
    const double e = alpha > 0.0 && i % 2 != 0 ? -1.0 : 1.0;
    out[static_cast<std::size_t>(i + before)] += e;
    out[static_cast<std::size_t>(i + before + 1)] += alpha * e;
  }
  return out;
}

std::vector<double> correlated(const std::vector<double>& correlation,
                               const std::vector<double>& s) {
  std::vector<double> out(s.size(), 0.0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    for (std::size_t k = 0; k < s.size(); ++k) {
      const std::size_t lag = i > k ? i - k : k - i;
      if (lag < correlation.size()) out[i] += correlation[lag] * s[k];
    }
  }
  return out;
}

double both_above(double h, double k, double rho) {
  static constexpr std::array<double, 6> kNode{0.1252334085114689, 0.3678314989981802,
                                               0.5873179542866175, 0.7699026741943047,
                                               0.9041172563704749, 0.9815606342467192};
  static constexpr std::array<double, 6> kWeight{0.2491470458134028, 0.2334925365383548,
                                                 0.2031674267230659, 0.1600783285433462,
                                                 0.1069393259953184, 0.0471753363865118};
  const double half = 0.5 * std::asin(std::clamp(rho, -1.0, 1.0));
  double sum = 0.0;
  for (std::size_t i = 0; i < kNode.size(); ++i) {
    for (const double node : {kNode[i], -kNode[i]}) {
      const double sine = std::sin(half * (1.0 + node));
      const double cosine2 = std::max(1.0 - sine * sine, 1e-300);
      sum += kWeight[i] * std::exp(-0.5 * (h * h + k * k - 2.0 * h * k * sine) / cosine2);
    }
  }
  return std::max(0.0, q_function(h) * q_function(k) + sum * half / (2.0 * kPi));
}

std::vector<EventRivals::Candidate> EventRivals::candidates(double alpha,
                                                            std::ptrdiff_t length) const {
  std::vector<Candidate> out;
  const auto add = [&](std::ptrdiff_t begin, std::ptrdiff_t end, double sign) {
    Candidate one{event_signal(alpha, begin, end, kBeyond,
                               static_cast<std::size_t>(length + 2 * kBeyond + 1)),
                  std::max<std::ptrdiff_t>(-begin, 0) + std::max<std::ptrdiff_t>(end - length, 0)};
    for (double& v : one.signal) v *= sign;
    out.push_back(std::move(one));
  };
  // Those that go farther follow those that they hold.
  for (std::ptrdiff_t k = 1; k < std::max(length, kBeyond + 1); ++k) {
    if (k < length) {
      add(0, length - k, 1.0);
      add(k, length, 1.0);
    }
    if (k > kBeyond) continue;
    add(0, length + k, 1.0);
    add(-k, length, 1.0);
    add(length, length + k, -1.0);
    add(-k, 0, -1.0);
  }
  for (std::ptrdiff_t begin = -kShift; begin <= kShift; ++begin) {
    for (std::ptrdiff_t end = length - kShift; end <= length + kShift; ++end) {
      const bool overlaps = std::max<std::ptrdiff_t>(begin, 0) < std::min(end, length);
      if (begin != 0 && end != length && overlaps) add(begin, end, 1.0);
    }
  }
  return out;
}

EventRivals::EventRivals(double alpha, std::size_t length,
                         const std::vector<double>& correlation_v2, double step_v, double share) {
  const auto l = static_cast<std::ptrdiff_t>(length);
  const std::vector<Candidate> all = candidates(alpha, l);
  const std::vector<double> s = event_signal(alpha, 0, l, kBeyond, all.front().signal.size());
  const std::vector<double> rs = correlated(correlation_v2, s);
  const double variance = std::max(dot(s, rs), 1e-300);
  threshold_v_ = 0.5 * dot(s, s) * step_v;
  deviation_v_ = std::sqrt(variance);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<double>& signal = all[i].signal;
    const std::vector<double> own = correlated(correlation_v2, signal);
    Rival rival;
    rival.later = 0.5 * dot(signal, signal) * step_v - threshold_v_;
    rival.slope = dot(signal, rs) / variance;
    const double square = dot(signal, own);
    rival.deviation =
        std::sqrt(std::max(square - rival.slope * rival.slope * variance, 1e-9 * square));
    for (std::size_t k = 0; k < i; ++k) {
      const double covariance = dot(all[k].signal, own) - rival.slope * rivals_[k].slope * variance;
      const double rho = covariance / (rival.deviation * rivals_[k].deviation);
      if (rho <= rival.rho) continue;
      rival.rho = std::min(rho, 1.0);
      rival.other = k;
    }
    rival.available = std::pow(share, static_cast<double>(all[i].beyond));
    rivals_.push_back(rival);
  }
}

/// Over X = s' r beyond its threshold, by a midpoint rule that ends where X has no more weight.
double EventRivals::kept(double scale) const {
  const double from = scale * threshold_v_ / deviation_v_;
  const double reach = std::min(8.0 / from, 5.0) / kNodes;
  std::vector<double> h(rivals_.size()), above(rivals_.size());
  double sum = 0.0, all = 0.0;
  for (int node = 0; node < kNodes; ++node) {
    const double beyond = reach * (node + 0.5);
    const double weight = std::exp(-beyond * (from + 0.5 * beyond));
    const double x_v = (from + beyond) * deviation_v_;
    double none = 1.0;
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
      const Rival& rival = rivals_[i];
      h[i] = (x_v * (1.0 - rival.slope) + scale * rival.later) / rival.deviation;
      above[i] = q_function(h[i]);
      double nearer = above[i];
      if (rival.rho > 0.0 && nearer > 1e-9) {
        const double other = above[rival.other];
        const double both = both_above(h[i], h[rival.other], rival.rho);
        nearer = std::clamp((nearer - both) / std::max(1.0 - other, 1e-12), 0.0, 1.0);
      }
      none *= 1.0 - rival.available * nearer;
    }
    sum += weight * none;
    all += weight;
  }
  return sum / all;
}

}  // namespace chappe
