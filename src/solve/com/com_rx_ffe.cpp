#include "solve/com/com_rx_ffe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "solve/com/com_merit.hpp"

namespace chappe {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSlack_db = 1e-9;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

double clipped(double x, double low, double high) { return std::min(std::max(x, low), high); }

double dot(std::span<const double> row, std::span<const int> columns, std::span<const double> w) {
  double sum = 0.0;
  for (std::size_t i = 0; i < w.size(); ++i) sum += row[at(columns[i])] * w[i];
  return sum;
}

int columns_of(const ComRxFfe& ffe, const ComDfe& dfe) {
  return ffe.pre + 1 + (dfe.banks > 0 ? std::max(ffe.post, dfe.span) : ffe.post);
}

}  // namespace

ComRxFfeDesigner::ComRxFfeDesigner(const ComRxFfe& ffe, const ComDfe& dfe, int levels, double r_lm)
    : ffe_(ffe),
      dfe_(dfe),
      fixed_(ffe.pre + 1 + ffe.post),
      first_(dfe.tail_start > 0 ? dfe.tail_start : ffe.post + 1),
      sigma_x_(com_sigma_x(levels)),
      signal_(r_lm / (levels - 1)),
      system_(columns_of(ffe, dfe), ffe.pre, dfe.taps, sigma_x_) {
  ensure(at(dfe.taps) <= dfe.b_min.size() && at(dfe.taps) <= dfe.b_max.size(),
         "a limit for each DFE tap");
  ensure(dfe.banks == 0 || dfe.bank_taps > 0, "a bank of floating taps has taps");
  g_.resize(at(system_.rows()) * at(system_.rows()));
  coef_.resize(at(system_.rows()));
}

double ComRxFfeDesigner::fom_db(double error) const {
  const double sigma_e = sigma_x_ * std::sqrt(std::max(error, std::numeric_limits<double>::min()));
  return 20.0 * std::log10(signal_ / sigma_e);
}

double ComRxFfeDesigner::bound_fom_db() {
  if (!system_.gram(g_)) return kInfinity;
  if (!feedback_.solve(g_, system_.rows())) return g_[0] > 0.0 ? kInfinity : -kInfinity;
  return fom_db(1.0 / feedback_.gain - 1.0) + kSlack_db;
}

/// Gram matrix of the columns in use and a bank's; z_ holds R_bb^-1 of the bank's residual rows.
bool ComRxFfeDesigner::bank_gram(int first, int width) {
  const int n = system_.columns(), m = system_.rows();
  for (int q = 0; q < m; ++q) {
    for (int p = 0; p < m; ++p) g_[at(q * m + p)] = -system_.value(n + q, n + p);
  }
  bank_.resize(at(width * width));
  z_.resize(at(width * m));
  for (int i = 0; i < width; ++i) {
    for (int j = 0; j < width; ++j) {
      bank_[at(i * width + j)] = system_.value(first + i, first + j);
    }
    for (int q = 0; q < m; ++q) z_[at(i * m + q)] = system_.value(first + i, n + q);
  }
  if (!com_solve_spd(bank_, z_, width, m)) return false;
  for (int i = 0; i < width; ++i) {
    for (int q = 0; q < m; ++q) {
      const double residual = system_.value(first + i, n + q);
      for (int p = 0; p < m; ++p) g_[at(q * m + p)] += residual * z_[at(i * m + p)];
    }
  }
  return true;
}

/// w = R^-1 sum_q coef_q h_q' over the columns in use, then those of the bank.
void ComRxFfeDesigner::weights(int first, int width) {
  const int n = system_.columns(), m = system_.rows();
  columns_ = used_;
  w_.resize(used_.size() + at(width));
  for (int i = 0; i < width; ++i) {
    double sum = 0.0;
    for (int q = 0; q < m; ++q) sum += z_[at(i * m + q)] * coef_[at(q)];
    w_[used_.size() + at(i)] = sum;
    columns_.push_back(first + i);
  }
  for (std::size_t k = 0; k < used_.size(); ++k) {
    double sum = 0.0;
    for (int q = 0; q < m; ++q) sum += system_.value(used_[k], n + q) * coef_[at(q)];
    for (int i = 0; i < width; ++i) {
      sum -= system_.value(used_[k], first + i) * w_[used_.size() + at(i)];
    }
    w_[k] = sum;
  }
}

