#include "solve/yield.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "solve/cases.hpp"
#include "solve/study.hpp"
#include "tests/solve/test_models.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

using Shape = ToleranceLaw::Shape;

/// Lines whose length spreads around `length_m`.
Study spread_study(double length_m, int samples) {
  Study study;
  study.solve.pdf_bins = 1024;
  study.solve.yield_samples = samples;
  PathSpec spec = test_path();
  Faults faults;
  set_value(spec, "element.cable.length_m", {Value{length_m}, {}, {}}, faults);
  set_value(spec, "element.tx.snr_db", {Value{30.0}, {}, {}}, faults);
  study.links.push_back({spec,
                         {},
                         {{"element.cable.length_m",
                           {Shape::uniform, length_m, 0.0, length_m - 0.5, length_m + 0.5},
                           {}},
                          {"element.tx.snr_db", {Shape::normal, 30.0, 1.0, 27.0, 33.0}, {}}}});
  return study;
}

double number(const StudyOutcome& outcome, const std::string& column) {
  const Column* found = outcome.tables[0].find(column);
  REQUIRE(found != nullptr);
  return std::get<std::vector<double>>(found->data)[0];
}

}  // namespace

TEST_CASE("a rank that a share of all pieces reaches needs samples enough", "[unit][yield]") {
  CHECK(!tolerance_rank(2994, 0.999));
  CHECK(tolerance_rank(2995, 0.999) == 0);
  // P(Bin(n, 0.001) <= 1) falls to 5 % at 4,742 samples (Wilks' second order).
  CHECK(tolerance_rank(4741, 0.999) == 0);
  CHECK(tolerance_rank(4742, 0.999) == 1);
  CHECK(!tolerance_rank(10, 1.0));
}

TEST_CASE("2,995 passing samples bound a yield of 99.9 % at 95 %, one-sided",
          "[validation][solve]") {
  // 0.999^n <= 0.05 needs n = ln 0.05/ln 0.999 = 2994.2: the closed form of no failures.
  CHECK(yield_at_least(2995, 2995) >= 0.999);
  CHECK(yield_at_least(2994, 2994) < 0.999);
  CHECK(yield_at_least(2995, 2995) == Approx(std::pow(0.05, 1.0 / 2995.0)).epsilon(1e-10));
  // The columns' interval is two-sided: its lower end leaves 2.5 % below, so it promises less.
  const YieldFigures all = yield_figures(2995, 2995);
  CHECK(all.yield == 1.0);
  CHECK(all.yield_high == 1.0);
  CHECK(all.yield_low == Approx(std::pow(0.025, 1.0 / 2995.0)).epsilon(1e-10));
  CHECK(all.yield_low < 0.999);
  // Clopper and Pearson's interval of 8 in 10: [0.4439, 0.9748] in published tables.
  CHECK(yield_figures(8, 10).yield_low == Approx(0.4439).margin(5e-5));
  CHECK(yield_figures(8, 10).yield_high == Approx(0.9748).margin(5e-5));
}

TEST_CASE("Yield is the same on any number of threads and falls with length", "[property][solve]") {
  RunControl one, two;
  two.threads = 2;
  const Study study = spread_study(2.2, 40);
  const StudyOutcome a = run_study(study, test_catalogue(), one);
  const StudyOutcome b = run_study(study, test_catalogue(), two);
  for (const char* column :
       {"yield", "yield_low", "yield_high", "ber_pre_fec_low", "ber_pre_fec_high"}) {
    CHECK(number(a, column) == number(b, column));
  }
  CHECK(number(a, "yield_samples") == 40.0);
  CHECK(number(a, "ber_pre_fec_low") < number(a, "ber_pre_fec"));
  CHECK(number(a, "ber_pre_fec_high") > number(a, "ber_pre_fec"));
  double before = 1.0;
  for (const double length_m : {1.0, 2.0, 2.25, 2.5, 3.5}) {
    const double here =
        number(run_study(spread_study(length_m, 20), test_catalogue(), two), "yield");
    CHECK(here <= before);
    before = here;
  }
  CHECK(before < 0.5);
}

