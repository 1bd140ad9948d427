#include "solve/study.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "solve/expect.hpp"
#include "solve/tables.hpp"
#include "tests/solve/quick_case.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

Study length_study(std::vector<Value> lengths) {
  Study study;
  study.solve.pdf_bins = 1024;
  study.links.push_back({test_path(), {{"element.cable.length_m", std::move(lengths), {}}}});
  return study;
}

const std::vector<double>& numbers(const Table& table, const std::string& column) {
  return std::get<std::vector<double>>(table.find(column)->data);
}

}  // namespace

TEST_CASE("Reach by scan and bisection is the length at which the requirement just holds",
          "[validation][solve]") {
  Study study = length_study({1.0, 2.0, 3.0, 4.0, 5.0});
  study.solve.reach = "element.cable.length_m";
  study.solve.reach_tolerance = 1e-3;
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  const double reach_m = numbers(outcome.tables[0], "reach_m")[0];
  CHECK(numbers(outcome.tables[0], "reach_min_m")[0] == 1.0);
  CHECK(reach_m > 1.0);
  CHECK(reach_m < 5.0);
  INFO("reach " << reach_m);
  CHECK(solve_test_path("rs544_514", reach_m).figures.frame_loss_ratio <= 6.2e-11);
  CHECK(solve_test_path("rs544_514", reach_m + 2e-3).figures.frame_loss_ratio > 6.2e-11);
  CHECK(outcome.failed.empty());

  SECTION("an end of the scan that still holds is a lower bound, and said to be") {
    Study open = length_study({0.5, 1.0});
    open.solve.reach = study.solve.reach;
    const StudyOutcome found = run_study(open, test_catalogue(), {});
    CHECK(numbers(found.tables[0], "reach_m")[1] == 1.0);
    bool said = false;
    for (const std::string& line : found.assumptions)
      said |= line.find("lower bound") != std::string::npos;
    CHECK(said);
  }
  SECTION("no length at all is a status") {
    Study far = length_study({4.5, 5.0});
    far.solve.reach = study.solve.reach;
    far.require.reach_m_min = 1.0;
    const StudyOutcome found = run_study(far, test_catalogue(), {});
    CHECK(std::get<std::vector<std::string>>(found.tables[0].find("status")->data)[0] ==
          "no_reach");
    CHECK(found.failed.size() == 1);
  }
  SECTION("a key that is not swept, or no length, is the scenario's fault") {
    study.solve.reach = "element.cable.loss_db_per_m";
    CHECK_THROWS_WITH(run_study(study, test_catalogue(), {}), Catch::Contains("not swept"));
    Study texts = length_study({1.0});
    texts.links[0].sweeps.push_back({"fec.code", {Value{std::string("rs544_514")}}, {}});
    texts.solve.reach = "fec.code";
    CHECK_THROWS_WITH(run_study(texts, test_catalogue(), {}), Catch::Contains("not a length"));
  }
}

TEST_CASE("Where validity ends at both sides, reach and shortest reach are its ends",
          "[unit][solve]") {
  Study study = length_study({1.0, 2.0, 6.0});
  study.links[0].spec.sections[0].elements[1].params["shortest_m"] = {Value{1.3}, {}, {}};
  study.solve.reach = "element.cable.length_m";
  study.solve.reach_tolerance = 0.01;
  study.require.latency_ns_max = 1e6;
  study.require.frame_loss_ratio_max = 1.0;
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  CHECK(numbers(outcome.tables[0], "reach_m")[0] == Approx(5.0).margin(0.011));
  CHECK(numbers(outcome.tables[0], "reach_min_m")[0] == Approx(1.3).margin(0.011));
  const auto& status = std::get<std::vector<std::string>>(outcome.tables[0].find("status")->data);
  CHECK(status == std::vector<std::string>{"outside_validity", "ok", "outside_validity"});
}

