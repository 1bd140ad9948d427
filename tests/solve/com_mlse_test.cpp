// Corrections of COM for sequence detection: closed forms of a Gaussian density, matrices written
// out, limits.
#include "solve/com/com_mlse.hpp"

#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "math/special.hpp"
#include "solve/com/com_distribution.hpp"
#include "solve/com/com_rx_noise.hpp"

using namespace chappe;

namespace {

constexpr double kBin = 5e-6, kSigma = 1e-3, kDer0 = 1e-4;
constexpr ComMlseForm kForms[] = {ComMlseForm::cdf, ComMlseForm::scaled, ComMlseForm::correlated,
                                  ComMlseForm::annex_178a};

/// Correlation that falls by a factor at each lag.
std::vector<double> falling(double factor) {
  std::vector<double> rho(256);
  for (std::size_t k = 0; k < rho.size(); ++k) rho[k] = std::pow(factor, static_cast<double>(k));
  return rho;
}

struct Case {
  ComDensity total{com_gaussian(kSigma, 4.5, kBin)};
  std::vector<double> rho{falling(0.0)};
  double a_s_v{4.0e-3}, alpha{0.5};

  ComMlse run(ComMlseForm form) const {
    const double a_ni_v = std::abs(com_quantile_above(total, kDer0));
    const double open = std::max((a_s_v - a_ni_v) / a_s_v, 2.220446e-16);
    return com_mlse({total, a_s_v, a_ni_v, 20.0 * std::log10(a_s_v / a_ni_v),
                     -20.0 * std::log10(open), alpha, 4, kDer0, rho},
                    form);
  }
};

/// Sum of weight(j) Q((distance(j) + off)/sigma(j)) over many terms.
double gaussian_sum(const std::function<double(int)>& weight,
                    const std::function<double(int)>& distance, double off) {
  double sum = 0.0;
  for (int j = 1; j <= 250; ++j) sum += weight(j) * q_function((distance(j) + off) / kSigma);
  return sum;
}

}  // namespace

TEST_CASE("COM MLSE: lookups take the first bin at or above, also on a bin's edge", "[unit][com]") {
  const ComDensity density{0.1, {0.1, 0.2, 0.4, 0.2, 0.1}};
  const ComDistribution d(density);
  CHECK(d.error(0.2) == Approx(0.1));
  CHECK(d.error(0.1) == Approx(0.3));
  CHECK(d.error(0.15) == Approx(0.3));
  CHECK(d.error(0.0) == Approx(0.7));
  CHECK(d.error(-0.1) == Approx(0.9));
  CHECK(d.error(-5.0) == Approx(1.0));
  CHECK(d.error(5.0) == Approx(0.1));
  CHECK(d.inverse(0.1) == Approx(-0.2));
  CHECK(d.inverse(0.11) == Approx(-0.1));
  CHECK(d.inverse(2.0) == Approx(0.2));
}

TEST_CASE("COM MLSE: a scaled density keeps its mass and scales its width", "[unit][com]") {
  const ComDensity density = com_gaussian(kSigma, 4.5, kBin);
  for (const double factor : {0.25, 0.8, 1.0}) {
    const ComDensity scaled = com_scaled(density, factor);
    double sum = 0.0;
    for (const double p : scaled.p) sum += p;
    CHECK(sum == Approx(1.0).epsilon(1e-12));
    // Straight lines add about bin^2/6 of variance.
    CHECK(com_sigma(scaled) == Approx(factor * kSigma).epsilon(1e-5));
    CHECK(scaled.half() == static_cast<int>(std::ceil(factor * density.half() - 1e-9)));
  }
  CHECK(com_scaled(density, 0.0).p == std::vector<double>{1.0});
  // Ends beyond the drawn values: 0.75 of two bins is 1.5, the bin at 2 copies that at 1.
  const ComDensity ends = com_scaled({1.0, {0.1, 0.2, 0.4, 0.2, 0.1}}, 0.75);
  CHECK(ends.p.size() == 5);
  CHECK(ends.p[0] == ends.p[1]);
}

