#include "dsp/mmse.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr std::size_t kMax = 64;
using Vector = std::array<double, kMax>;
using Rows = std::array<Vector, kMax>;  // row-major, the leading part is used

/// sum_n h[n] h[n + k] for k = 0 .. lags - 1, eight lags side by side.
void autocorrelate(std::span<const double> h, std::size_t lags, Vector& out) {
  constexpr std::size_t kTile = 8;
  for (std::size_t k0 = 0; k0 < lags; k0 += kTile) {
    double sum[kTile] = {};
    const std::size_t whole = h.size() >= k0 + kTile ? h.size() - k0 - kTile + 1 : 0;
    for (std::size_t n = 0; n < whole; ++n) {
      const double x = h[n];
      const double* later = h.data() + n + k0;
      for (std::size_t j = 0; j < kTile; ++j) sum[j] += x * later[j];
    }
    for (std::size_t n = whole; n < h.size(); ++n) {
      for (std::size_t j = 0; j < kTile && n + k0 + j < h.size(); ++j) {
        sum[j] += h[n] * h[n + k0 + j];
      }
    }
    for (std::size_t j = 0; j < kTile && k0 + j < lags; ++j) out[k0 + j] = sum[j];
  }
}

/// Upper triangle a -> U with a = U'U. False if a is not positive definite to rounding.
bool factor(Rows& a, std::size_t n) {
  for (std::size_t j = 0; j < n; ++j) {
    const double pivot = a[j][j];
    if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
    const double inverse_root = 1.0 / std::sqrt(pivot);
    for (std::size_t k = j; k < n; ++k) a[j][k] *= inverse_root;
    for (std::size_t i = j + 1; i < n; ++i) {
      const double f = a[j][i];
      for (std::size_t k = i; k < n; ++k) a[i][k] -= f * a[j][k];
    }
  }
  return true;
}

/// x <- (U'U)^-1 x
void solve(const Rows& u, std::size_t n, Vector& x) {
  for (std::size_t i = 0; i < n; ++i) {
    x[i] /= u[i][i];
    for (std::size_t k = i + 1; k < n; ++k) x[k] -= u[i][k] * x[i];
  }
  for (std::size_t i = n; i-- > 0;) {
    double sum = x[i];
    for (std::size_t k = i + 1; k < n; ++k) sum -= u[i][k] * x[k];
    x[i] = sum / u[i][i];
  }
}

double dot(const Vector& a, const Vector& b, std::size_t n) {
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += a[i] * b[i];
  return sum;
}

/// The system of one problem and its current taps.
class Design {
 public:
  explicit Design(const MmseProblem& problem)
      : p_(problem), n_(problem.pre + 1 + problem.post), nb_(problem.dfe_taps) {
    autocorrelate(p_.pulse, n_, r_);
    for (std::size_t k = 0; k < std::min(n_, p_.noise.size()); ++k) {
      r_[k] += p_.noise[k] / p_.symbol_variance;
    }
    row(0, h0_);
    for (std::size_t k = 0; k < nb_; ++k) row(k + 1, hb_[k]);
  }

  std::optional<MmseTaps> run() {
    if (!solve_free()) return std::nullopt;
    MmseTaps out;
    if (clip_dfe()) {
      out.limited = true;
      if (!solve_with_dfe_fixed()) return std::nullopt;
    }
    if (clip_ffe()) {
      out.limited = true;
      feed_back();
      clip_dfe();
    }
    const double cursor = w_[p_.pre];
    if (!std::isfinite(cursor) || cursor == 0.0) return std::nullopt;
    out.cursor = p_.pre;
    out.cursor_amplitude = 1.0 / cursor;
    out.mean_square_error = mean_square_error();
    for (std::size_t j = 0; j < n_; ++j) out.ffe.push_back(w_[j] / cursor);
    out.dfe.assign(b_.begin(), b_.begin() + static_cast<std::ptrdiff_t>(nb_));
    return out;
  }

 private:
  /// Row of the convolution matrix `after` symbols behind the cursor: h[cursor + pre + after - j].
  void row(std::size_t after, Vector& out) const {
    const std::size_t top = p_.cursor + p_.pre + after;
    for (std::size_t j = 0; j < n_; ++j) {
      out[j] = top >= j && top - j < p_.pulse.size() ? p_.pulse[top - j] : 0.0;
    }
  }