TEST_CASE("Tables hold axes in order, drop empty columns and join ledgers", "[unit][solve]") {
  Study study = length_study({1.0, 2.0, 3.0});
  study.links[0].sweeps.push_back(
      {"fec.code", {Value{std::string("rs544_514")}, Value{std::string("none")}}, {}});
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  REQUIRE(outcome.tables.size() == 2);
  const Table& figures = outcome.tables[0];
  CHECK(figures.name == "wire");
  REQUIRE(figures.axes.size() == 2);
  CHECK(figures.axes[0].name == "element.cable.length_m");
  CHECK(figures.axes[0].unit == "m");
  CHECK(figures.axes[1].name == "fec.code");
  CHECK(figures.find("reach_m") == nullptr);
  CHECK(numbers(figures, "length_m") == std::vector<double>{1.0, 1.0, 2.0, 2.0, 3.0, 3.0});
  const auto& codeword = numbers(figures, "codeword_error_ratio");
  CHECK(!std::isnan(codeword[0]));
  CHECK(std::isnan(codeword[1]));
  const Table& ledger = outcome.tables[1];
  CHECK(ledger.name == "wire/ledger");
  REQUIRE(ledger.axes.size() == 3);
  const std::size_t rows = ledger.axes[2].size();
  const auto& quantity = std::get<std::vector<std::string>>(ledger.find("quantity")->data);
  for (std::size_t i = 0; i < 6; ++i) {
    double latency_ns = 0.0;
    for (std::size_t r = 0; r < rows; ++r) {
      if (quantity[r] == "latency") latency_ns += numbers(ledger, "value")[i * rows + r];
    }
    CHECK(latency_ns == Approx(numbers(figures, "latency_ns")[i]).epsilon(1e-12));
  }
}

TEST_CASE("The tables of one and of two threads are the same", "[property][solve]") {
  Study study = length_study({1.0, 2.0, 3.0, 4.0});
  study.solve.reach = "element.cable.length_m";
  RunControl two;
  two.threads = 2;
  const StudyOutcome a = run_study(study, test_catalogue(), {}),
                     b = run_study(study, test_catalogue(), two);
  REQUIRE(a.tables.size() == b.tables.size());
  for (std::size_t t = 0; t < a.tables.size(); ++t) {
    REQUIRE(a.tables[t].columns.size() == b.tables[t].columns.size());
    for (std::size_t c = 0; c < a.tables[t].columns.size(); ++c) {
      // What is not given is NaN, which equals nothing.
      const auto* one = std::get_if<std::vector<double>>(&a.tables[t].columns[c].data);
      const bool same =
          one == nullptr
              ? a.tables[t].columns[c].data == b.tables[t].columns[c].data
              : std::equal(one->begin(), one->end(),
                           std::get<std::vector<double>>(b.tables[t].columns[c].data).begin(),
                           [](double x, double y) { return x == y || (x != x && y != y); });
      CHECK(same);
    }
  }
  CHECK(a.assumptions == b.assumptions);
}

TEST_CASE("A stopped study is interrupted", "[unit][solve]") {
  const std::atomic<bool> stop{true};
  RunControl control;
  control.stop = &stop;
  CHECK_THROWS_AS(run_study(length_study({1.0}), test_catalogue(), control), Interrupted);
}

TEST_CASE("Outside validity is a status of a case, and an error if no case is valid",
          "[unit][solve]") {
  const StudyOutcome some = run_study(length_study({1.0, 6.0}), test_catalogue(), {});
  CHECK(std::isnan(numbers(some.tables[0], "ber_pre_fec")[1]));
  CHECK(some.any_valid);
  CHECK_THROWS_WITH(run_study(length_study({6.0, 7.0}), test_catalogue(), {}),
                    Catch::Contains("above 5 m"));
}

