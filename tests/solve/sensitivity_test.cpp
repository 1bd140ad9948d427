#include "solve/sensitivity.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "solve/case.hpp"
#include "solve/study.hpp"
#include "tests/solve/test_models.hpp"

using namespace chappe;
using namespace chappe::test;

using Shape = ToleranceLaw::Shape;

TEST_CASE("Sensitivities are the differences of whole solutions", "[unit][solve]") {
  Study study;
  study.solve.pdf_bins = 1024;
  study.links.push_back({test_path(),
                         {},
                         {{"element.cable.length_m", {Shape::uniform, 2.0, 0.0, 1.5, 2.5}, {}},
                          {"element.tx.snr_db", {Shape::normal, 30.0, 1.0}, {}}}});
  Faults faults;
  set_value(study.links[0].spec, "element.cable.length_m", {Value{2.0}, {}, {}}, faults);
  set_value(study.links[0].spec, "element.tx.snr_db", {Value{30.0}, {}, {}}, faults);
  study.solve.sensitivity = true;
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  const auto table = std::find_if(outcome.tables.begin(), outcome.tables.end(),
                                  [](const Table& t) { return t.name.ends_with("/sensitivity"); });
  REQUIRE(table != outcome.tables.end());
  const auto& parameters = std::get<std::vector<std::string>>(table->axes[0].values);
  CHECK(parameters == std::vector<std::string>{"element.cable.length_m", "element.tx.snr_db"});
  const auto& margin = std::get<std::vector<double>>(table->find("d_margin_db")->data);
  const auto& ber = std::get<std::vector<double>>(table->find("d_log10_ber_pre_fec")->data);
  const auto& loss = std::get<std::vector<double>>(table->find("d_log10_frame_loss_ratio")->data);
  const auto& step = std::get<std::vector<double>>(table->find("step")->data);
  CHECK(step[0] == Approx(0.5 / std::sqrt(12.0)));
  CHECK(step[1] == Approx(0.5));
  // Longer is worse, a cleaner transmitter better; behind RS(544,514) every decade counts many
  // times.
  CHECK(margin[0] < 0.0);
  CHECK(ber[0] > 0.0);
  CHECK(loss[0] > 5.0 * ber[0]);
  CHECK(margin[1] > 0.0);
  CHECK(ber[1] < 0.0);
  const auto margin_at = [&](double length_m) {
    PathSpec spec = study.links[0].spec;
    set_value(spec, "element.cable.length_m", {Value{length_m}, {}, {}}, faults);
    CaseRequest request;
    request.solve = study.solve;
    return solve_case(test_catalogue().build(spec), request).figures.margin_db;
  };
  CHECK(margin[0] == Approx((margin_at(2.0 + step[0]) - margin_at(2.0 - step[0])) / (2.0 * step[0]))
                         .epsilon(1e-9));
}

TEST_CASE("A swept number is varied too, one that takes whole numbers only is not",
          "[unit][solve]") {
  Study study;
  study.solve.pdf_bins = 1024;
  study.solve.sensitivity = true;
  study.links.push_back(
      {test_path(),
       {{"element.cable.length_m", {1.0, 2.0}, {}}, {"link.lanes", {std::int64_t{4}}, {}}}});
  const StudyOutcome outcome = run_study(study, test_catalogue(), {});
  const auto table = std::find_if(outcome.tables.begin(), outcome.tables.end(),
                                  [](const Table& t) { return t.name.ends_with("/sensitivity"); });
  REQUIRE(table != outcome.tables.end());
  const auto& parameters = std::get<std::vector<std::string>>(table->axes.back().values);
  CHECK(parameters == std::vector<std::string>{"element.cable.length_m"});
  const auto& step = std::get<std::vector<double>>(table->find("step")->data);
  CHECK(step == std::vector<double>{1e-2, 2e-2});
  for (const double slope : std::get<std::vector<double>>(table->find("d_margin_db")->data)) {
    CHECK(slope < 0.0);
  }
}