TEST_CASE("A least yield is met by what samples show at 95 %, not by their share",
          "[unit][solve]") {
  Study study = spread_study(1.0, 60);
  const auto failed_with = [&](double yield_min) {
    study.require.yield_min = yield_min;
    return run_study(study, test_catalogue(), {}).failed;
  };
  // All of 60 pass: 0.05^(1/60) = 0.9513.
  CHECK(failed_with(0.951).empty());
  const auto failed = failed_with(0.952);
  REQUIRE(failed.size() == 1);
  CHECK_THAT(failed[0], Catch::Contains("60 of 60 samples pass") && Catch::Contains("0.951297") &&
                            Catch::Contains("below 0.952"));
}

TEST_CASE("Samples agree with whole solutions", "[validation][solve]") {
  const Catalogue catalogue = test_catalogue();
  const Study study = spread_study(2.2, 20);
  ElementCache cache;
  const CaseBuilder builder{catalogue, cache};
  CaseRequest whole;
  whole.solve = study.solve;
  whole.solve.pdf_bins = 4096;
  const PathSpec nominal = case_spec(study.links[0], 0);
  CaseRequest fast = whole;
  fast.sample = true;
  double most = 0.0;
  for (std::size_t i = 0; i < 20; ++i) {
    const PathSpec spec = sample_spec(study.links[0], nominal, 20261203, i);
    const CaseResult a = solve_case_or_status(spec, builder, whole);
    const CaseResult b = solve_case_or_status(spec, builder, fast);
    CHECK(a.missed.empty() == b.missed.empty());
    most = std::max(most, std::abs(std::log10(a.figures.ber_pre_fec / b.figures.ber_pre_fec)));
  }
  INFO("largest difference of log10 BER " << most);
  // What a shorter record, fewer bins and fewer cases cost; 0.03 decades are 0.015 dB at 1e-4.
  CHECK(most < 0.03);
}

TEST_CASE("A reach at a yield has that yield", "[property][solve]") {
  Study study = spread_study(2.2, 20);
  study.links[0].tolerances.erase(study.links[0].tolerances.begin());
  study.links[0].sweeps.push_back({"element.cable.length_m", {1.0, 5.0}, {}});
  study.solve.reach = "element.cable.length_m";
  study.solve.reach_tolerance = 0.02;
  const double nominal_m = number(run_study(study, test_catalogue(), {}), "reach_m");
  study.solve.reach_yield = 0.95;
  const double reach_m = number(run_study(study, test_catalogue(), {}), "reach_m");
  CHECK(reach_m < nominal_m);
  const auto yield_at = [&](double length_m) {
    Study fixed = study;
    fixed.links[0].sweeps[0].values = {length_m};
    fixed.solve.reach.clear();
    return number(run_study(fixed, test_catalogue(), {}), "yield");
  };
  CHECK(yield_at(reach_m) >= 0.95);
  CHECK(yield_at(reach_m + 0.03) < 0.95);
}

TEST_CASE("The margin that a share of links has is a sample's", "[property][solve]") {
  Study study = spread_study(2.2, 40);
  const auto margin_at = [&](double share) {
    study.solve.yield_margin_share = share;
    return number(run_study(study, test_catalogue(), {}), "margin_at_share_db");
  };
  const double all = margin_at(1.0), most = margin_at(0.9), half = margin_at(0.5);
  CHECK(all < most);
  CHECK(most < half);
  // 40 samples tell of 0.9 of all links (0.9^40 = 0.015), not of 0.95 (0.13).
  study.solve.yield_margin_share = 0.9;
  CHECK(number(run_study(study, test_catalogue(), {}), "margin_at_share_low_db") == all);
}
