#pragma once
// Tails of the normal, binomial and Poisson distributions, accurate relatively down to 1e-300.
#include <cstdint>

namespace chappe {

/// Gaussian tail: Q(x) = P(N(0,1) > x) = erfc(x / sqrt 2) / 2. Relative error < 1e-13 for x <= 38;
/// below 1e-308 it fades out gradually and is 0 above x = 38.6.
double q_function(double x);

/// ln Q(x) for any x, also where Q itself is below the smallest double.
double log_q_function(double x);

/// x with Q(x) = p. @param p  in [1e-300, 1)
double q_inverse(double p);

/// x with erfc(x) = y. @param y  in [2e-300, 2)
double erfc_inverse(double y);

/// P(X = k) for X ~ Bin(n, p), relative error near 1e-13 where it is above 1e-300.
/// By the saddle point of C. Loader, "Fast and accurate computation of binomial probabilities"
/// (2000).
/// @param n  trials >= 0   @param p  in [0, 1]
double binomial_probability(std::int64_t k, std::int64_t n, double p);

/// P(X > t) for X ~ Bin(n, p), relative error < 1e-10 down to 1e-300. A sum of positive terms.
/// (The mean of X where X > t is n p P(Bin(n - 1, p) > t - 1) / P(X > t).)
double binomial_tail_above(std::int64_t t, std::int64_t n, double p);

/// P(X <= t) for X ~ Bin(n, p), relative error < 1e-10 down to 1e-300.
double binomial_tail_to(std::int64_t t, std::int64_t n, double p);

/// log10 P(X > t): as binomial_tail_above, also below 1e-300; -infinity for probability 0.
double log10_binomial_tail_above(std::int64_t t, std::int64_t n, double p);

/// P(X > t) and P(X <= t) for X ~ Poisson(mean), relative error < 1e-10. @param mean  >= 0
double poisson_tail_above(std::int64_t t, double mean);
double poisson_tail_to(std::int64_t t, double mean);

}  // namespace chappe