/// Clips w_ to the limits.   @return false if that changed it
bool ComRxFfeDesigner::within_limits() {
  const double cursor = w_[at(ffe_.pre)];
  bool same = true;
  for (std::size_t i = 0; i < w_.size(); ++i) {
    const int offset = static_cast<int>(i) - ffe_.pre;  // as columns_ begins with the fixed taps
    double limit = ffe_.tapn_max;
    if (offset == 0) continue;
    if (offset == -1) limit = ffe_.pre1_max;
    if (offset == 1) limit = ffe_.post1_max;
    if (i >= at(fixed_)) limit = dfe_.bank_max;
    const double w = clipped(w_[i], -limit * cursor, limit * cursor);
    same = same && w == w_[i];
    w_[i] = w;
  }
  return same;
}

/// After clipping: scales w to a unit cursor, takes b from it, and gives the error.
double ComRxFfeDesigner::error_of_weights() {
  const double cursor = dot(system_.h(0), columns_, w_);
  if (cursor == 0.0) return kInfinity;
  for (double& w : w_) w /= cursor;
  double error = -1.0;  // 1 - 2 h_0 w
  for (int q = 1; q < system_.rows(); ++q) {
    const double post = dot(system_.h(q), columns_, w_);
    const double b = clipped(post, dfe_.b_min[at(q - 1)], dfe_.b_max[at(q - 1)]);
    feedback_.b[at(q - 1)] = b;
    error += b * b - 2.0 * b * post;
  }
  for (std::size_t i = 0; i < w_.size(); ++i) {
    double row = 0.0;
    for (std::size_t j = 0; j < i; ++j)
      row += system_.t(std::abs(columns_[i] - columns_[j])) * w_[j];
    error += w_[i] * (2.0 * row + system_.t(0) * w_[i]);
  }
  return error;
}

/// Error over sigma_X^2 with the columns in use and a bank's `width` columns from `first` on;
/// infinity if it cannot be below `beat`. columns_, w_ and feedback_.b hold the taps.
double ComRxFfeDesigner::trial(int first, int width, double beat) {
  const int m = system_.rows();
  if (!bank_gram(first, width) || !feedback_.solve(g_, m)) return kInfinity;
  if (!(1.0 / feedback_.gain - 1.0 < beat)) return kInfinity;
  double cursor = 1.0;  // what the weight of h_0 is left to do
  for (int q = 1; q < m; ++q) {
    double& b = feedback_.b[at(q - 1)];
    b = clipped(b, dfe_.b_min[at(q - 1)], dfe_.b_max[at(q - 1)]);
    coef_[at(q)] = b;
    cursor -= g_[at(q)] * b;
  }
  coef_[0] = cursor / g_[0];
  double error = coef_[0] - 1.0;
  for (int q = 1; q < m; ++q) {
    double post = 0.0;
    for (int p = 0; p < m; ++p) post += g_[at(q * m + p)] * coef_[at(p)];
    error += coef_[at(q)] * (coef_[at(q)] - post);
  }
  weights(first, width);
  if (!within_limits()) error = error_of_weights();
  return std::isfinite(error) ? error : kInfinity;
}

std::optional<double> ComRxFfeDesigner::design_fom_db() {
  system_.start();
  used_.clear();
  positions_.clear();
  for (int c = 0; c < fixed_; ++c) {
    if (!system_.eliminate(c, c + 1)) return std::nullopt;
    used_.push_back(c);
  }
  if (dfe_.banks > 0 && !(ffe_.float_by_isi ? choose_by_isi() : choose_banks())) {
    return std::nullopt;
  }
  const double error = trial(0, 0, kInfinity);
  const double cursor = w_.empty() ? 0.0 : w_[at(ffe_.pre)];
  if (error == kInfinity || cursor == 0.0) return std::nullopt;
  result_.taps.assign(at(system_.columns()), 0.0);
  for (std::size_t i = 0; i < w_.size(); ++i) result_.taps[at(columns_[i])] = w_[i] / cursor;
  result_.pre = ffe_.pre;
  result_.dfe = feedback_.b;
  result_.floating = positions_;
  std::sort(result_.floating.begin(), result_.floating.end());
  result_.fom_db = fom_db(error);
  result_.sigma_e = sigma_x_ * std::sqrt(std::max(error, 0.0));
  return result_.fom_db;
}

}  // namespace chappe
