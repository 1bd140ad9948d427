#include "solve/com/com_burst.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "solve/com/com_distribution.hpp"

namespace chappe {
namespace {

constexpr std::size_t kMemory = 12;  ///< decisions that are kept apart: 2^12 states

}  // namespace

ComBurst com_burst(const ComDensity& total, double a_s_v, std::span<const double> dfe, int levels,
                   int longest) {
  ensure(longest >= 1 && levels >= 2 && a_s_v > 0.0, "a burst has an error or more");
  const ComDistribution distribution(total);
  const double share = (levels - 1.0) / levels;
  const auto taps = dfe.first(std::min({dfe.size(), kMemory, static_cast<std::size_t>(longest)}));
  // States: signs of the last decisions, bit n-1 set where e_(k-n) = +1; only `known` bits count.
  const std::size_t states = std::size_t{1} << taps.size(), mask = states - 1;
  std::vector<double> now(states, 0.0), next(states);
  ComBurst out;
  out.error_ratio = 2.0 * share * distribution.error(a_s_v);
  out.at_least.push_back(1.0);
  now[1 & mask] += 0.5;
  now[0] += 0.5;
  for (int k = 1; k < longest; ++k) {
    const std::size_t known = std::min(taps.size(), static_cast<std::size_t>(k));
    std::fill(next.begin(), next.end(), 0.0);
    for (std::size_t state = 0; state < (std::size_t{1} << known); ++state) {
      double shift = 0.0;
      for (std::size_t n = 0; n < known; ++n) shift += (state >> n & 1U) != 0 ? -taps[n] : taps[n];
      shift *= 2.0 * a_s_v;
      next[(state << 1 | 1U) & mask] += now[state] * share * distribution.error(a_s_v - shift);
      next[state << 1 & mask] += now[state] * share * distribution.error(a_s_v + shift);
    }
    now.swap(next);
    double sum = 0.0;
    for (const double p : now) sum += p;
    out.at_least.push_back(std::min(sum, out.at_least.back()));
  }
  return out;
}

}  // namespace chappe
