#include "solve/feedback_bursts.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace chappe {
namespace {

/// The chance of an error where wrong decisions feed back `net` cursors a level.
struct WrongAfter {
  int levels;
  double available_v;
  const std::function<double(double)>& tail;
  double operator()(double net) const {
    const auto count = static_cast<double>(levels);
    return (count - 1.0) / count * tail((1.0 - 2.0 * net) * available_v);
  }
};

/// SectionBursts::again: over the lengths of a burst and the taps that reach beyond its end, what
/// feedback of its errors adds to the errors that there are anyway, towards either side.
double again(const std::vector<double>& dfe, const std::vector<double>& continuation,
             const WrongAfter& wrong_after) {
  constexpr int kLengths = 8;
  constexpr double kLeastNet = 0.01, kMostAgain = 0.5, kNode = 0.04;
  const auto lengths = burst_lengths(continuation, kLengths);
  std::vector<std::pair<double, double>> nets;  // feedback, probability of its length
  double most = 0.0;
  for (std::size_t l = 1; l <= lengths.size(); ++l) {
    for (std::size_t after = 1; after < dfe.size(); ++after) {
      const double net = std::abs(net_feedback(dfe, l, after));
      if (net < kLeastNet) continue;
      nets.emplace_back(net, lengths[l - 1]);
      most = std::max(most, net);
    }
  }
  if (nets.empty()) return 0.0;
  // A tail is a sum over all cases; between nodes its logarithm is all but straight.
  std::vector<double> log_wrong;
  for (int i = 0; i <= static_cast<int>(std::ceil(most / kNode)); ++i) {
    log_wrong.push_back(std::log(std::max(wrong_after(kNode * i), 1e-300)));
  }
  const double anyway = std::exp(log_wrong.front());
  double sum = 0.0;
  for (const auto& [net, probability] : nets) {
    const auto below = std::min(static_cast<std::size_t>(net / kNode), log_wrong.size() - 2);
    const double part = net / kNode - static_cast<double>(below);
    const double wrong =
        std::exp(log_wrong[below] + part * (log_wrong[below + 1] - log_wrong[below]));
    sum += probability * std::max(0.0, wrong - anyway);
  }
  return std::min(sum, kMostAgain);
}

}  // namespace

SectionBursts feedback_bursts(const std::vector<double>& dfe, int levels, double available_v,
                              const std::function<double(double)>& tail) {
  constexpr std::size_t kMostLengths = 4;
  SectionBursts out;
  if (dfe.empty()) return out;
  out.sign = dfe.front() > 0.0 ? BurstSign::alternating : BurstSign::same;
  if (dfe.front() == 0.0) return out;
  const WrongAfter wrong_after{levels, available_v, tail};
  for (std::size_t l = 1; l <= std::min(dfe.size(), kMostLengths); ++l) {
    out.continuation.push_back(wrong_after(net_feedback(dfe, l)));
  }
  out.again = again(dfe, out.continuation, wrong_after);
  return out;
}

}  // namespace chappe
