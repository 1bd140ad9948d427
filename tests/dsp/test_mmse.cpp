#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "base/errors.hpp"
#include "base/rng.hpp"
#include "dsp/mmse.hpp"

namespace chappe {
namespace {

/// A lossy channel's pulse with its noise, and a problem on them.
struct Example {
  std::vector<double> pulse{};
  std::vector<double> noise{4e-4, 1e-4, -5e-5, 2e-5};
  std::vector<double> ffe_limits{};
  std::vector<TapBounds> dfe_limits{};
  std::size_t pre{4}, post{11}, dfe_taps{2};

  Example() {
    for (int n = 0; n < 60; ++n) {
      const double t = n - 5;
      pulse.push_back(t < 0 ? 0.12 * std::exp(1.2 * t)
                            : 0.5 * std::exp(-0.55 * t) + 0.01 * std::cos(t));
    }
  }
  MmseProblem problem() const {
    return {.pulse = pulse,
            .cursor = 5,
            .symbol_variance = 5.0 / 9.0,
            .noise = noise,
            .pre = pre,
            .post = post,
            .dfe_taps = dfe_taps,
            .ffe_limits = ffe_limits,
            .dfe_limits = dfe_limits};
  }
};

/// Mean square error at the slicer for a cursor of 1, from its meaning: what is left of every
/// symbol but the cursor's, plus noise. @param ffe, dfe  as in MmseTaps, any scale of ffe
double error_of(const MmseProblem& p, const std::vector<double>& ffe,
                const std::vector<double>& dfe) {
  std::vector<double> combined(p.pulse.size() + ffe.size() - 1, 0.0);
  for (std::size_t i = 0; i < p.pulse.size(); ++i) {
    for (std::size_t j = 0; j < ffe.size(); ++j) combined[i + j] += p.pulse[i] * ffe[j];
  }
  const std::size_t cursor = p.cursor + p.pre;
  const double amplitude = combined[cursor];
  double left = 0.0;
  for (std::size_t m = 0; m < combined.size(); ++m) {
    double rest = combined[m] / amplitude;
    if (m == cursor) rest = 0.0;
    if (m > cursor && m <= cursor + dfe.size()) rest -= dfe[m - cursor - 1];
    left += rest * rest;
  }
  double noise = 0.0;
  for (std::size_t i = 0; i < ffe.size(); ++i) {
    for (std::size_t j = 0; j < ffe.size(); ++j) {
      const std::size_t lag = i > j ? i - j : j - i;
      if (lag < p.noise.size()) noise += ffe[i] * ffe[j] * p.noise[lag];
    }
  }
  return p.symbol_variance * left + noise / (amplitude * amplitude);
}

/// Taps by the bordered system of mmse.hpp, written out and solved by Eigen's LU: [w; b; lambda].
Eigen::VectorXd bordered_solution(const MmseProblem& p) {
  const auto n = static_cast<Eigen::Index>(p.pre + 1 + p.post);
  const auto nb = static_cast<Eigen::Index>(p.dfe_taps);
  const auto size = static_cast<Eigen::Index>(p.pulse.size());
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(size + n - 1, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < size; ++i) x(i + j, j) = p.pulse[static_cast<std::size_t>(i)];
  }
  Eigen::MatrixXd r = x.transpose() * x;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const auto lag = static_cast<std::size_t>(std::abs(i - j));
      if (lag < p.noise.size()) r(i, j) += p.noise[lag] / p.symbol_variance;
    }
  }
  const auto d = static_cast<Eigen::Index>(p.cursor + p.pre);
  const Eigen::RowVectorXd h0 = x.row(d);
  const Eigen::MatrixXd hb = x.middleRows(d + 1, nb);
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n + nb + 1, n + nb + 1);
  a.topLeftCorner(n, n) = r;
  a.block(0, n, n, nb) = -hb.transpose();
  a.block(0, n + nb, n, 1) = -h0.transpose();
  a.block(n, 0, nb, n) = -hb;
  a.block(n, n, nb, nb) = Eigen::MatrixXd::Identity(nb, nb);
  a.block(n + nb, 0, 1, n) = h0;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n + nb + 1);
  right.head(n) = h0.transpose();
  right(n + nb) = 1.0;
  return a.fullPivLu().solve(right);
}

/// The least error found by a random search around the taps.
double searched_error(const MmseProblem& p, const MmseTaps& taps, bool free_dfe) {
  Rng rng({11, 1});
  std::vector<double> ffe = taps.ffe;
  std::vector<double> dfe = taps.dfe;
  double best = error_of(p, ffe, dfe);
  double step = 0.05;
  for (int trial = 0; trial < 4000; ++trial) {
    std::vector<double> f = ffe;
    std::vector<double> b = dfe;
    for (std::size_t j = 0; j < f.size(); ++j) f[j] += j == p.pre ? 0.0 : step * rng.normal();
    for (double& tap : b) tap += free_dfe ? step * rng.normal() : 0.0;
    const double error = error_of(p, f, b);
    if (error < best) {
      best = error;
      ffe = f;
      dfe = b;
    } else {
      step = std::max(0.99 * step, 1e-7);
    }
  }
  return best;
}

}  // namespace

