#include "solve/case.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "solve/requirement.hpp"
#include "tests/solve/quick_case.hpp"

using namespace chappe;
using namespace chappe::test;

TEST_CASE("Ledger rows sum to the totals: latency, energy over twice the net rate, FIT",
          "[unit][solve]") {
  const CaseResult result = solve_test_path();
  const Figures& f = result.figures;
  const double line_gbps = 4 * 2 * 50.0;
  // RS(544,514) with 257/256 transcoding: 5440 line bits carry 20 blocks of 256.
  const double net_gbps = line_gbps * 5120.0 / 5440.0;
  CHECK(f.line_rate_gbps == Approx(line_gbps).epsilon(1e-12));
  CHECK(f.net_rate_gbps == Approx(net_gbps).epsilon(1e-12));
  const double accumulation_ns = 5440.0 / line_gbps;
  CHECK(f.latency_ns == Approx(4.0 + 5.0 + 20.0 + accumulation_ns + 30.0).epsilon(1e-9));
  // Lanes and directions all burn (3 + 5) pJ a line bit; two modules of 2 W; the FEC 0.4 pJ a net
  // bit.
  const double power_w = 2.0 * line_gbps * 8e-3 + 2.0 * 2.0 + 2.0 * net_gbps * 0.4e-3;
  CHECK(f.energy_pj_per_bit == Approx(1e3 * power_w / (2.0 * net_gbps)).epsilon(1e-9));
  CHECK(f.power_w == Approx(power_w).epsilon(1e-9));
  CHECK(f.fit == Approx(2.0 * 4.0 * 30.0 + 5.0).epsilon(1e-9));
  CHECK(f.length_m == 1.0);
  for (const auto& [quantity, total] :
       {std::pair{"latency", f.latency_ns}, std::pair{"energy", f.energy_pj_per_bit},
        std::pair{"fit", f.fit}}) {
    double sum = 0.0;
    for (const LedgerRow& row : result.ledger) sum += row.quantity == quantity ? row.value : 0.0;
    CHECK(sum == Approx(total).epsilon(1e-9));
  }
}

TEST_CASE("Without FEC the net rate is the line rate and no codeword can fail", "[unit][solve]") {
  const Figures f = solve_test_path("").figures;
  CHECK(f.net_rate_gbps == f.line_rate_gbps);
  CHECK(std::isnan(f.codeword_error_ratio));
  CHECK(f.ber_post_fec == Approx(f.ber_pre_fec).epsilon(1e-9));
  CHECK(f.latency_ns == Approx(29.0).epsilon(1e-12));
}

TEST_CASE("Precoding doubles isolated errors and costs margin", "[unit][solve]") {
  Path path = test_catalogue().build(test_path());
  const Figures plain = solve_case(path, quick_request()).figures;
  path.sections.front().precoded = true;
  const CaseResult precoded = solve_case(path, quick_request());
  CHECK(precoded.figures.ber_pre_fec == Approx(2.0 * plain.ber_pre_fec).epsilon(1e-12));
  CHECK(precoded.figures.margin_db < plain.margin_db);
  CHECK(precoded.assumptions.end() !=
        std::find(precoded.assumptions.begin(), precoded.assumptions.end(),
                  "section '" + path.sections.front().name +
                      "': precoded, every error taken as isolated and counted twice"));
}

TEST_CASE("Margin is zero where the requirement is just met", "[property][solve]") {
  const Path path = test_catalogue().build(test_path());
  const double target = required_ber(requirements_in_force({}, path), &path.fec[0], 64);
  CHECK(target > 1e-4);
  CHECK(target < 5e-4);
  for (const double length_m : {1.0, 2.0, 3.0, 4.0}) {
    const CaseResult result = solve_test_path("rs544_514", length_m);
    CHECK((result.figures.margin_db > 0.0) == (result.figures.ber_pre_fec < target));
    CHECK(result.missed.empty() == (result.figures.frame_loss_ratio <= 6.2e-11));
    CHECK(result.figures.requirement_met == result.missed.empty());
  }
  Requirements none;
  CHECK(required_ber(requirements_in_force(none, path), nullptr, 64) > 0.0);
  none.ber_pre_fec_max = 1e-6;
  CHECK(required_ber(none, &path.fec[0], 64) == Approx(1e-6));
}

TEST_CASE("Cross-check rows raise the noise until errors can be counted, and agree",
          "[validation][solve]") {
  PathSpec spec = test_path();
  CaseRequest request = quick_request();
  request.solve.pdf_bins = 4096;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  const CaseResult result = solve_case(test_catalogue().build(spec), request);
  REQUIRE(result.cross_check.size() == 1);
  const CrossCheckRow& row = result.cross_check.front();
  CHECK(row.ber_density == Approx(1e-3).epsilon(1e-2));
  CHECK(row.events >= 1000);
  CHECK(row.agrees);
  CHECK(row.ber_count_low < row.ber_count);
  CHECK(row.ber_count < row.ber_count_high);
}

TEST_CASE("Figures move smoothly with length, whatever the instants that a grid offers",
          "[property][solve]") {
  // 1 mm is 5 ps, a quarter of a symbol. A search at 8 samples a symbol left steps of 0.1 dB.
  std::vector<double> fom, margin;
  for (int i = 0; i < 12; ++i) {
    const Figures f = solve_test_path("rs544_514", 1.0 + 1e-3 * i).figures;
    fom.push_back(f.fom_db);
    margin.push_back(f.margin_db);
  }
  // The instants are found to 0.1 samples: 1e-3 dB of the merit at its top, where the error ratio
  // still has a slope.
  for (std::size_t i = 1; i + 1 < fom.size(); ++i) {
    CAPTURE(i, fom[i], margin[i]);
    CHECK(fom[i] == Approx(0.5 * (fom[i - 1] + fom[i + 1])).margin(1e-3));
    CHECK(margin[i] == Approx(0.5 * (margin[i - 1] + margin[i + 1])).margin(1e-2));
  }
}
