#include "solve/optical/closed_section.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "solve/case.hpp"
#include "solve/optical/closed_budget.hpp"
#include "tests/solve/light_link.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

CaseRequest closed_form() {
  CaseRequest request;
  request.solve.fidelity = "closed_form";
  return request;
}

double budget_of(const CaseResult& result, const std::string& what) {
  for (const LedgerRow& row : result.ledger) {
    if (row.quantity == "budget" && row.element == what) return row.value;
  }
  FAIL("no budget row " << what);
  return 0.0;
}

}  // namespace

TEST_CASE("a budget of light adds up to the closed form's margin", "[unit][light]") {
  PathSpec spec = light_link();
  set(spec, "element.laser.rin_db_per_hz", -140.0);
  set(spec, "element.tx.random_jitter_ui", 0.01);
  set(spec, "element.tx.snr_tx_db", 35.0);
  const CaseResult result = solve_case(built(spec), closed_form());
  CHECK(result.figures.ber_method == "closed_form");
  double sum = budget_of(result, "launched outer OMA") -
               budget_of(result, "loss between the modules") -
               budget_of(result, "sensitivity, outer OMA");
  int penalties = 0;
  for (const LedgerRow& row : result.ledger) {
    if (row.quantity != "budget" || row.element.rfind("penalty: ", 0) != 0) continue;
    // Noise can only ask for more light; equalisers narrow or widen its band as they need.
    if (++penalties > 2) CHECK(row.value >= 0.0);
    CHECK(row.section == "optical");
    sum -= row.value;
  }
  CHECK(penalties == 6);  // shape, spacing, ISI, jitter, transmitter, RIN
  CHECK(sum == Approx(budget_of(result, "margin")).margin(1e-9));
  CHECK(sum == Approx(result.figures.optical_margin_db).margin(1e-9));
  CHECK(budget_of(result, "received outer OMA") ==
        Approx(result.figures.received_oma_dbm).margin(1e-9));
}

TEST_CASE("the closed form of a nearly straight link is near its density", "[property][light]") {
  PathSpec spec = light_link();
  set(spec, "element.laser.rin_db_per_hz", -150.0);
  set(spec, "element.driver.gain_db", 4.0);
  const double loss_db_per_km = GENERATE(0.35, 10.0);
  set(spec, "element.fibre.attenuation_db_per_km", loss_db_per_km);
  const CaseResult closed = solve_case(built(spec), closed_form());
  const CaseResult density = solve_case(built(spec), {});
  // Residual ISI is bounded, its Gaussian is not; noise that differs within a level has heavier
  // tails than its mean's: 0.2 dB of light, as many of the slicer's dB times two.
  CHECK(closed.figures.optical_margin_db == Approx(density.figures.optical_margin_db).margin(0.2));
  CHECK(closed.figures.margin_db == Approx(density.figures.margin_db).margin(0.4));
  INFO(closed.figures.ber_pre_fec << " and " << density.figures.ber_pre_fec);
  CHECK(closed.figures.ber_method == "closed_form");
}

TEST_CASE("the cross-check of a section with light holds its closed form", "[property][light]") {
  PathSpec spec = light_link();
  set(spec, "element.laser.rin_db_per_hz", -142.0);
  CaseRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  request.threads = 2;
  const CaseResult result = solve_case(built(spec), request);
  REQUIRE(result.cross_check.size() == 1);
  const CrossCheckRow& row = result.cross_check.front();
  CHECK(std::isfinite(row.ber_closed_form));
  // 0.25 dB at 1e-3: a factor 1.5.
  CHECK(std::abs(std::log(row.ber_closed_form / row.ber_density)) < std::log(1.5));
}

TEST_CASE("echoes ask for light, and their bound for more", "[property][light]") {
  PathSpec spec = light_link();
  auto& elements = spec.sections.front().elements;
  for (const char* name : {"near", "far"}) {
    const auto at = elements.begin() + (std::string(name) == "near" ? 4 : 6);
    elements.insert(
        at, element_of(name, "optics.connector", {{"loss_db", 0.5}, {"reflectance_db", -26.0}}));
  }
  const CaseResult result = solve_case(built(spec), closed_form());
  const double penalty_db = budget_of(result, "penalty: echoes");
  CHECK(penalty_db > 0.0);
  CHECK(budget_of(result, "upper bound of echoes, not added") > 0.0);
}