TEST_CASE("COM MLSE: the error ratio of a Gaussian density is the closed sum", "[unit][com]") {
  for (const double alpha : {0.2, 0.5, 0.85}) {
    Case c;
    c.alpha = alpha;
    const ComMlse got = c.run(ComMlseForm::cdf);
    const auto weight = [](int j) { return 2.0 * j * std::pow(0.75, j); };
    const auto distance = [&](int j) {
      return c.a_s_v * std::sqrt(1.0 + (j - 1) * std::pow(1.0 - alpha, 2) + alpha * alpha);
    };
    // A bin counts whole from -v on: between half a bin late and one and a half early. The series
    // ends at a term of 1e-3: at alpha = 0.85 the rest is below a hundredth.
    CHECK(got.der > 0.99 * gaussian_sum(weight, distance, 0.5 * kBin));
    CHECK(got.der < gaussian_sum(weight, distance, -1.5 * kBin));
    const double next = q_function((1.0 - 2.0 * alpha) * c.a_s_v / kSigma);
    const double wanted_v = kSigma * q_inverse(0.5 * got.der * (4.0 / 3.0 - next));
    CHECK(got.delta_db == Approx(20.0 * std::log10(wanted_v / c.a_s_v)).margin(0.02));
  }
}

TEST_CASE("COM MLSE: the form of annex 178A is a closed sum for Gaussian noise", "[unit][com]") {
  for (const double factor : {0.0, 0.3, -0.3}) {
    for (const double alpha : {0.3, 0.6}) {
      Case c;
      c.alpha = alpha;
      c.rho = falling(factor);
      const ComMlse got = c.run(ComMlseForm::annex_178a);
      REQUIRE(got.applied);
      const auto distance = [&](int j) {
        Eigen::VectorXd u(j + 1);
        for (int i = 0; i <= j; ++i) u(i) = (i % 2 == 0 ? 1.0 : -1.0) * (1.0 - alpha);
        u(0) = 1.0;
        u(j) = std::pow(-1.0, j + 1) * alpha;
        Eigen::MatrixXd v(j + 1, j + 1);
        for (int i = 0; i <= j; ++i) {
          for (int k = 0; k <= j; ++k) v(i, k) = c.rho[static_cast<std::size_t>(std::abs(i - k))];
        }
        // Noise of sigma along u, an error beyond A_s |u|^2.
        return c.a_s_v * u.squaredNorm() / std::sqrt(u.dot(v * u));
      };
      const auto weight = [](int j) { return std::pow(0.75, j - 1); };
      // A bin counts whole, as above; the straight lines of the scaling add below 1e-3.
      CHECK(got.der > 0.999 * gaussian_sum(weight, distance, 0.5 * kBin));
      CHECK(got.der < 1.001 * gaussian_sum(weight, distance, -1.5 * kBin));
    }
  }
}

TEST_CASE("COM MLSE: the correlated form follows its matrices", "[unit][com]") {
  Case c;
  c.rho = falling(0.4);
  const ComDistribution total(c.total);
  double der = 0.0;
  for (int j = 1; j < 200; ++j) {
    Eigen::MatrixXd a(j, j);
    for (int i = 0; i < j; ++i) {
      for (int k = 0; k < j; ++k) {
        const int lag = std::abs(i - k);
        a(i, k) = c.rho[static_cast<std::size_t>(lag)] * (lag % 2 == 0 ? 1.0 : -1.0) *
                  (lag == 0 ? 1.0 : 1.0 - c.alpha);
      }
      a(i, i) = i == 0 ? 1.0 : std::pow(1.0 - c.alpha, 2);
    }
    const double term =
        2.0 * std::pow(0.75, j) * total.error(1.5 * c.a_s_v * std::sqrt(a.trace() / a.sum()));
    der += term;
    if (term <= 1e-4 * der) break;
  }
  const ComMlse got = c.run(ComMlseForm::correlated);
  CHECK(got.der == Approx(der).epsilon(1e-12));
  // (1-alpha) x + alpha x' of a Gaussian is a Gaussian.
  const double sigma = kSigma * std::hypot(1.0 - c.alpha, c.alpha);
  const double want_v = sigma * q_inverse(got.der * 4.0 / 6.0);
  CHECK(got.delta_db == Approx(20.0 * std::log10(want_v / c.a_s_v)).margin(0.02));
}

