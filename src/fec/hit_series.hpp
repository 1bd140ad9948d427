#pragma once
// How many symbols of one or two codewords are wrong when bursts hit them: the distribution by its
// power series, far into the tail.
#include <span>
#include <vector>

namespace chappe {

/// Events that hit `first` symbols of one codeword and `second` of another (0: of one only).
struct HitRate {
  int first{0}, second{0};
  double rate{0.0};  ///< mean number of such events, > 0
};

/// Probabilities f(i, j) = exp(log_scale - (i + j) log_tilt) at(i, j), tilted so that what is asked
/// for is near 1 in the table, however rare it is.
struct HitDistribution {
  int rows{0}, columns{0};
  double log_scale{0.0}, log_tilt{0.0};
  std::vector<double> table{};
  double at(int i, int j) const { return table[static_cast<std::size_t>(i * columns + j)]; }
};

/// Distribution of the wrong symbols of two codewords of n symbols, i < rows, j < columns (1
/// column: of one codeword). Events are Poisson. With X the generating function of an event's hits,
/// mu = sum of rates / n, in each of n slots at most one event counts:
///   G = (e^-mu + (1 - e^-mu) X)^n exp(R)
/// (events that hit the first word, the second or both each with slots of their own), which is
/// exact for events of one symbol. R makes pairs of events right: a pair of s and s' symbols in a
/// row at a uniform distance overlaps as intervals do, what both hit is wrong once. What is left
/// out: overlaps of three events at once, (hits / n)^2; that hits of an event may lie apart (a pair
/// then meets in up to twice as many places). Method: the recurrence of G's logarithmic derivative
/// (J. C. P. Miller's for powers), all of whose large terms are positive. @param aim  wrong symbols
/// in both together to tilt to
HitDistribution hit_distribution(int n, std::span<const HitRate> rates, int rows, int columns,
                                 double aim);

/// Natural logarithms of P = sum_{i>t} f(i) and of sum_{i>t} (i/n) f(i).
struct HitTail {
  double log_probability{0.0};
  double log_share{0.0};
};
/// @param rates  with second = 0, not empty
HitTail hit_tail(int n, int t, std::span<const HitRate> rates);

/// Probability that both words have more than t wrong symbols, over exp(log_of_one).
/// @param log_of_one  log of the group's mean tail of a word
/// @param both  sum of the two words' own tails, over exp(log_of_one)
double joint_tail_over(int n, int t, std::span<const HitRate> rates, double log_of_one,
                       double both);

}  // namespace chappe
