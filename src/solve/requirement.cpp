#include "solve/requirement.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "fec/code.hpp"
#include "fec/inner_code_outcome.hpp"
#include "fec/outcome.hpp"
#include "math/roots.hpp"

namespace chappe {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return text;
}

}  // namespace

Requirements requirements_in_force(const Requirements& given, const Path& path) {
  Requirements out = given;
  const bool any_error_limit = given.frame_loss_ratio_max || given.ber_pre_fec_max ||
                               given.ber_post_fec_max || given.margin_db_min || given.com_db_min;
  if (any_error_limit) return out;
  if (path.fec.empty()) {
    out.ber_pre_fec_max = 1e-12;
  } else {
    out.frame_loss_ratio_max = 6.2e-11;
  }
  return out;
}

double required_ber(const Requirements& limits, const FecSpan* span, int frame_bytes,
                    const InnerCode& inner) {
  const FecCode& code = fec_code(span == nullptr ? "none" : span->params.code);
  FecFraming framing{.frame_bytes = frame_bytes};
  if (span != nullptr) framing.codeword_interleave = span->params.codeword_interleave;
  double ber = 0.5;
  const auto at_most = [&](double limit) { ber = std::min(ber, limit); };
  if (limits.frame_loss_ratio_max && *limits.frame_loss_ratio_max > 0.0) {
    at_most(ber_at_frame_loss_ratio(code, *limits.frame_loss_ratio_max, framing));
  }
  if (limits.ber_post_fec_max && *limits.ber_post_fec_max > 0.0) {
    at_most(ber_at_ber_post_fec(code, std::min(0.5, *limits.ber_post_fec_max)));
  }
  if (ber < 0.5) ber = inner_line_ber_at(inner, ber);
  if (limits.ber_pre_fec_max && *limits.ber_pre_fec_max > 0.0) at_most(*limits.ber_pre_fec_max);
  if (ber < 0.5) return ber;
  // Only margins or other figures are limited: margins then refer to the default.
  return inner_line_ber_at(
      inner, code.corrects() ? ber_at_frame_loss_ratio(code, 6.2e-11, framing) : 1e-12);
}

double required_ber_of_bursts(const Requirements& limits, const SpanBursts& bursts,
                              double independent) {
  constexpr double kMost = 0.1, kStep = 0.7, kFarthest = 12.0;  // ln
  double frame_loss = limits.frame_loss_ratio_max.value_or(0.0);
  const double post = limits.ber_post_fec_max.value_or(0.0);
  if (frame_loss <= 0.0 && post <= 0.0) frame_loss = 6.2e-11;
  const auto excess = [&](double log_ber) {
    const FecOutcome here = bursts.outcome(std::exp(log_ber));
    double worst = -1e300;
    if (frame_loss > 0.0) worst = *here.log10_frame_loss_ratio - std::log10(frame_loss);
    if (post > 0.0) worst = std::max(worst, *here.log10_ber_post_fec - std::log10(post));
    return worst;
  };
  const double most = std::log(std::min(kMost, limits.ber_pre_fec_max.value_or(kMost)));
  double high = std::min(std::log(independent), most), low = high;
  if (excess(high) <= 0.0) {
    while (high < most && excess(high) <= 0.0) {
      low = high;
      high = std::min(most, high + kStep);
    }
    if (excess(high) <= 0.0) return std::exp(high);
  } else {
    while (excess(low) > 0.0 && high - low < kFarthest) low -= kStep;
  }
  return std::exp(find_root(excess, low, high, 1e-4).value_or(low));
}

std::vector<std::string> missed_limits(const Requirements& limits, const Figures& figures) {
  std::vector<std::string> out;
  const auto check = [&](const char* name, double value, const std::optional<double>& limit,
                         bool upper) {
    if (!limit) return;
    const bool met = upper ? value <= *limit : value >= *limit;
    if (!met) {
      out.push_back(std::string(name) + " = " + number(value) +
                    (upper ? " is above " : " is below ") + number(*limit));
    }
  };
  check("frame_loss_ratio", figures.frame_loss_ratio, limits.frame_loss_ratio_max, true);
  check("ber_pre_fec", figures.ber_pre_fec, limits.ber_pre_fec_max, true);
  check("ber_post_fec", figures.ber_post_fec, limits.ber_post_fec_max, true);
  check("margin_db", figures.margin_db, limits.margin_db_min, false);
  check("com_db", figures.com_db, limits.com_db_min, false);
  check("latency_ns", figures.latency_ns, limits.latency_ns_max, true);
  check("energy_pj_per_bit", figures.energy_pj_per_bit, limits.energy_pj_per_bit_max, true);
  return out;
}

}  // namespace chappe