TEST_CASE("COM MLSE: without a post-cursor there is next to nothing to gain", "[property][com]") {
  Case c;
  c.alpha = 0.0;
  for (const ComMlseForm form : {ComMlseForm::cdf, ComMlseForm::scaled, ComMlseForm::annex_178a}) {
    const ComMlse got = c.run(form);
    CHECK(got.applied);
    CHECK(std::abs(got.delta_db) < 0.1);
  }
}

TEST_CASE("COM MLSE: the gain grows with the post-cursor and opens the eye", "[property][com]") {
  for (const ComMlseForm form : {ComMlseForm::cdf, ComMlseForm::annex_178a}) {
    double last_db = -1.0;
    for (const double alpha : {0.0, 0.2, 0.4, 0.6}) {
      Case c;
      c.alpha = alpha;
      const ComMlse got = c.run(form);
      CHECK(got.delta_db > last_db);
      last_db = got.delta_db;
    }
    // sqrt(1 + alpha^2) of distance is 1.34 dB; many events take some of it.
    CHECK(last_db > 0.5);
    CHECK(last_db < 2.0);
  }
  // The error ratio falls with the signal.
  for (const ComMlseForm form : kForms) {
    double last = 1.0;
    for (const double a_s_v : {3.9e-3, 4.4e-3, 5.0e-3}) {
      Case c;
      c.a_s_v = a_s_v;
      const double der = c.run(form).der;
      CHECK(der < last);
      last = der;
    }
  }
}

TEST_CASE("COM MLSE: the scaled form agrees with the quantiles in a Gaussian", "[property][com]") {
  const Case c;
  const ComMlse got = c.run(ComMlseForm::scaled);
  // Shrunk so that 1.5 Q(A_s/(s sigma)) = DER: delta = -20 log10(s); the match is to a tenth of
  // DER.
  const double scale = c.a_s_v / (kSigma * q_inverse(got.der / 1.5));
  CHECK(got.delta_db == Approx(-20.0 * std::log10(scale)).margin(0.1));
}

TEST_CASE("COM MLSE: closed eyes stay finite and untouched where the form asks for open ones",
          "[property][com]") {
  for (const double a_s_v : {1e-6, 1e-4, 1e-3, 2.5e-3}) {
    for (const double alpha : {0.0, 0.5, 0.9, 1.0}) {
      for (const ComMlseForm form : kForms) {
        Case c;
        c.a_s_v = a_s_v;
        c.alpha = alpha;
        c.rho = falling(-0.9);
        const ComMlse got = c.run(form);
        CHECK(got.applied == (form == ComMlseForm::correlated));
        CHECK(std::isfinite(got.com_db));
        CHECK(std::isfinite(got.vec_db));
        CHECK(std::isfinite(got.der));
        if (!got.applied) CHECK(got.delta_db == 0.0);
      }
    }
  }
}

TEST_CASE("COM MLSE: VEC follows COM's gain", "[unit][com]") {
  const Case c;
  const ComMlse got = c.run(ComMlseForm::cdf);
  // A_s/(A_s - A_ni) with A_ni lower by the gain.
  const double a_ni_v = std::abs(com_quantile_above(c.total, kDer0));
  const double gain = std::pow(10.0, got.delta_db / 20.0);
  const double want = -20.0 * std::log10((c.a_s_v - a_ni_v / gain) / c.a_s_v);
  CHECK(got.vec_db == Approx(want).margin(1e-9));
}

TEST_CASE("COM MLSE: correlation counts what the DFE leaves", "[unit][com]") {
  const std::vector<double> noise{1e-6, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
  const std::vector<double> samples{1e-3, 20e-3, 15e-3, -1e-3, 2e-3};
  const std::vector<double> low{0.0, 0.0}, high{0.7, 0.2};
  const double sigma_x = 0.5;
  const auto rho = com_mlse_correlation(noise, samples, 1, 20e-3, low, high, sigma_x);
  // 15 mV is 1 mV beyond 0.7; -1 mV is below 0; 2 mV has no tap.
  std::vector<double> want = noise;
  const std::vector<double> left{1e-3, 0.0, 1e-3, -1e-3, 2e-3};
  com_rx_add_autocorrelation(left, 8, 0.25, want);
  for (std::size_t k = 0; k < rho.size(); ++k) {
    CHECK(rho[k] == Approx(want[k] / want[0]).margin(1e-12));
  }
}
