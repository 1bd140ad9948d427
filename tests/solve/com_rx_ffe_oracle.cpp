#include "tests/solve/com_rx_ffe_oracle.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "solve/com/com_rx_noise.hpp"

namespace chappe::test {
namespace {

using Matrix = Eigen::MatrixXd;

double clip(double x, double low, double high) { return std::min(high, std::max(low, x)); }

/// R, h0 and Hb of given columns of the whole convolution matrix.

struct Dense {
  Matrix r{}, hb{};
  Vector h0{};
};

Dense dense_of(const Problem& p, const std::vector<int>& columns) {
  const int n_all = *std::max_element(columns.begin(), columns.end()) + 1;
  const int n = static_cast<int>(columns.size());
  Matrix x = Matrix::Zero(p.nu + n_all - 1, n), t(n, n);
  for (int c = 0; c < n; ++c) {
    for (int i = 0; i < static_cast<int>(p.h.size()); ++i) x(i + columns[at(c)], c) = p.h[at(i)];
    for (int k = 0; k < n; ++k) t(c, k) = p.r[at(std::abs(columns[at(c)] - columns[at(k)]))];
  }
  const int d = p.ffe.pre + p.cursor;
  return {x.transpose() * x + t / std::pow(com_sigma_x(p.levels), 2),
          x.middleRows(d + 1, p.dfe.taps), x.row(d).transpose()};
}

Answer free_solution(const Dense& s) {
  const auto n = s.h0.size(), nb = s.hb.rows();
  Matrix a = Matrix::Zero(n + nb + 1, n + nb + 1);
  a.topLeftCorner(n, n) = s.r;
  a.block(0, n, n, nb) = -s.hb.transpose();
  a.block(n, 0, nb, n) = -s.hb;
  a.block(n, n, nb, nb) = Matrix::Identity(nb, nb);
  a.block(0, n + nb, n, 1) = -s.h0;
  a.block(n + nb, 0, 1, n) = s.h0.transpose();
  Vector right = Vector::Zero(n + nb + 1);
  right.head(n) = s.h0;
  right(n + nb) = 1.0;
  const Vector all = a.fullPivLu().solve(right);
  return {0.0, all.head(n), all.segment(n, nb)};
}

Vector weights_for(const Dense& s, const Vector& b) {
  const auto n = s.h0.size();
  Matrix a = Matrix::Zero(n + 1, n + 1);
  a.topLeftCorner(n, n) = s.r;
  a.block(0, n, n, 1) = -s.h0;
  a.block(n, 0, 1, n) = s.h0.transpose();
  Vector right(n + 1);
  right.head(n) = s.h0 + s.hb.transpose() * b;
  right(n) = 1.0;
  return a.fullPivLu().solve(right).head(n);
}

Vector clipped_feedback(const Problem& p, Vector b) {
  for (int i = 0; i < p.dfe.taps; ++i) b(i) = clip(b(i), p.dfe.b_min[at(i)], p.dfe.b_max[at(i)]);
  return b;
}

Vector clipped_weights(const Problem& p, const Vector& w) {
  Vector out = w;
  const int pre = p.ffe.pre;
  for (int i = 0; i < static_cast<int>(w.size()); ++i) {
    double limit = p.ffe.tapn_max;
    if (i == pre - 1) limit = p.ffe.pre1_max;
    if (i == pre) limit = 1.0;
    if (i == pre + 1) limit = p.ffe.post1_max;
    if (i > pre + p.ffe.post) limit = p.dfe.bank_max;
    out(i) = clip(w(i), -limit * w(pre), limit * w(pre));
  }
  return out;
}

/// Section 16 step 4 for given columns, word for word.

/// Section 16 step 5: one bank after the other, each by trying all.

}  // namespace

Problem problem(unsigned seed, bool banks, double limit, double noise) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  Problem p;
  p.cursor = 7;
  p.nu = 160;
  p.h.resize(120);
  for (int i = 0; i < 120; ++i) {
    const double far = std::abs(i - p.cursor);
    p.h[at(i)] = (i == p.cursor ? 0.05 : 0.015 * normal(rng)) * std::exp(-0.07 * far);
  }
  p.h[at(p.cursor + 1)] = 0.03;
  std::vector<double> colour(9);
  for (double& v : colour) v = noise * normal(rng);
  p.ffe.pre = 3 + static_cast<int>(seed % 3);
  p.ffe.post = 6;
  p.ffe.pre1_max = 0.9 * limit;
  p.ffe.post1_max = 0.7 * limit;
  p.ffe.tapn_max = 0.5 * limit;
  p.ffe.noise_ui = p.nu;
  p.dfe.taps = static_cast<int>(seed % 4);
  p.dfe.b_min.assign(at(p.dfe.taps), -0.1);
  p.dfe.b_max.assign(at(p.dfe.taps), 0.3 * limit);
  if (banks) {
    p.dfe.banks = 3;
    p.dfe.bank_taps = 4;
    p.dfe.span = 40;
    p.dfe.bank_max = 0.1 * limit;
    p.dfe.tail_start = p.ffe.post + 1;
  }
  p.r.assign(at(p.nu), 0.0);
  com_rx_add_autocorrelation(colour, p.nu, 1.0, p.r);
  p.r[0] += noise * noise;
  return p;
}

