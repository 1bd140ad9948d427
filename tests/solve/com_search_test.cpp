// The search against a plain loop over every setting; its order, its pruning, its threads.
#include "solve/com/com_search.hpp"

#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "solve/com/com_rx_merit.hpp"
#include "solve/com/com_statistics.hpp"
#include "tests/solve/com_fixture.hpp"

using namespace chappe;
using chappe::testing::kr100_ranges;

namespace {

/// A channel with an echo, 0 to 50 GHz in steps of 50 MHz, made of lines: differential 2-port in
/// the modes' places, no mode conversion.
ComChannel made_channel(double length_mm, double impedance_ohm, double gain = 1.0) {
  const FrequencyGrid grid = FrequencyGrid::uniform(50e6, 1001);
  const ComLine law{0.0, 1.2e-3, 3e-4, 6e-3};
  const Network line = law.network(grid, impedance_ohm, length_mm, 100.0);
  ComChannel out{"made", Network(grid, 4, 100.0)};
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      out.modes.at(row, column) = line.at(row, column);
      if (row == column) continue;
      for (cd& v : out.modes.at(row, column)) v *= gain;
    }
  }
  return out;
}

ComInput made_input() {
  ComInput out{made_channel(150.0, 92.0)};
  out.fext = {made_channel(180.0, 100.0, 0.02)};
  out.next = {made_channel(30.0, 100.0, 0.01)};
  return out;
}

ComConfig small_sheet() {
  ComConfig c = kr100_ranges();
  c.ctle.g_dc_db = {-10.0, -6.0, -2.0};
  c.ctle.g_dc_hp_db = {-4.0, -1.0};
  c.sample_adjustment = {-2, 2};
  return c;
}

/// Every setting, nothing given up.
ComSearchResult plain_search(const ComConfig& config, const ComSignals& signals) {
  const ComTxGrid grid(config);
  ComSearchResult out;
  out.fom_db = -1e300;
  for (const auto& [g, h] : com_ctle_pairs(config)) {
    const ComBank bank =
        com_bank(config, signals, com_ctle_setting(config, g, h), grid.shift_max());
    ComMerit merit(config, signals);
    for (std::size_t tx = 0; tx < grid.size(); ++tx) {
      const auto taps = grid.taps_of(tx);
      if (!taps) continue;
      for (int k = config.sample_adjustment[0]; k <= config.sample_adjustment[1]; ++k) {
        ++out.settings_tried;
        const auto fom_db = merit.evaluate(bank, *taps, grid.cursor(), k, -1e300);
        if (!fom_db || *fom_db <= out.fom_db) continue;
        out.fom_db = *fom_db;
        out.setting = {bank.ctle.g_dc_db, bank.ctle.g_dc_hp_db, *taps, grid.cursor(), k};
      }
    }
  }
  return out;
}

bool same(const ComSetting& a, const ComSetting& b) {
  return a.g_dc_db == b.g_dc_db && a.g_dc_hp_db == b.g_dc_hp_db && a.tx == b.tx &&
         a.offset == b.offset;
}

}  // namespace

TEST_CASE("COM search: pruned and threaded, the winner is that of a plain loop", "[unit][com]") {
  const ComInput input = made_input();
  ComConfig config = small_sheet();
  config.dfe.banks = GENERATE(0, 3);
  const ComSignals signals = com_signals(input, config, config.cases.front(), 1);
  const ComSearchResult want = plain_search(config, signals);
  for (const int threads : {1, 2, 4}) {
    ComControl control;
    control.threads = threads;
    const ComSearchResult got = com_search(config, signals, control);
    CHECK(got.fom_db == want.fom_db);  // the same arithmetic
    CHECK(same(got.setting, want.setting));
    CHECK(got.settings_tried == want.settings_tried);
  }
}

TEST_CASE("COM search: the receive FFE's bound gives up no winner", "[unit][com]") {
  const ComInput input = made_input();
  ComConfig config = small_sheet();
  config.ctle.g_dc_db = {-6.0, -2.0};  // thinned: every setting is designed below
  config.ctle.g_dc_hp_db = {-1.0};
  config.sample_adjustment = {-1, 1};
  config.rx_ffe.pre = 3;
  config.rx_ffe.post = 5;
  config.rx_ffe.noise_ui = 512;
  config.dfe.taps = 1;
  config.dfe.b_min = {0.0};
  config.dfe.b_max = {0.85};
  config.dfe.span = 20;
  config.dfe.bank_taps = 3;
  config.dfe.tail_start = 6;
  config.dfe.banks = GENERATE(0, 2);
  const ComSignals signals = com_signals(input, config, config.cases.front(), 1);
  const ComTxGrid grid(config);
  double best_db = -1e300;
  std::vector<double> best_tx;
  for (const auto& [g, h] : com_ctle_pairs(config)) {
    const ComBank bank =
        com_bank(config, signals, com_ctle_setting(config, g, h), grid.shift_max());
    ComRxMerit merit(config, signals, bank, g, h, grid.shift_max());
    for (std::size_t tx = 0; tx < grid.size(); ++tx) {
      const auto taps = grid.taps_of(tx);
      for (int k = -1; taps && k <= 1; ++k) {
        const auto fom_db = merit.evaluate(*taps, grid.cursor(), k, -1e300);
        if (!fom_db || *fom_db <= best_db) continue;
        best_db = *fom_db;
        best_tx = *taps;
      }
    }
  }
  ComControl control;
  control.threads = 2;
  const ComSearchResult got = com_search(config, signals, control);
  CHECK(got.fom_db == best_db);  // the same arithmetic
  CHECK(got.setting.tx == best_tx);
}

