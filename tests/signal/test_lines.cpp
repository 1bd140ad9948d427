#include <catch2/catch.hpp>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "signal/com_line.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "tests/signal/helpers.hpp"

namespace chappe {
namespace {

using testing::distance;

const FrequencyGrid kGrid = FrequencyGrid::uniform(0.5e9, 81);

std::vector<cd> lossy_gamma() {
  std::vector<cd> gamma;
  for (const double f : kGrid.f_hz) gamma.push_back(cd{1e-5 * std::sqrt(f), 3e-8 * f});
  return gamma;
}

TEST_CASE("a uniform line has the chain matrix cosh, Zc sinh, sinh/Zc, cosh", "[unit][lines]") {
  const std::vector<cd> gamma = lossy_gamma();
  const std::vector<cd> zc(kGrid.size(), cd{85.0, -3.0});
  const double length_m = 0.3;
  TwoPortMatrix chain{kGrid, {}, {}, {}, {}};
  for (std::size_t k = 0; k < kGrid.size(); ++k) {
    const cd gl = gamma[k] * length_m;
    chain.m11.push_back(std::cosh(gl));
    chain.m12.push_back(zc[k] * std::sinh(gl));
    chain.m21.push_back(std::sinh(gl) / zc[k]);
    chain.m22.push_back(std::cosh(gl));
  }
  const Network line = uniform_line(kGrid, gamma, zc, length_m, 100.0);
  CHECK(distance(line, from_abcd(chain, 100.0, 100.0)) < 1e-12);
}

TEST_CASE("a line of two parts is the whole line; none is a through", "[property][lines]") {
  const std::vector<cd> gamma = lossy_gamma();
  const Network whole = uniform_line(kGrid, gamma, 85.0, 0.3, 100.0);
  const Network parts = cascade(uniform_line(kGrid, gamma, 85.0, 0.1, 100.0),
                                uniform_line(kGrid, gamma, 85.0, 0.2, 100.0));
  CHECK(distance(whole, parts) < 1e-13);
  CHECK(distance(uniform_line(kGrid, gamma, 85.0, 0.0, 100.0), through(kGrid, 100.0)) == 0.0);
  CHECK(distance(cascade(whole, through(kGrid, 100.0)), whole) < 1e-15);
}

TEST_CASE("a matched line's loss and delay are gamma times length", "[unit][lines]") {
  const std::vector<cd> gamma = lossy_gamma();
  const Network line = uniform_line(kGrid, gamma, 100.0, 0.5, 100.0);
  for (std::size_t k = 0; k < kGrid.size(); ++k) {
    CHECK(std::abs(line.at(1, 0)[k] - std::exp(-0.5 * gamma[k])) < 1e-14);
    CHECK(std::abs(line.at(0, 0)[k]) < 1e-15);
  }
}

TEST_CASE("T30 lossless elements are unitary", "[property][lines]") {
  std::vector<cd> gamma;
  for (const double f : kGrid.f_hz) gamma.push_back(cd{0.0, 3e-8 * f});
  const Network all[] = {uniform_line(kGrid, gamma, 85.0, 0.3, 100.0),
                         shunt_capacitor(kGrid, 120e-15, 50.0),
                         series_inductor(kGrid, 120e-12, 50.0)};
  for (const Network& net : all) {
    double worst = 0.0;
    for (std::size_t k = 0; k < kGrid.size(); ++k) {
      const cd s11 = net.at(0, 0)[k], s21 = net.at(1, 0)[k];
      worst = std::max(worst, std::abs(std::norm(s11) + std::norm(s21) - 1.0));
      worst = std::max(worst, std::abs(s11 * std::conj(s21) + s21 * std::conj(s11)));
    }
    CHECK(worst < 1e-12);
  }
}

TEST_CASE("lumped elements are their impedance between the ports", "[unit][lines]") {
  const double f = 10e9;
  const FrequencyGrid grid{{f}};
  const cd y{0.0, 2.0 * kPi * f * 150e-15};
  const cd z{0.0, 2.0 * kPi * f * 90e-12};
  const auto shunt = [&](cd admittance) {
    return from_abcd({grid, {1.0}, {0.0}, {admittance}, {1.0}}, 50.0, 50.0);
  };
  const auto series = [&](cd impedance) {
    return from_abcd({grid, {1.0}, {impedance}, {0.0}, {1.0}}, 50.0, 50.0);
  };
  CHECK(distance(shunt_capacitor(grid, 150e-15, 50.0), shunt(y)) < 1e-15);
  CHECK(distance(series_inductor(grid, 90e-12, 50.0), series(z)) < 1e-15);
  CHECK(distance(series_resistor(grid, 7.0, 50.0), series(7.0)) < 1e-15);
  CHECK(distance(shunt_resistor(grid, 300.0, 50.0), shunt(1.0 / 300.0)) < 1e-15);
}

TEST_CASE("COM's line follows eq. 93A-9 to 93A-14", "[unit][lines]") {
  // Package trace of the reference sheets: gamma0 5e-4, a1 8.9e-4, a2 2e-4, tau 6.141e-3, 92.5 ohm.
  const ComLine law{5e-4, 8.9e-4, 2e-4, 6.141e-3};
  const FrequencyGrid grid{{0.0, 1e9, 26.5625e9}};
  const std::vector<cd> gamma = law.gamma_per_m(grid);
  CHECK(gamma[0] == cd{0.5, 0.0});
  // At 1 GHz ln f = 0: gamma = g0 + a1 (1 + j) + a2 + j 2 pi tau, per mm.
  const cd at_1ghz{5e-4 + 8.9e-4 + 2e-4, 8.9e-4 + 2.0 * kPi * 6.141e-3};
  CHECK(std::abs(gamma[1] - 1e3 * at_1ghz) < 1e-12);
  const double f = 26.5625;
  const cd want{
      5e-4 + 8.9e-4 * std::sqrt(f) + 2e-4 * f,
      8.9e-4 * std::sqrt(f) + (2.0 * kPi * 6.141e-3 - 2e-4 * 2.0 / kPi * std::log(f)) * f};
  CHECK(std::abs(gamma[2] - 1e3 * want) < 1e-10);
  const Network line = law.network(grid, 92.5, 12.0, 100.0);
  const double rho = (92.5 - 100.0) / (92.5 + 100.0);
  const cd e = std::exp(-12.0 * want);
  CHECK(std::abs(line.at(1, 0)[2] - (1.0 - rho * rho) * e / (1.0 - rho * rho * e * e)) < 1e-14);
  CHECK(std::abs(line.at(0, 0)[2] - rho * (1.0 - e * e) / (1.0 - rho * rho * e * e)) < 1e-14);
}

TEST_CASE("a line without a finite impedance is refused, not returned as NaN", "[unit][lines]") {
  const FrequencyGrid grid{{0.0}};
  const std::vector<cd> gamma{cd{}}, zc{cd{std::numeric_limits<double>::infinity(), 0.0}};
  CHECK_THROWS_AS(uniform_line(grid, gamma, zc, 1.0, 100.0), ModelError);
}

}  // namespace
}  // namespace chappe