  /// a <- R, its upper triangle.
  void fill_correlation() {
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = i; j < n_; ++j) a_[i][j] = r_[j - i];
    }
  }

  /// All DFE taps free: w along (R - Hb'Hb)^-1 h0' with h0 w = 1, b = Hb w.
  bool solve_free() {
    fill_correlation();
    for (std::size_t k = 0; k < nb_; ++k) {
      for (std::size_t i = 0; i < n_; ++i) {
        const double f = hb_[k][i];
        for (std::size_t j = i; j < n_; ++j) a_[i][j] -= f * hb_[k][j];
      }
    }
    if (!factor(a_, n_)) return false;
    w_ = h0_;
    solve(a_, n_, w_);
    if (!scale_to_cursor()) return false;
    feed_back();
    return true;
  }

  /// b given: R w = (1 + lambda) h0' + Hb' b with h0 w = 1.
  bool solve_with_dfe_fixed() {
    fill_correlation();
    if (!factor(a_, n_)) return false;
    Vector along = h0_;
    solve(a_, n_, along);
    w_.fill(0.0);
    for (std::size_t k = 0; k < nb_; ++k) {
      for (std::size_t j = 0; j < n_; ++j) w_[j] += b_[k] * hb_[k][j];
    }
    solve(a_, n_, w_);
    const double weight = (1.0 - dot(h0_, w_, n_)) / dot(h0_, along, n_);
    for (std::size_t j = 0; j < n_; ++j) w_[j] += weight * along[j];
    return std::isfinite(weight);
  }

  bool scale_to_cursor() {
    const double amplitude = dot(h0_, w_, n_);
    if (amplitude == 0.0 || !std::isfinite(amplitude)) return false;
    for (std::size_t j = 0; j < n_; ++j) w_[j] /= amplitude;
    return true;
  }

  void feed_back() {
    for (std::size_t k = 0; k < nb_; ++k) b_[k] = dot(hb_[k], w_, n_);
  }

  bool clip_dfe() {
    bool changed = false;
    for (std::size_t k = 0; k < std::min(nb_, p_.dfe_limits.size()); ++k) {
      const double clipped = std::clamp(b_[k], p_.dfe_limits[k].low, p_.dfe_limits[k].high);
      changed = changed || clipped != b_[k];
      b_[k] = clipped;
    }
    return changed;
  }

  bool clip_ffe() {
    if (p_.ffe_limits.empty()) return false;
    bool changed = false;
    for (std::size_t j = 0; j < n_; ++j) {
      if (j == p_.pre) continue;
      const double limit = p_.ffe_limits[j] * std::abs(w_[p_.pre]);
      const double clipped = std::clamp(w_[j], -limit, limit);
      changed = changed || clipped != w_[j];
      w_[j] = clipped;
    }
    if (changed && !scale_to_cursor()) w_[p_.pre] = 0.0;  // no signal is left: run() says so
    return changed;
  }

  /// sigma_x^2 (w'R w + 1 + b'b - 2 h0 w - 2 b'Hb w)
  double mean_square_error() const {
    double quadratic = r_[0] * dot(w_, w_, n_);
    for (std::size_t k = 1; k < n_; ++k) {
      double shifted = 0.0;
      for (std::size_t j = k; j < n_; ++j) shifted += w_[j] * w_[j - k];
      quadratic += 2.0 * r_[k] * shifted;
    }
    double linear = dot(h0_, w_, n_);
    for (std::size_t k = 0; k < nb_; ++k) linear += b_[k] * dot(hb_[k], w_, n_);
    return p_.symbol_variance * (quadratic + 1.0 + dot(b_, b_, nb_) - 2.0 * linear);
  }

  const MmseProblem& p_;
  std::size_t n_, nb_;
  Vector r_{}, h0_{}, w_{}, b_{};
  Rows hb_{}, a_{};
};

}  // namespace

std::optional<MmseTaps> design_mmse(const MmseProblem& problem) {
  const std::size_t taps = problem.pre + 1 + problem.post;
  ensure(taps <= kMax && problem.dfe_taps <= kMax, "MMSE: at most 64 FFE and 64 DFE taps");
  ensure(problem.cursor < problem.pulse.size(), "MMSE: the cursor lies inside the pulse");
  ensure(problem.symbol_variance > 0.0, "MMSE: symbol variance > 0");
  ensure(problem.ffe_limits.empty() || problem.ffe_limits.size() == taps, "MMSE: a limit per tap");
  ensure(problem.dfe_limits.empty() || problem.dfe_limits.size() == problem.dfe_taps,
         "MMSE: a limit per DFE tap");
  return Design(problem).run();
}

}  // namespace chappe