Answer dense(const Problem& p, const std::vector<int>& columns, bool limits) {
  const Dense s = dense_of(p, columns);
  Answer out = free_solution(s);
  if (limits) {
    const Vector b = clipped_feedback(p, out.b);
    if (b != out.b) out.w = weights_for(s, b);
    out.b = b;
    const Vector w = clipped_weights(p, out.w);
    if (w != out.w) {
      out.w = w / s.h0.dot(w);
      out.b = clipped_feedback(p, s.hb * out.w);
    }
  }
  const double error = out.w.dot(s.r * out.w) + 1.0 + out.b.squaredNorm() - 2.0 * out.w.dot(s.h0) -
                       2.0 * out.b.dot(s.hb * out.w);
  out.fom_db =
      20.0 * std::log10(p.r_lm / ((p.levels - 1) * com_sigma_x(p.levels) * std::sqrt(error)));
  return out;
}

std::vector<int> fixed_columns(const Problem& p) {
  std::vector<int> out(at(p.ffe.pre + 1 + p.ffe.post));
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<int>(i);
  return out;
}

std::vector<int> positions_by_trying(const Problem& p) {
  std::vector<int> starts, chosen;
  for (int s = p.dfe.tail_start; s + p.dfe.bank_taps - 1 <= p.dfe.span; ++s) starts.push_back(s);
  for (int bank = 0; bank < p.dfe.banks; ++bank) {
    std::size_t best = 0;
    double best_db = -1e300;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      std::vector<int> positions = chosen;
      for (int k = 0; k < p.dfe.bank_taps; ++k) positions.push_back(starts[i] + k);
      std::vector<int> columns = fixed_columns(p);
      for (const int q : positions) {
        columns.push_back(q - p.dfe.tail_start + p.ffe.pre + 1 + p.ffe.post);
      }
      const double here = dense(p, columns).fom_db;
      if (here > best_db) {
        best_db = here;
        best = i;
      }
    }
    const int start = starts[best];
    for (int k = 0; k < p.dfe.bank_taps; ++k) chosen.push_back(start + k);
    std::vector<int> left;
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const bool struck = (i >= best && i < best + at(p.dfe.bank_taps)) ||
                          (starts[i] < start && starts[i] > start - p.dfe.bank_taps);
      if (!struck) left.push_back(starts[i]);
    }
    starts = left;
  }
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

ComRxFfeDesigner designer(const Problem& p) {
  ComRxFfeDesigner out(p.ffe, p.dfe, p.levels, p.r_lm);
  out.set_pulse(p.h, p.cursor);
  out.set_noise(p.r);
  return out;
}

void compare(const Problem& p, const ComRxFfeDesign& got, const std::vector<int>& columns) {
  const Answer want = dense(p, columns);
  // Rounding, amplified by the condition of R (up to 1e5 here).
  CHECK(got.fom_db == Approx(want.fom_db).margin(1e-9));
  const double cursor = want.w(p.ffe.pre);
  std::vector<double> taps(got.taps.size(), 0.0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    taps[at(columns[i])] = want.w(static_cast<int>(i)) / cursor;
  }
  double worst = 0.0;
  for (std::size_t i = 0; i < taps.size(); ++i) {
    worst = std::max(worst, std::abs(taps[i] - got.taps[i]));
  }
  CHECK(worst < 1e-9);
  REQUIRE(got.dfe.size() == at(p.dfe.taps));
  for (int i = 0; i < p.dfe.taps; ++i) {
    CHECK(got.dfe[at(i)] == Approx(want.b(i)).margin(1e-9));
  }
  CHECK(got.pre == p.ffe.pre);
  CHECK(20.0 * std::log10(p.r_lm / ((p.levels - 1) * got.sigma_e)) ==
        Approx(got.fom_db).margin(1e-9));
}

}  // namespace chappe::test
