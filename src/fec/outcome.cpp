#include "fec/outcome.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr double kPreambleAndGapBytes = 20.0;  // preamble 8, inter-packet gap 12
constexpr double kTranscoding = 257.0 / 256.0;

/// Natural logarithms of the binomial tail and of the mean share of wrong symbols in it.
struct Tail {
  double log_probability{0.0};  ///< log sum_{i>t} B(i)
  double log_share{0.0};        ///< log sum_{i>t} (i/n) B(i)
};

/// log B(i) of a binomial of n trials; ps in (0, 1).
double log_binomial(int n, int i, double log_ps, double log_one_minus_ps) {
  double value = i * log_ps + (n - i) * log_one_minus_ps;
  for (int j = 0; j < i; ++j) value += std::log(static_cast<double>(n - j) / (j + 1));
  return value;
}

/// Summed from the side on which the terms fall, so that nothing cancels.
Tail binomial_tail(int n, int t, double ps, double log_one_minus_ps) {
  const double log_ps = std::log(ps);
  const double odds = ps / std::exp(log_one_minus_ps);
  double sum = 0.0, share = 0.0, term = 1.0;
  if (n * ps <= t + 1) {
    const double first = log_binomial(n, t + 1, log_ps, log_one_minus_ps);
    for (int i = t + 1; i <= n && term > 1e-20 * sum; ++i) {
      sum += term;
      share += term * i / n;
      term *= odds * (n - i) / (i + 1);
    }
    return {first + std::log(sum), first + std::log(share)};
  }
  const double first = log_binomial(n, t, log_ps, log_one_minus_ps);
  for (int i = t; i >= 0 && term > 1e-20 * sum; --i) {
    sum += term;
    share += term * i / n;
    term *= i / (odds * (n - i + 1));
  }
  const double scale = std::exp(first);
  return {std::log1p(-std::min(1.0 - 1e-16, scale * sum)), std::log(ps - scale * share)};
}

double exp_not_zero(double log_value) {
  return std::max(std::exp(log_value), std::numeric_limits<double>::min());
}

double log_one_minus_ps(const FecCode& code, double ber) {
  return code.symbol_bits * std::log1p(-ber);
}

double log_frame_factor(const FecCode& code, const FecFraming& framing) {
  const double frame_bits = (framing.frame_bytes + kPreambleAndGapBytes) * 8.0 * kTranscoding;
  const double group = framing.codeword_interleave;
  const double frames_per_group = group * code.payload_bits / frame_bits;
  return std::log(group * (1.0 + 1.0 / frames_per_group));
}

/// log of the three ratios at a BER in (0, 0.5].
struct LogOutcome {
  double codeword{0.0}, post{0.0}, frame{0.0};
};

LogOutcome log_outcome(const FecCode& code, double ber, const FecFraming& framing) {
  if (!code.corrects()) {
    const double log_kept = 8.0 * framing.frame_bytes * std::log1p(-ber);
    return {std::log(ber), std::log(ber), std::log(-std::expm1(log_kept))};
  }
  const double ps = symbol_error_ratio(ber, code.symbol_bits);
  const Tail tail = binomial_tail(code.n, code.t, ps, log_one_minus_ps(code, ber));
  return {tail.log_probability, tail.log_share + std::log(ber / ps),
          std::min(0.0, tail.log_probability + log_frame_factor(code, framing))};
}

void check(double ber, const FecFraming& framing) {
  if (!(ber >= 0.0 && ber <= 0.5)) {
    throw ModelError("fec: ber_pre_fec = " + std::to_string(ber) + " is outside [0, 0.5]");
  }
  ensure(framing.frame_bytes > 0 && framing.codeword_interleave > 0,
         "frame_bytes and codeword_interleave are positive");
}

/// Largest BER up to 0.5 with log_value(ber) <= log(target), by bisection in log(BER).
double invert(double target, const std::function<double(double)>& log_value) {
  ensure(target > 0.0 && target <= 1.0, "a target ratio lies in (0, 1]");
  const double wanted = std::log(target);
  double low = -700.0, high = std::log(0.5);
  if (log_value(0.5) <= wanted) return 0.5;
  if (log_value(std::exp(low)) > wanted) return std::exp(low);
  while (high - low > 1e-13) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (log_value(std::exp(middle)) <= wanted ? low : high) = middle;
  }
  return std::exp(low);
}

}  // namespace

double symbol_error_ratio(double ber, int symbol_bits) {
  return -std::expm1(symbol_bits * std::log1p(-ber));
}

FecOutcome fec_outcome(const FecCode& code, double ber, const FecFraming& framing) {
  check(ber, framing);
  FecOutcome out;
  out.ber_pre_fec = ber;
  out.symbol_error_ratio = symbol_error_ratio(ber, code.symbol_bits);
  if (ber == 0.0) {
    if (code.corrects()) out.codeword_error_ratio = 0.0;
    return out;
  }
  const LogOutcome logs = log_outcome(code, ber, framing);
  const double log10_e = 1.0 / std::log(10.0);
  if (code.corrects()) {
    out.codeword_error_ratio = exp_not_zero(logs.codeword);
    out.log10_codeword_error_ratio = logs.codeword * log10_e;
  }
  out.ber_post_fec = exp_not_zero(logs.post);
  out.log10_ber_post_fec = logs.post * log10_e;
  out.frame_loss_ratio = exp_not_zero(logs.frame);
  out.log10_frame_loss_ratio = logs.frame * log10_e;
  return out;
}

double ber_at_codeword_error_ratio(const FecCode& code, double target) {
  ensure(code.corrects(), "a codeword error ratio needs a FEC");
  return invert(target, [&](double ber) { return log_outcome(code, ber, {}).codeword; });
}

double ber_at_ber_post_fec(const FecCode& code, double target) {
  return invert(target, [&](double ber) { return log_outcome(code, ber, {}).post; });
}

double ber_at_frame_loss_ratio(const FecCode& code, double target, const FecFraming& framing) {
  check(0.0, framing);
  return invert(target, [&](double ber) { return log_outcome(code, ber, framing).frame; });
}

}  // namespace chappe
