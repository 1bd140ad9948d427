// Parts of COM against closed forms and plain loops.
#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "base/constants.hpp"
#include "solve/com/com_dfe.hpp"
#include "solve/com/com_filters.hpp"
#include "solve/com/com_network.hpp"
#include "solve/com/com_pulse.hpp"
#include "solve/com/com_statistics.hpp"
#include "tests/solve/com_fixture.hpp"

using namespace chappe;

namespace {

std::vector<double> noise(std::size_t count, unsigned seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out(count);
  for (double& v : out) v = normal(rng);
  return out;
}

}  // namespace

TEST_CASE("COM: transmit taps are circular shifts, in order and by phase", "[unit][com]") {
  const int m = 8;
  const std::vector<double> p = noise(173, 1);  // not a whole number of symbols
  const ComPulse pulse(p, m, 2);
  const std::vector<double> tx{0.1, 0.0, 0.7, -0.2};
  const auto taps = com_tx_taps(tx, 2);
  CHECK(taps.size() == 3);
  std::vector<double> want(p.size(), 0.0);
  const auto size = static_cast<int>(p.size());
  for (int i = 0; i < size; ++i) {
    for (int k = 0; k < 4; ++k) {
      const int from = ((i - (k - 2) * m) % size + size) % size;
      want[static_cast<std::size_t>(i)] +=
          tx[static_cast<std::size_t>(k)] * p[static_cast<std::size_t>(from)];
    }
  }
  const std::vector<double> got = pulse.equalised(taps);
  for (std::size_t i = 0; i < want.size(); ++i) CHECK(got[i] == Approx(want[i]).margin(1e-15));
  std::vector<double> row;
  for (int phase = 0; phase < m; ++phase) {
    pulse.phase(taps, phase, row);
    CHECK(static_cast<int>(row.size()) == (size - phase + m - 1) / m);
    for (std::size_t j = 0; j < row.size(); ++j) {
      CHECK(row[j] == got[static_cast<std::size_t>(phase) + j * static_cast<std::size_t>(m)]);
    }
  }
}

TEST_CASE("COM: the CTLE's recursion follows its transfer function at low frequencies",
          "[unit][com]") {
  ComConfig config = testing::kr100_fixed();
  const ComCtleSetting ctle = com_ctle_setting(config, 0, 0);
  const double rate_hz = 53.125e9 * 32;
  std::vector<double> impulse(200000, 0.0);
  impulse[0] = 1.0;
  const std::vector<double> h = com_ctle_filter(ctle, rate_hz, impulse);
  CHECK(std::accumulate(h.begin(), h.end(), 0.0) == Approx(std::pow(10.0, -11.0 / 20.0)));
  for (const double f_hz : {0.1e9, 1e9, 10e9}) {
    cd sum{};
    for (std::size_t i = 0; i < h.size(); ++i) {
      sum += h[i] * std::polar(1.0, -2.0 * kPi * f_hz * static_cast<double>(i) / rate_hz);
    }
    // Bilinear without prewarping: off by (pi f/f_s)^2/3 of the frequency, 1e-4 at 10 GHz.
    CHECK(std::abs(sum - com_ctle(ctle, f_hz)) < 2e-4);
  }
}

TEST_CASE("COM: DFE taps keep their limits, positive ones too", "[unit][com]") {
  ComDfe dfe;
  dfe.taps = 3;
  dfe.b_min = {0.3, -0.1, -0.1};
  dfe.b_max = {0.85, 0.1, 0.1};
  ComDfeDesigner designer(dfe);
  designer.design(2.0, std::vector<double>{0.2, -0.4, 0.1});
  CHECK(designer.taps() == std::vector<double>{0.3, -0.1, 0.05});
  dfe.step = 0.04;
  ComDfeDesigner stepped(dfe);
  stepped.design(2.0, std::vector<double>{1.0, -0.1, 0.1});
  CHECK(stepped.taps()[0] == Approx(0.48));
  CHECK(stepped.taps()[1] == Approx(-0.04));
}

TEST_CASE("COM: the tail's limit shrinks every tap of the tail alike", "[unit][com]") {
  ComDfe dfe;
  dfe.taps = 4;
  dfe.b_min.assign(4, -0.5);
  dfe.b_max.assign(4, 0.5);
  dfe.tail_start = 3;
  dfe.tail_rss_max = 0.25;
  ComDfeDesigner designer(dfe);
  designer.design(1.0, std::vector<double>{0.4, 0.4, 0.3, -0.4});
  CHECK(designer.tail_rss() == Approx(0.5));
  CHECK(designer.taps()[1] == 0.4);
  CHECK(designer.taps()[2] == Approx(0.15));
  CHECK(designer.taps()[3] == Approx(-0.2));
}

