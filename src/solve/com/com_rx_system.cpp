#include "solve/com/com_rx_system.hpp"

#include <algorithm>
#include <array>

#include "base/errors.hpp"

namespace chappe {
namespace {

constexpr std::size_t kBlock = 8;  ///< lags at a time: as many sums as stay in registers

}  // namespace

void com_autocorrelation(std::span<const double> x, std::span<double> r) {
  for (std::size_t first = 0; first < r.size(); first += kBlock) {
    std::array<double, kBlock> sum{};
    std::size_t i = 0;
    for (; i + first + kBlock <= x.size(); ++i) {
      const double v = x[i];
      const double* late = x.data() + i + first;
      for (std::size_t k = 0; k < kBlock; ++k) sum[k] += v * late[k];
    }
    for (; i + first < x.size(); ++i) {
      for (std::size_t k = 0; i + first + k < x.size(); ++k) sum[k] += x[i] * x[i + first + k];
    }
    const std::size_t count = std::min(kBlock, r.size() - first);
    std::copy_n(sum.begin(), count, r.begin() + static_cast<std::ptrdiff_t>(first));
  }
}

bool com_solve_spd(std::span<double> a, std::span<double> b, int n, int count) {
  const auto size = static_cast<std::size_t>(n), width = static_cast<std::size_t>(count);
  for (std::size_t p = 0; p < size; ++p) {
    const double pivot = a[p * size + p];
    if (!(pivot > 0.0)) return false;
    for (std::size_t i = p + 1; i < size; ++i) {
      const double f = a[i * size + p] / pivot;
      for (std::size_t c = p + 1; c < size; ++c) a[i * size + c] -= f * a[p * size + c];
      for (std::size_t q = 0; q < width; ++q) b[i * width + q] -= f * b[p * width + q];
    }
  }
  for (std::size_t p = size; p-- > 0;) {
    for (std::size_t c = p + 1; c < size; ++c) {
      const double f = a[p * size + c];
      for (std::size_t q = 0; q < width; ++q) b[p * width + q] -= f * b[c * width + q];
    }
    for (std::size_t q = 0; q < width; ++q) b[p * width + q] /= a[p * size + p];
  }
  return true;
}

bool ComRxFeedback::solve(std::span<const double> g, int m) {
  const auto size = static_cast<std::size_t>(m), taps = size - 1;
  work_.resize(taps * taps);
  b.resize(taps);
  for (std::size_t i = 0; i < taps; ++i) {
    b[i] = g[(i + 1) * size];
    for (std::size_t j = 0; j < taps; ++j) {
      work_[i * taps + j] = (i == j ? 1.0 : 0.0) - g[(i + 1) * size + j + 1];
    }
  }
  if (!com_solve_spd(work_, b, m - 1, 1)) return false;
  gain = g[0];
  for (std::size_t i = 0; i < taps; ++i) gain += g[i + 1] * b[i];
  if (!(gain > 0.0)) return false;
  for (double& x : b) x /= gain;
  return true;
}

ComRxSystem::ComRxSystem(int columns, int ahead, int feedback, double sigma_x)
    : n_(columns), ahead_(ahead), m_(feedback + 1), sigma_x2_(sigma_x * sigma_x) {
  ensure(ahead >= 0 && columns > ahead && feedback >= 0 && sigma_x > 0.0,
         "a receive FFE with its cursor tap");
  correlation_.resize(at(n_));
  t_.resize(at(n_));
  h_.resize(at(m_) * at(n_));
  a_.resize(at(n_ + m_) * at(n_ + m_));
  predictor_.resize(at(n_));
  next_.resize(at(n_));
  innovation_.resize(at(m_));
}

void ComRxSystem::set_pulse(std::span<const double> h, int cursor) {
  com_autocorrelation(h, correlation_);
  const auto size = static_cast<int>(h.size());
  for (int q = 0; q < m_; ++q) {
    for (int j = 0; j < n_; ++j) {
      const int i = cursor + ahead_ + q - j;
      h_[at(q) * at(n_) + at(j)] = i >= 0 && i < size ? h[at(i)] : 0.0;
    }
  }
}

void ComRxSystem::set_noise(std::span<const double> r_v2) {
  ensure(r_v2.size() >= at(n_), "noise autocorrelation at each lag of the receive FFE");
  for (std::size_t k = 0; k < at(n_); ++k) t_[k] = correlation_[k] + r_v2[k] / sigma_x2_;
}

bool ComRxSystem::gram(std::vector<double>& g) {
  const std::size_t m = at(m_), n = at(n_);
  g.assign(m * m, 0.0);
  // predictor_: backward predictor of k+1 columns, orthogonal under R to the columns before it.
  double error = t_[0];
  predictor_[0] = 1.0;
  for (std::size_t k = 0;; ++k) {
    if (!(error > 0.0)) return false;
    for (std::size_t q = 0; q < m; ++q) {
      double sum = 0.0;
      for (std::size_t j = 0; j <= k; ++j) sum += h_[q * n + j] * predictor_[j];
      innovation_[q] = sum;
    }
    for (std::size_t q = 0; q < m; ++q) {
      for (std::size_t p = 0; p < m; ++p) {
        g[q * m + p] += innovation_[q] * innovation_[p] / error;
      }
    }
    if (k + 1 == n) return true;
    double sum = 0.0;
    for (std::size_t j = 0; j <= k; ++j) sum += predictor_[j] * t_[j + 1];
    const double reflection = -sum / error;
    next_[0] = reflection;
    for (std::size_t j = 1; j <= k; ++j) {
      next_[j] = predictor_[j - 1] + reflection * predictor_[k - j];
    }
    next_[k + 1] = 1.0;
    predictor_.swap(next_);
    error *= 1.0 - reflection * reflection;
  }
}

void ComRxSystem::start() {
  const std::size_t n = at(n_), m = at(m_), width = n + m;
  for (std::size_t i = 0; i < n; ++i) {
    double* row = a_.data() + i * width;
    for (std::size_t j = 0; j < n; ++j) row[j] = t_[i > j ? i - j : j - i];
    for (std::size_t q = 0; q < m; ++q) row[n + q] = h_[q * n + i];
  }
  for (std::size_t q = 0; q < m; ++q) {
    double* row = a_.data() + (n + q) * width;
    std::copy_n(h_.data() + q * n, n, row);
    std::fill_n(row + n, m, 0.0);
  }
}

bool ComRxSystem::eliminate(int column, int from) {
  const std::size_t width = at(n_ + m_), p = at(column), first = at(from);
  double* pivot = a_.data() + p * width;
  const double scale = pivot[p];
  if (!(scale > 0.0)) return false;
  for (std::size_t c = first; c < width; ++c) pivot[c] /= scale;
  for (std::size_t i = 0; i < width; ++i) {
    if (i == p) continue;
    double* row = a_.data() + i * width;
    const double f = row[p];
    for (std::size_t c = first; c < width; ++c) row[c] -= f * pivot[c];
  }
  return true;
}

}  // namespace chappe