TEST_CASE("COM search: the reference's local search tries less and never finds more",
          "[unit][com]") {
  const ComInput input = made_input();
  ComConfig config = small_sheet();
  config.local_search = 1;
  const ComSignals signals = com_signals(input, config, config.cases.front(), 1);
  const ComSearchResult whole = com_search(config, signals, {});
  ComControl control;
  control.local_search = true;
  const ComSearchResult local = com_search(config, signals, control);
  CHECK(local.settings_tried < whole.settings_tried);
  CHECK(local.fom_db <= whole.fom_db);
  config.local_search = 100;  // further than any range: nothing is skipped
  CHECK(com_search(config, signals, control).settings_tried == whole.settings_tried);
}

TEST_CASE("COM search: bounds of the sheet leave out CTLE settings", "[unit][com]") {
  ComConfig config = small_sheet();
  CHECK(com_ctle_pairs(config).size() == 6);
  config.ctle.gdc_min_db = -9.0;  // of the sums -14 -11 -10 -7 -6 -3
  CHECK(com_ctle_pairs(config).size() == 3);
  config.ctle.gdc_min_db = 0.0;
  config.ctle.g2_qual = {-2.0, -6.0};                 // rows: above or at -2, and -6 to -2
  config.ctle.g_qual = {{-7.0, 0.0}, {-11.0, -5.0}};  // low <= g_DC < high
  const auto pairs = com_ctle_pairs(config);
  // g_DC_HP -1 lies above the first row's upper bound (just above -2): out; -4 takes row 2.
  REQUIRE(pairs.size() == 2);
  CHECK(pairs[0] == std::array<std::size_t, 2>{0, 0});
  CHECK(pairs[1] == std::array<std::size_t, 2>{1, 0});
}

TEST_CASE("COM search: the transmit grid runs in the reference's order", "[unit][com]") {
  ComConfig config;
  config.tx_ffe = {{-2, {0.0}}, {-1, {0.0, -0.1, -0.2}}, {1, {-0.4, 0.0}}, {2, {0.0}}};
  config.c0_min = 0.5;
  const ComTxGrid grid(config);
  CHECK(grid.size() == 6);
  CHECK(grid.cursor() == 1);  // c(-2) can only be 0: left out; c(2) stays
  CHECK(grid.taps() == 4);
  CHECK(grid.digits(3) == std::vector<int>{0, 1, 1, 0});
  const auto third = grid.taps_of(3);
  REQUIRE(third);
  CHECK(*third == std::vector<double>{-0.1, 0.9, 0.0, 0.0});
  const auto second = grid.taps_of(2);  // c(0) = 1 - 0.1 - 0.4 = 0.5 holds the minimum
  REQUIRE(second);
  CHECK((*second)[1] == Approx(0.5).margin(1e-15));
  CHECK_FALSE(grid.taps_of(4));  // 0.4
}

TEST_CASE("COM search: a stop ends it", "[unit][com]") {
  const ComInput input = made_input();
  const ComConfig config = small_sheet();
  const ComSignals signals = com_signals(input, config, config.cases.front(), 1);
  const std::atomic<bool> stop{true};
  ComControl control;
  control.stop = &stop;
  CHECK_THROWS_AS(com_search(config, signals, control), Interrupted);
}

TEST_CASE("COM: an eye that noise closes by 100 dB has a finite COM, that of the noise",
          "[unit][com]") {
  ComInput input = made_input();
  input.fext.clear();
  input.next.clear();
  ComConfig config = small_sheet();
  config.tx_ffe = {{-1, {-0.1}}};
  config.ctle.g_dc_db = {-6.0};
  config.ctle.g_dc_hp_db = {-1.0};
  config.sample_adjustment = {0, 0};
  config.tdr.erl = false;
  config.selected = {1};
  config.a_v *= 1e-6;
  const ComCase got = solve_com(input, config, {}).cases.front();
  // Noise alone: A_ni is the Gaussian's quantile of 1e-4; bins of sigma/2000: 0.0012 dB.
  const double a_ni_v = 3.719016485455709 * got.sigma.n_v;
  CHECK(got.eye.com_db == Approx(20.0 * std::log10(got.eye.a_s_v / a_ni_v)).margin(2e-3));
  CHECK(got.eye.com_db < -80.0);
}

TEST_CASE("COM: an eye that interference closes by 60 dB is solved, and by FFT as directly",
          "[unit][com]") {
  ComInput input = made_input();
  ComConfig config = small_sheet();
  config.tx_ffe = {{-1, {-0.1}}};
  config.ctle.g_dc_db = {-6.0};
  config.ctle.g_dc_hp_db = {-1.0};
  config.sample_adjustment = {0, 0};
  config.tdr.erl = false;
  config.a_fe *= 5e4;
  const ComCase got = solve_com(input, config, {}).cases.front();
  CHECK(got.eye.com_db < -40.0);
  CHECK(got.eye.sgm_total_v > 0.0);
  const ComDensity a = com_gaussian(1.0, 5.0, 1.0 / 4000.0);  // 80,001 bins: 6.4e9 steps
  const ComDensity both = com_convolve(a, a);
  CHECK(com_sigma(both) == Approx(std::sqrt(2.0) * com_sigma(a)).epsilon(1e-9));
}
