#include "cli/result_text.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "cli/text.hpp"

using namespace chappe;
using Catch::Matchers::Contains;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Table dac() {
  const std::vector<std::string> both{"element.cable.gauge_awg", "element.cable.length_m"};
  Table t{.name = "dac", .title = "dac"};
  t.axes = {{both[0], "AWG", "gauge", std::vector<double>{26, 30}},
            {both[1], "m", "length", std::vector<double>{0.5, 1, 2}}};
  const std::vector<double> ber{3.21e-7, 1e-18, 0.01, 1e-6, 2e-5, kNan};
  t.columns = {
      {"lanes", "1", "", {}, std::vector<std::int64_t>{4}},
      {"latency_ns", "ns", "", {both[1]}, std::vector<double>{102.3, 104.6, 109.21}},
      {"status", "", "", both,
       std::vector<std::string>{"ok", "ok", "ok", "ok", "ok", "outside_validity"}},
      {"ber_pre_fec", "1", "", both, ber},
      {"ber_pre_fec_low", "1", "", both, std::vector<double>{2.9e-7, 0, 0.01, 1e-6, 2e-5, kNan}},
      {"ber_pre_fec_high", "1", "", both,
       std::vector<double>{3.6e-7, 1e-18, 0.01, 1e-6, 2e-5, kNan}},
      {"il_nyquist_db", "dB", "", {both[1]}, std::vector<double>{5.1234, 13.9346, 22}},
      {"reach_m", "m", "", both, std::vector<double>{1.1344, 1.1344, 1.1344, 0, 0, 0}},
      {"reach_min_m", "m", "", both, std::vector<double>{0.5, 0.5, 0.5, 0, 0, 0}}};
  return t;
}

}  // namespace

TEST_CASE("a link's block: axes, figures with interval and unit, reach", "[unit][cli]") {
  CHECK(cli::link_text(dac(), nullptr, nullptr) == R"(dac: 4 lanes
  cable.  cable.                                                             il_
   gauge  length  status            ber_pre_fec                 latency  nyquist
   [AWG]     [m]                    [low, high]                    [ns]     [dB]
      26     0.5  ok                3.2e-07 [2.9e-07, 3.6e-07]   102.30    5.123
      26       1  ok                1.0e-18 [0, 1.0e-18]         104.60   13.935
      26       2  ok                1.0e-02 [1.0e-02, 1.0e-02]   109.21   22.000
      30     0.5  ok                1.0e-06 [1.0e-06, 1.0e-06]   102.30    5.123
      30       1  ok                2.0e-05 [2.0e-05, 2.0e-05]   104.60   13.935
      30       2  outside_validity  -                            109.21   22.000
  reach 1.13 m at element.cable.gauge_awg = 26
  no reach at element.cable.gauge_awg = 30
)");
}

TEST_CASE("a case that misses [require] says so", "[unit][cli]") {
  Table t{.name = "link"};
  t.axes = {{"length_m", "m", "", std::vector<double>{1, 2}}};
  t.columns = {{"status", "", "", {"length_m"}, std::vector<std::string>{"ok", "ok"}},
               {"requirement_met", "", "", {"length_m"}, std::vector<std::uint8_t>{1, 0}}};
  CHECK(cli::link_text(t, nullptr, nullptr) ==
        "link\n  length  status  require\n     [m]\n"
        "       1  ok      met\n       2  ok      missed\n");
  t.columns[1].data = std::vector<std::uint8_t>{1, 1};
  CHECK_THAT(cli::link_text(t, nullptr, nullptr), !Contains("require"));
}

TEST_CASE("a reach without an end in the scan is a lower bound, and a receiver can overload",
          "[unit][cli]") {
  Table t{.name = "dac"};
  t.axes = {{"element.cable.length_m", "m", "", std::vector<double>{0.5, 1, 2}}};
  t.columns = {{"reach_m", "m", "", {t.axes[0].name}, std::vector<double>{2, 2, 2}},
               {"reach_min_m", "m", "", {t.axes[0].name}, std::vector<double>{0.5, 0.5, 0.5}}};
  CHECK_THAT(cli::link_text(t, nullptr, nullptr), Contains("  reach >= 2.00 m\n"));
  t.columns[0].data = std::vector<double>{1.5, 1.5, 1.5};
  t.columns[1].data = std::vector<double>{0.75, 0.75, 0.75};
  CHECK_THAT(cli::link_text(t, nullptr, nullptr), Contains("  reach 0.75 to 1.50 m\n"));
}

TEST_CASE("fidelities stand side by side with the noise factor", "[unit][cli]") {
  Table t{.name = "dac/cross_check"};
  t.axes = {{"row", "1", "", std::vector<double>{0}}};
  t.columns = {{"noise_factor", "1", "", {"row"}, std::vector<double>{2.5}},
               {"ber_density", "1", "", {"row"}, std::vector<double>{1e-3}},
               {"ber_count", "1", "", {"row"}, std::vector<double>{1.02e-3}},
               {"agrees", "1", "", {"row"}, std::vector<std::uint8_t>{1}}};
  const std::string text = cli::results_text({dac(), t});
  CHECK_THAT(text, Contains("noise factor   density   counted  agrees\n") &&
                       Contains("        2.50  1.00e-03  1.02e-03     yes\n"));
}

TEST_CASE("a single case needs no axes", "[unit][cli]") {
  Table t{.name = "link"};
  t.columns = {{"status", "", "", {}, std::vector<std::string>{"ok"}},
               {"margin_db", "dB", "", {}, std::vector<double>{-0.5}}};
  CHECK(cli::link_text(t, nullptr, nullptr) ==
        "link\n  status  margin\n            [dB]\n  ok       -0.50\n");
}

TEST_CASE("the block says which figures rest on unverified numbers", "[unit][cli]") {
  Table ledger{.name = "dac/ledger"};
  ledger.axes = {{"row", "", "", std::vector<std::string>{"a", "b", "c"}}};
  ledger.columns = {
      {"quantity", "", "", {"row"}, std::vector<std::string>{"latency", "energy", "loss"}},
      {"verified", "", "", {"row"}, std::vector<std::uint8_t>{0, 0, 1}}};
  const std::string text = cli::results_text({dac(), ledger});
  CHECK_THAT(text, Contains("without a verified source: energy, latency (see chappe explain)"));
  ledger.columns[1].data = std::vector<std::uint8_t>{1, 1, 1};
  CHECK_THAT(cli::results_text({dac(), ledger}), !Contains("verified"));
}

TEST_CASE("the summary counts cases by status over all links", "[unit][cli]") {
  CHECK(cli::case_summary({dac(), dac()}) == "10 of 12 cases ok, 2 outside_validity");
}

TEST_CASE("numbers have sensible digits", "[unit][cli]") {
  CHECK(cli::plain(0.1) == "0.1");
  CHECK(cli::plain(26.0) == "26");
  CHECK(cli::probability(6.2e-11) == "6.2e-11");
  CHECK(cli::probability(0.0) == "0");
  CHECK(cli::probability(kNan) == "-");
  CHECK(cli::fixed(13.9351, 3) == "13.935");
  CHECK(cli::fixed(-0.001, 2) == "-0.001");
  CHECK(cli::fixed(1.25e12, 2) == "1.25e+12");
  CHECK(cli::fixed(0.0, 2) == "0.00");
  CHECK(cli::without_unit("energy_pj_per_bit", "pJ/bit") == "energy");
  CHECK(cli::without_unit("status", "") == "status");
}
