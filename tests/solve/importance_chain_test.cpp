#include "solve/importance_chain.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace chappe;

namespace {

ChainInput short_chain() {
  return {.levels = {-1.0, -0.3, 0.3, 1.0},
          .isi_v = {0.02, -0.05, 0.0, 0.04},
          .edge_v = {0.1, 0.3, -0.8, 0.5},
          .cursor = 2,
          .jitter = {0.02, 0.03}};
}

/// exp(tilt * ISI + cumulants of the edges' jitter) of one sequence, the first edge left out.
double weight_of(const ChainInput& input, double tilt, const std::vector<std::size_t>& sequence) {
  double sum = 0.0;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    sum += tilt * input.isi_v[i] * input.levels[sequence[i]];
    if (i == 0) continue;
    const double step = input.levels[sequence[i]] - input.levels[sequence[i - 1]];
    sum += jitter_cumulant(input.jitter, tilt, input.edge_v[i] * step);
  }
  return std::exp(sum);
}

}  // namespace

TEST_CASE("A chain's probabilities are those of every sequence written out", "[unit][solve]") {
  const ChainInput input = short_chain();
  const double tilt = 25.0;
  const std::size_t level = 2;
  const SymbolChain chain(input, tilt, level);
  double total = 0.0, worst = 0.0;
  for (int pass = 0; pass < 2; ++pass) {
    double probability = 0.0;
    for (std::size_t code = 0; code < 64; ++code) {
      const std::vector<std::size_t> sequence{code % 4, code / 4 % 4, level, code / 16};
      const double weight = weight_of(input, tilt, sequence) / 64.0;
      if (pass == 0) {
        total += weight;
        continue;
      }
      double log_ratio = 0.0;
      for (std::size_t i = 0; i < 4; ++i) {
        log_ratio += chain.log_ratio(i, i == 0 ? 0 : sequence[i - 1], sequence[i]);
      }
      worst = std::max(worst, std::abs(std::exp(log_ratio) / 64.0 / (weight / total) - 1.0));
      probability += std::exp(log_ratio) / 64.0;
    }
    if (pass == 1) CHECK(probability == Approx(1.0).epsilon(1e-12));
  }
  CHECK(worst < 1e-11);  // rounding of sums of a few dozen terms
  CHECK(chain.cumulant() == Approx(std::log(total)).epsilon(1e-12));
}

TEST_CASE("A chain draws its own probabilities, and the cursor's level always", "[unit][solve]") {
  const ChainInput input = short_chain();
  const SymbolChain chain(input, 25.0, 1);
  for (std::size_t before = 0; before < 4; ++before) {
    CHECK(chain.draw(2, before, 1e-9) == 1);
    CHECK(chain.draw(2, before, 1.0 - 1e-9) == 1);
  }
  // Equally spaced numbers meet every level as often as its probability says, within one.
  std::vector<int> met(4, 0);
  for (int i = 0; i < 10000; ++i) ++met[chain.draw(3, 1, (i + 0.5) / 10000.0)];
  for (std::size_t a = 0; a < 4; ++a) {
    const double probability = std::exp(chain.log_ratio(3, 1, a)) / 4.0;
    CHECK(std::abs(met[a] - 10000.0 * probability) <= 1.0);
  }
}

TEST_CASE("The jitter's cumulant is that of a Gaussian and two points", "[unit][solve]") {
  // ln(exp(x^2/2) cosh(y)) with x = 30*0.02*2, y = 30*0.03*2.
  const double expected = 0.5 * 1.2 * 1.2 + std::log(std::cosh(1.8));
  CHECK(jitter_cumulant({0.02, 0.03}, 30.0, 2.0) == Approx(expected).epsilon(1e-14));
  CHECK(jitter_cumulant({0.0, 1.0}, 1.0, 2000.0) == Approx(2000.0 - std::log(2.0)).epsilon(1e-14));
  CHECK(jitter_cumulant({0.02, 0.03}, 0.0, 2.0) == 0.0);
}