TEST_CASE("MMSE taps solve the bordered system", "[unit][mmse]") {
  Example e;
  e.dfe_taps = GENERATE(0, 1, 2, 12);
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  const Eigen::VectorXd exact = bordered_solution(e.problem());
  const auto n = static_cast<Eigen::Index>(taps->ffe.size());
  const double cursor = exact(static_cast<Eigen::Index>(e.pre));
  // Condition numbers below 1e4: 1e-10 relative.
  for (Eigen::Index j = 0; j < n; ++j) {
    CHECK(std::abs(taps->ffe[static_cast<std::size_t>(j)] - exact(j) / cursor) < 1e-10);
  }
  for (std::size_t k = 0; k < e.dfe_taps; ++k) {
    CHECK(std::abs(taps->dfe[k] - exact(n + static_cast<Eigen::Index>(k))) < 1e-10);
  }
  CHECK(std::abs(taps->cursor_amplitude * cursor - 1.0) < 1e-10);
  CHECK_FALSE(taps->limited);
  CHECK(taps->ffe[taps->cursor] == 1.0);
}

TEST_CASE("the stated mean square error is what its taps leave", "[unit][mmse]") {
  Example e;
  e.dfe_taps = GENERATE(0, 2);
  if (GENERATE(false, true)) {
    e.dfe_limits.assign(e.dfe_taps, {-0.05, 0.1});
    e.ffe_limits.assign(e.pre + 1 + e.post, 0.12);
  }
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  const double error = error_of(e.problem(), taps->ffe, taps->dfe);
  CHECK(std::abs(taps->mean_square_error / error - 1.0) < 1e-10);
}

TEST_CASE("no search finds taps better than MMSE's", "[validation][mmse]") {
  Example e;
  e.dfe_taps = GENERATE(0, 2);
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  CHECK(searched_error(e.problem(), *taps, true) > taps->mean_square_error * (1.0 - 1e-9));
}

TEST_CASE("DFE limits are kept and the FFE is the best for the clipped taps",
          "[validation][mmse]") {
  Example e;
  e.dfe_limits = {{-0.05, 0.05}, {-0.5, 0.5}};
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  CHECK(taps->limited);
  CHECK(std::abs(taps->dfe[0]) == 0.05);
  CHECK(searched_error(e.problem(), *taps, false) > taps->mean_square_error * (1.0 - 1e-9));
  const auto free = design_mmse(Example().problem());
  CHECK(free->mean_square_error < taps->mean_square_error);
}

TEST_CASE("FFE limits are kept and DFE taps follow the clipped FFE", "[unit][mmse]") {
  Example e;
  e.ffe_limits.assign(e.pre + 1 + e.post, 0.1);
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  CHECK(taps->limited);
  for (std::size_t j = 0; j < taps->ffe.size(); ++j) {
    if (j != taps->cursor) CHECK(std::abs(taps->ffe[j]) <= 0.1 * (1.0 + 1e-15));
  }
  // Behind this FFE the first two post-cursors are what the DFE subtracts.
  for (std::size_t k = 0; k < 2; ++k) {
    double post = 0.0;
    for (std::size_t j = 0; j < taps->ffe.size(); ++j) {
      const std::size_t top = 5 + e.pre + 1 + k;
      if (top >= j && top - j < e.pulse.size()) post += taps->ffe[j] * e.pulse[top - j];
    }
    CHECK(std::abs(taps->dfe[k] - post / taps->cursor_amplitude) < 1e-12);
  }
}

TEST_CASE("wide limits change nothing, and a pulse of one sample needs no taps",
          "[property][mmse]") {
  Example e;
  const auto free = design_mmse(e.problem());
  e.ffe_limits.assign(e.pre + 1 + e.post, 10.0);
  e.dfe_limits.assign(2, {-10.0, 10.0});
  const auto wide = design_mmse(e.problem());
  CHECK(wide->ffe == free->ffe);
  CHECK(wide->dfe == free->dfe);
  const std::vector<double> one{0.0, 0.4, 0.0};
  const std::vector<double> white{0.01};
  const auto taps = design_mmse({.pulse = one, .cursor = 1, .noise = white, .pre = 1, .post = 2});
  REQUIRE(taps);
  CHECK(taps->ffe == std::vector<double>{0.0, 1.0, 0.0, 0.0});
  CHECK(taps->cursor_amplitude == Approx(0.4).epsilon(1e-15));
  CHECK(taps->mean_square_error == Approx(0.01 / 0.16).epsilon(1e-14));
}

TEST_CASE("the mean square error is what a simulation shows", "[validation][mmse]") {
  Example e;
  e.noise = {4e-4};  // white
  const auto taps = design_mmse(e.problem());
  REQUIRE(taps);
  Rng rng({21, 1});
  const std::size_t n = 200000;
  std::vector<double> a(n), x(n, 0.0);
  for (double& s : a) s = static_cast<double>(rng.below(4)) * 2.0 / 3.0 - 1.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = 0.02 * rng.normal();
    for (std::size_t k = 0; k < std::min(e.pulse.size(), i + 1); ++k) x[i] += e.pulse[k] * a[i - k];
    if (i < 200) continue;
    double y = 0.0;
    for (std::size_t j = 0; j < taps->ffe.size(); ++j) y += taps->ffe[j] * x[i - j];
    y /= taps->cursor_amplitude;
    const std::size_t now = i - 5 - e.pre;
    for (std::size_t k = 0; k < 2; ++k) y -= taps->dfe[k] * a[now - 1 - k];
    sum += (y - a[now]) * (y - a[now]);
  }
  // The mean of 2e5 correlated squares: about 0.5 %; three times that.
  CHECK(std::abs(sum / (n - 200) / taps->mean_square_error - 1.0) < 0.015);
}

TEST_CASE("a pulse that is zero has no MMSE taps", "[unit][mmse]") {
  const std::vector<double> nothing(10, 0.0);
  CHECK_FALSE(design_mmse({.pulse = nothing, .cursor = 2, .pre = 1, .post = 1}));
  CHECK_THROWS_AS(design_mmse({.pulse = nothing, .cursor = 10}), InternalError);
}

}  // namespace chappe
