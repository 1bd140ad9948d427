#include "models/optics/eam.hpp"

#include <cmath>

#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using test::TextFile;

namespace {

Eam eam(const Eam::Params& p) { return {"eam", p, {}}; }

double loss_db(const Eam& m, double v) { return -10.0 * std::log10(std::norm(m.map(v, {}))); }

Eam::Params table() {
  Eam::Params p;
  p.absorption = "table";
  p.reverse_v = {-1, 0, 1, 2, 3};
  p.absorption_db = {0, 0.5, 3, 9, 16};
  p.insertion_loss_db = 3.0;
  return p;
}

std::string fault_of(const Eam::Params& p) {
  try {
    eam(p);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("an electro-absorption modulator absorbs by its power law", "[unit][eam]") {
  Eam::Params p;
  p.bias_v = 1.2;
  const Eam m = eam(p);
  for (const double v : {-1.0, 0.0, 1.0}) {
    const double expected = std::pow((1.2 - v) / 1.5, 1.8) * 10.0 / std::log(10.0);
    CHECK_THAT(loss_db(m, v) - 3.0, WithinRel(expected, 1e-12));
  }
  CHECK_THAT(loss_db(m, 2.0), WithinRel(3.0, 1e-12));  // forward: only the insertion loss
  CHECK(loss_db(m, 0.5) < loss_db(m, -0.5));           // rising drive, more light
}

TEST_CASE("an absorption table is met at its points, and is left with an error", "[unit][eam]") {
  const Eam m = eam(table());
  CHECK_THAT(loss_db(m, 0.0), WithinRel(6.0, 1e-12));
  CHECK_THAT(loss_db(m, -1.0), WithinRel(12.0, 1e-12));
  CHECK_THAT(loss_db(m, 1.0), WithinRel(3.5, 1e-12));
  CHECK_THROWS_AS(m.map(-2.1, {}), ModelError);
  CHECK_THROWS_WITH(m.map(2.1, {}), Contains("element 'eam' (optics.eam): reverse voltage [V]"));
  const TextFile file("reverse_v,absorption_db\n-1,0\n0,0.5\n1,3\n2,9\n3,16\n");
  Eam::Params p = table();
  p.absorption = "curve";
  p.absorption_file = file.path();
  for (const double v : {-1.3, 0.4}) CHECK(eam(p).map(v, {}) == m.map(v, {}));
}

TEST_CASE("a modulator's phase follows its absorption by alpha", "[unit][eam]") {
  Eam::Params p = table();
  p.chirp = 0.8;
  const Eam constant = eam(p);
  p.chirp_table = {0.8, 0.8, 0.8, 0.8, 0.8};
  const Eam same = eam(p);
  p.chirp_table = {1.5, 1.0, 0.5, -0.2, -0.5};
  const Eam varied = eam(p);
  const auto alpha = [](const Eam& m, double v) {
    const double h = 1e-4;
    const cd a = m.map(v - h, {}), b = m.map(v + h, {});
    return -2.0 * std::arg(b / a) / std::log(std::norm(b) / std::norm(a));
  };
  for (const double v : {-0.5, 0.0, 0.5}) {
    CHECK_THAT(alpha(constant, v), WithinAbs(0.8, 1e-6));
    CHECK_THAT(alpha(same, v), WithinAbs(0.8, 5e-3));  // Pchip over 1/128 of an interval
  }
  // alpha at the table's point u = 1, with the pchip's slope there: 1 % of the table's range.
  CHECK_THAT(alpha(varied, 0.0), WithinAbs(0.5, 0.02));
  CHECK(alpha(varied, -1.0) < 0.0);
}

TEST_CASE("warming acts as bias", "[unit][eam]") {
  Eam::Params p;
  p.bias_v_per_k = 0.01;
  OperatingPoint at;
  at.temperature_c = 45.0;
  CHECK(eam(p).map(0.2, at) == eam(p).map(0.0, {}));
}

TEST_CASE("tables that are none are faults", "[unit][eam]") {
  Eam::Params p = table();
  p.absorption_db.pop_back();
  CHECK_THAT(fault_of(p), Contains("equally many"));
  p = table();
  p.chirp_table = {1.0};
  CHECK_THAT(fault_of(p), Contains("chirp_table needs as many"));
  p = table();
  p.reverse_v[2] = 0.0;
  CHECK_THAT(fault_of(p), Contains("does not ascend"));
  p.absorption = "curve";
  CHECK_THAT(fault_of(p), Contains("needs absorption_file"));
}

TEST_CASE("a modulator's heat is its photocurrent times its bias", "[unit][eam]") {
  Eam::Params p;
  p.bias_v = 1.5;
  p.photocurrent_ma = 10.0;
  OperatingPoint at;
  at.symbol_rate_bd = 50e9;
  CHECK_THAT(test::ledger_value(eam(p), "energy", at), WithinRel(0.15, 1e-12));
  p.band = {.response = "bessel", .bandwidth_ghz = 40.0};
  CHECK_THAT(test::half_power_hz(eam(p), {}), WithinRel(40e9, 1e-4));
}
