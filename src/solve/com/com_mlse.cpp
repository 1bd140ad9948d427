#include "solve/com/com_mlse.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "solve/com/com_distribution.hpp"
#include "solve/com/com_rx_noise.hpp"

namespace chappe {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr int kTermsMax = 1000;
constexpr double kCutTail = 1e-18;  ///< mass at an end that annex 178A's sums go without

double square(double x) { return x * x; }

double db(double ratio) { return 20.0 * std::log10(ratio); }

/// Share of the levels that have a neighbour on one side.
double share(const ComMlseInput& in) { return (in.levels - 1.0) / in.levels; }

/// |Pinv|, at least half a bin.
double quantile(const ComMlseInput& in, const ComDistribution& distribution, double probability) {
  return std::max(std::abs(distribution.inverse(probability)), 0.5 * in.total.bin);
}

/// Sum of term(j), j = 1, 2, ..., up to the first that is at most `relative` of the sum.
template <class Term>
double series(double relative, int terms, Term term) {
  double sum = 0.0;
  for (int j = 1; j <= terms; ++j) {
    const double one = term(j);
    sum += one;
    if (one <= relative * sum) break;
  }
  return sum;
}

double uncorrelated_der(const ComMlseInput& in, const ComDistribution& total) {
  const double p = share(in);
  return series(1e-3, kTermsMax, [&](int j) {
    const double size = 1.0 + (j - 1) * square(1.0 - in.alpha) + square(in.alpha);
    return 2.0 * j * std::pow(p, j) * total.error(in.a_s_v * std::sqrt(size));
  });
}

double cdf_delta_db(const ComMlseInput& in, const ComDistribution& total, double der) {
  const double probability =
      0.5 * der * (1.0 / share(in) - total.error((1.0 - 2.0 * in.alpha) * in.a_s_v));
  return db(quantile(in, total, probability) / in.a_s_v);
}

double scaled_delta_db(const ComMlseInput& in, const ComDistribution& total, double der) {
  double scale = 1.0, step = 0.05, quantile_v = quantile(in, total, in.der0);
  const double without_v = quantile_v;
  bool above = true;
  for (int i = 0; i < 200; ++i) {
    scale -= step;
    const ComDistribution shrunk(com_scaled(in.total, std::max(scale, 0.0)));
    const double off = (2.0 * share(in) * shrunk.error(in.a_s_v) - der) / der;
    quantile_v = quantile(in, shrunk, in.der0);
    if (std::abs(off) < 0.1) break;
    if ((off > 0.0) != above) step = -step / 2.0;
    above = off > 0.0;
  }
  return db(without_v / quantile_v);
}

double correlated_der(const ComMlseInput& in, const ComDistribution& total) {
  const double p = share(in), rest = 1.0 - in.alpha;
  double trace = 0.0, off_diagonal = 0.0, row = 0.0;
  return series(1e-4, static_cast<int>(in.rho.size()), [&](int j) {
    trace += j == 1 ? 1.0 : square(rest);
    if (j > 1) {
      const double a = (j % 2 == 0 ? -1.0 : 1.0) * rest;  // a_(j-1)
      row += in.rho[static_cast<std::size_t>(j - 1)] * a;
      off_diagonal += row;
    }
    const double all = trace + 2.0 * off_diagonal;
    const double size = all > 0.0 ? std::sqrt(trace / all) : std::numeric_limits<double>::max();
    return 2.0 * std::pow(p, j) * total.error(std::min(1.5 * in.a_s_v * size, 1e300));
  });
}

double correlated_delta_db(const ComMlseInput& in, double der) {
  const ComDistribution both(
      com_convolve(com_scaled(in.total, 1.0 - in.alpha), com_scaled(in.total, in.alpha)));
  return db(quantile(in, both, der / (2.0 * share(in))) / in.a_s_v);
}

ComDensity without_tails(const ComDensity& density) {
  std::size_t cut = 0;
  for (double sum = density.p[0]; sum < kCutTail && 2 * cut + 1 < density.p.size();) {
    sum += density.p[++cut];
  }
  const auto drop = static_cast<std::ptrdiff_t>(cut);
  return {density.bin, {density.p.begin() + drop, density.p.end() - drop}};
}

/// A_s |u|^3/sqrt(u'Vu) of annex 178A's error event of length j.
double event_distance(const ComMlseInput& in, int j) {
  const auto u = [&](int i) {
    if (i == 0) return 1.0;
    if (i == j) return (j % 2 == 0 ? -1.0 : 1.0) * in.alpha;
    return (i % 2 == 0 ? 1.0 : -1.0) * (1.0 - in.alpha);
  };
  double norm2 = 0.0, variance = 0.0;
  for (int i = 0; i <= j; ++i) {
    norm2 += square(u(i));
    for (int k = 0; k <= j; ++k) {
      variance += u(i) * u(k) * in.rho[static_cast<std::size_t>(std::abs(i - k))];
    }
  }
  return variance > 0.0 ? in.a_s_v * norm2 * std::sqrt(norm2 / variance) : 0.0;
}

double annex_178a_der(const ComMlseInput& in) {
  const ComDensity step = without_tails(com_scaled(in.total, 1.0 - in.alpha));
  ComDensity density =
      com_convolve(without_tails(in.total), without_tails(com_scaled(in.total, in.alpha)));
  return series(1e-4, static_cast<int>(in.rho.size()) / 2, [&](int j) {
    if (j > 1) density = without_tails(com_convolve(density, step));
    return std::pow(share(in), j - 1) * ComDistribution(density).error(event_distance(in, j));
  });
}

}  // namespace

