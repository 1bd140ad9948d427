#pragma once
// Intervals of counted ratios.
#include <cstdint>

namespace chappe {

struct Interval {
  double low{0.0}, high{0.0};
  bool operator==(const Interval&) const = default;
};

/// Exact two-sided interval of a probability from k successes in n independent trials.
/// Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404.
/// @param trials  >= 0 (0 gives [0, 1])   @param confidence  in (0, 1)
Interval clopper_pearson(std::int64_t successes, std::int64_t trials, double confidence = 0.95);

/// Exact two-sided interval of a Poisson mean from one count.
/// Source: F. Garwood, Biometrika 28 (1936) 437.   @param count  >= 0
Interval poisson_interval(std::int64_t count, double confidence = 0.95);

/// Upper bound, at 95 % confidence, of a probability of which nothing was seen in n trials: 3/n, at
/// most 1.
double zero_error_bound(std::int64_t trials);

/// Interval of an error ratio, at 95 %, from `errors` wrong of `trials`, which came in `events`
/// independent bursts: the burst count is Poisson, its mean size as counted. Where every burst is
/// one error it is Clopper-Pearson's. Without errors: [0, zero_error_bound(trials)].
/// @param events  in [1, errors] if errors > 0
Interval error_ratio_interval(std::int64_t errors, std::int64_t events, std::int64_t trials);

}  // namespace chappe
