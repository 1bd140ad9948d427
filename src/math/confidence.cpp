#include "math/confidence.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

/// x > 0 with f(x) = p for a monotone f, searched on a logarithmic axis around `start`.
template <class F>
double solve_log(F&& f, double p, double start, double highest) {
  const auto g = [&](double u) { return f(std::min(std::exp(u), highest)) - p; };
  const double centre = std::log(start);
  for (double width = 0.5; width < 1500.0; width *= 2.0) {
    const double top = std::min(centre + width, std::log(highest));
    if (const auto u = find_root(g, centre - width, top, 1e-13)) {
      return std::min(std::exp(*u), highest);
    }
  }
  throw InternalError("a confidence limit near " + std::to_string(start) + " is not found");
}

}  // namespace

Interval clopper_pearson(std::int64_t successes, std::int64_t trials, double confidence) {
  ensure(successes >= 0 && successes <= trials && confidence > 0.0 && confidence < 1.0,
         "0 <= successes <= trials, confidence in (0, 1)");
  if (trials == 0) return {0.0, 1.0};
  const double tail = 0.5 * (1.0 - confidence);
  const auto n = static_cast<double>(trials);
  const double ratio = std::clamp(static_cast<double>(successes) / n, 0.5 / n, 1.0 - 0.5 / n);
  Interval interval{0.0, 1.0};
  if (successes > 0) {
    interval.low = solve_log(
        [&](double p) { return binomial_tail_above(successes - 1, trials, p); }, tail, ratio, 1.0);
  }
  if (successes < trials) {
    interval.high = solve_log([&](double p) { return binomial_tail_to(successes, trials, p); },
                              tail, ratio, 1.0);
  }
  return interval;
}

Interval poisson_interval(std::int64_t count, double confidence) {
  ensure(count >= 0 && confidence > 0.0 && confidence < 1.0, "count >= 0, confidence in (0, 1)");
  const double tail = 0.5 * (1.0 - confidence);
  const double start = static_cast<double>(count) + 0.5;
  Interval interval{};
  if (count > 0) {
    interval.low = solve_log([&](double mean) { return poisson_tail_above(count - 1, mean); }, tail,
                             start, 1e300);
  }
  interval.high =
      solve_log([&](double mean) { return poisson_tail_to(count, mean); }, tail, start, 1e300);
  return interval;
}

double zero_error_bound(std::int64_t trials) {
  return trials <= 3 ? 1.0 : 3.0 / static_cast<double>(trials);
}

Interval error_ratio_interval(std::int64_t errors, std::int64_t events, std::int64_t trials) {
  ensure(errors >= 0 && errors <= trials, "0 <= errors <= trials");
  if (errors == 0) return {0.0, zero_error_bound(trials)};
  ensure(events >= 1 && events <= errors, "1 <= events <= errors");
  if (events == errors) return clopper_pearson(errors, trials);
  const Interval count = poisson_interval(events);
  const double ratio_per_event =
      static_cast<double>(errors) / static_cast<double>(events) / static_cast<double>(trials);
  return {count.low * ratio_per_event, std::min(1.0, count.high * ratio_per_event)};
}

}  // namespace chappe