ComMlse com_mlse(const ComMlseInput& in, ComMlseForm form) {
  ensure(in.a_s_v > 0.0 && in.levels >= 2, "an available signal of two levels or more");
  const bool needs_rho = form == ComMlseForm::correlated || form == ComMlseForm::annex_178a;
  ensure(!needs_rho || in.rho.size() >= 2, "correlation of the noise");
  const ComDistribution total(in.total);
  ComMlse out{false, 0.0, 0.0, in.com_db, in.vec_db};
  switch (form) {
    case ComMlseForm::cdf:
    case ComMlseForm::scaled:
      if (in.a_s_v < in.a_ni_v) return out;
      out.der = uncorrelated_der(in, total);
      out.delta_db = form == ComMlseForm::cdf ? cdf_delta_db(in, total, out.der)
                                              : scaled_delta_db(in, total, out.der);
      break;
    case ComMlseForm::correlated:
      out.der = correlated_der(in, total);
      out.delta_db = correlated_delta_db(in, out.der);
      break;
    case ComMlseForm::annex_178a:
      if (total.error(in.a_s_v) > in.der0) return out;
      out.der = annex_178a_der(in);
      out.delta_db = std::max(0.0, db(quantile(in, total, out.der) / in.a_s_v));
      break;
  }
  out.applied = true;
  out.com_db = in.com_db + out.delta_db;
  const double gain = std::pow(10.0, out.delta_db / 20.0) - 1.0;
  const double opening = gain * std::pow(10.0, in.vec_db / 20.0) + 1.0;
  out.vec_db = std::min(in.vec_db + out.delta_db - db(std::max(opening, kEps)), -db(kEps));
  return out;
}

std::vector<double> com_mlse_correlation(std::span<const double> noise_v2,
                                         std::span<const double> samples, int cursor,
                                         double cursor_v, std::span<const double> b_min,
                                         std::span<const double> b_max, double sigma_x) {
  ensure(b_min.size() == b_max.size(), "two limits for each DFE tap");
  std::vector<double> residual(samples.begin(), samples.end());
  const auto at = static_cast<std::size_t>(cursor);
  if (at < residual.size()) residual[at] = 0.0;
  for (std::size_t n = 0; n < b_max.size() && at + 1 + n < residual.size(); ++n) {
    double& post = residual[at + 1 + n];
    post -= std::min(std::max(post, b_min[n] * cursor_v), b_max[n] * cursor_v);
  }
  std::vector<double> rho(noise_v2.begin(), noise_v2.end());
  com_rx_add_autocorrelation(residual, static_cast<int>(rho.size()), square(sigma_x), rho);
  ensure(!rho.empty() && rho[0] > 0.0, "interference or noise behind the receive FFE");
  const double all = rho[0];
  for (double& r : rho) r /= all;
  return rho;
}

}  // namespace chappe