TEST_CASE("COM: floating banks stand where the reference's rules put them", "[unit][com]") {
  ComFloatingTaps banks;
  std::vector<double> v(28, 0.0);
  v[10] = v[11] = v[12] = 0.03;
  v[20] = 0.02;
  v[22] = 0.02;
  v[4] = 0.01;
  // By hand: start 10 is best, but 9 and 8 overlap it from below and rank ahead of 20, so it is
  // rejected; so is 9, for 8; then 11 has its lower neighbour 8 next in rank: both are taken.
  CHECK(banks.choose(v, 1.0, 2, 3, 0.05) == std::vector<int>{8, 9, 10, 11, 12, 13});
  std::vector<double> apart(28, 0.0);
  apart[10] = 0.03;
  apart[12] = 0.02;
  apart[20] = 0.025;
  // The last bank is the best start itself: of equals the first.
  CHECK(banks.choose(apart, 1.0, 1, 3, 0.05) == std::vector<int>{10, 11, 12});
  // All that counts at the front: the banks lie one behind the other.
  std::vector<double> front(28, 0.0);
  for (std::size_t i = 0; i < 9; ++i) front[i] = 0.02 - 0.001 * static_cast<double>(i);
  CHECK(banks.choose(front, 1.0, 3, 3, 0.05) == std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("COM: floating banks never overlap and always number what was asked for",
          "[property][com]") {
  ComFloatingTaps banks;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::vector<double> v = noise(40, seed);
    const int width = 1 + static_cast<int>(seed % 5), count = 1 + static_cast<int>(seed % 4);
    const std::vector<int>& at = banks.choose(v, 20.0, count, width, 0.05);
    CHECK(static_cast<int>(at.size()) == width * count);
    CHECK(std::is_sorted(at.begin(), at.end()));
    CHECK(at.back() < 40);
  }
}

TEST_CASE("COM: matched ends pass a through, an open end doubles the voltage", "[unit][com]") {
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 3);
  Network through(grid, 2, 100.0);
  through.at(0, 1).assign(3, 1.0);
  through.at(1, 0).assign(3, 1.0);
  ComConfig config;
  CHECK(std::abs(com_transfer(config, through)[1] - 1.0) < 1e-15);
  config.rx.r_d_ohm = 1e12;
  CHECK(std::abs(com_transfer(config, through)[1] - 2.0) < 1e-9);
  config.rx.r_d_ohm = 45.0;
  config.tx.r_d_ohm = 55.0;
  // A source of 2 V behind 2 x 55 ohm into 2 x 45 ohm: 2 x 45/100.
  CHECK(std::abs(com_transfer(config, through)[1] - 0.9) < 1e-12);
}

TEST_CASE("COM: the board stands at the ends that Include PCB names", "[unit][com]") {
  const ComConfig base = testing::kr100_fixed();
  const FrequencyGrid grid = FrequencyGrid::uniform(1e9, 41);
  Network through(grid, 2, 100.0);
  through.at(0, 1).assign(41, 1.0);
  through.at(1, 0).assign(41, 1.0);
  ComConfig config = base;
  const auto loss_db = [&](int include, ComRole role) {
    config.include_pcb = include;
    const Network s = com_with_board(config, through, role);
    return -20.0 * std::log10(std::abs(s.at(1, 0)[26]));
  };
  CHECK(loss_db(0, ComRole::thru) == 0.0);
  const double both = loss_db(1, ComRole::thru), receiver = loss_db(2, ComRole::thru);
  CHECK(receiver > 1.0);
  CHECK(both > 1.8 * receiver);
  config.board_next_mm = 0.0;
  CHECK(loss_db(2, ComRole::next) < 0.5);  // C_0 and C_1 alone
}

TEST_CASE("COM: the variance of a sample list is that of its density", "[unit][com]") {
  std::vector<double> v = noise(60, 7);
  for (double& x : v) x *= 1e-3;
  const ComDensity density = com_density(v, 1e-5, 4);
  CHECK(std::sqrt(com_variance(v, 1e-5, 4)) == Approx(com_sigma(density)).epsilon(1e-9));
  const ComDensity both = com_convolve(density, density);
  CHECK(std::accumulate(both.p.begin(), both.p.end(), 0.0) == Approx(1.0).epsilon(1e-12));
  CHECK(com_sigma(both) == Approx(std::sqrt(2.0) * com_sigma(density)).epsilon(1e-9));
}

TEST_CASE("COM: a Gaussian alone leaves DER_0 beyond its crest", "[unit][com]") {
  const double sigma = 1e-3, bin = 1e-6, q = 3.719016485455709;  // Q(q) = 1e-4
  const ComDensity gaussian = com_gaussian(sigma, q, bin);
  // Cut at 2 q: what is missing there is 1e-13 of it. One bin of rounding.
  CHECK(-com_quantile_above(gaussian, 1e-4) == Approx(q * sigma).margin(bin));
}