TEST_CASE("Requirements and expectations that fail are said with value and limit",
          "[unit][solve]") {
  Study study = length_study({1.0, 2.0});
  study.require.latency_ns_max = 75.0;  // 72.6 at 1 m, 77.6 at 2 m
  study.expect.push_back({"wire",
                          "latency_ns",
                          {{"element.cable.length_m", Value{std::int64_t{2}}}},
                          70.0,
                          75.0,
                          {"a.toml", 9, 1}});
  study.expect.push_back({"wire", "net_rate_gbps", {}, 376.0, 377.0, {}});
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  REQUIRE(outcome.failed.size() == 2);
  CHECK_THAT(outcome.failed[0], Catch::Contains("latency_ns = 77.6 is above 75"));
  CHECK_THAT(outcome.failed[1],
             Catch::Contains("a.toml:9:1: wire.latency_ns = 77.6 was expected in [70, 75]"));

  const auto missed = [&](const Expectation& wrong) {
    return missed_expectations({wrong}, outcome.tables);
  };
  CHECK_THROWS_WITH(missed({"wir", "latency_ns", {}, 0, 1, {}}), Catch::Contains("no link"));
  CHECK_THROWS_WITH(missed({"wire", "latency_n", {}, 0, 1, {}}), Catch::Contains("latency_ns"));
  CHECK_THROWS_WITH(missed({"wire", "latency_ns", {{"fec.code", Value{1.0}}}, 0, 1, {}}),
                    Catch::Contains("not an axis"));
  CHECK_THROWS_WITH(
      missed({"wire", "latency_ns", {{"element.cable.length_m", Value{9.0}}}, 0, 1, {}}),
      Catch::Contains("no case has"));
}

TEST_CASE("Eyes of a link are one table, and its figures are the table's", "[unit][solve]") {
  // 9 m are outside validity: that case has a status and no eye.
  Study study = length_study({0.5, 1.0, 9.0});
  study.solve.eye = true;
  study.solve.eye_ber = 1e-4;
  const auto tables = run_study(study, test_catalogue(), {}).tables;
  const auto table = std::find_if(tables.begin(), tables.end(),
                                  [](const Table& t) { return t.name == "wire/eye"; });
  REQUIRE(table != tables.end());
  const auto axis = [&](const char* name) {
    return std::get<std::vector<double>>(table->find_axis(name)->values);
  };
  const auto ber = axis("ber"), time_ui = axis("time_ui"), offset = axis("threshold_offset");
  CHECK(ber == std::vector<double>{1e-3, 1e-4, 1e-6, 1e-9, 1e-12, 1e-15, 1e-18});
  const Column& contour = *table->find("contour_mv");
  CHECK(contour.axes ==
        std::vector<std::string>{"element.cable.length_m", "ber", "subeye", "side", "time_ui"});
  const std::vector<double>& contour_mv = numbers(*table, "contour_mv");
  REQUIRE(contour_mv.size() == 3 * ber.size() * 3 * 2 * time_ui.size());
  const std::vector<double>& bathtub = numbers(*table, "voltage_bathtub");
  for (std::size_t i = 0; i < 2; ++i) {
    double height_mv = 1e9, errors = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t lower = (((i * ber.size() + 1) * 3 + k) * 2) * time_ui.size() + 32;
      height_mv = std::min(height_mv, contour_mv[lower + time_ui.size()] - contour_mv[lower]);
      errors += bathtub[(i * 3 + k) * offset.size() + offset.size() / 2];
    }
    CHECK(numbers(tables[0], "eye_height_mv")[i] == Approx(height_mv).epsilon(1e-12));
    CHECK(errors == Approx(numbers(tables[0], "ber_pre_fec")[i]).epsilon(1e-9));
    CHECK(numbers(*table, "time_bathtub")[i * time_ui.size() + 32] ==
          Approx(numbers(tables[0], "ber_pre_fec")[i]).epsilon(1e-12));
  }
  CHECK(std::isnan(contour_mv.back()));
  CHECK(std::isnan(numbers(tables[0], "eye_width_ui")[2]));
}
