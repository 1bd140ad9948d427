#include "fec/code.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "base/errors.hpp"

using namespace chappe;

TEST_CASE("codes of Ethernet have the sizes that their names say", "[unit][fec]") {
  struct Row {
    const char* name;
    int n, k, t;
  };
  for (const Row& row : {Row{"rs544_514", 544, 514, 15}, Row{"rs528_514", 528, 514, 7},
                         Row{"rs272_258", 272, 258, 7}}) {
    const FecCode& code = fec_code(row.name);
    CHECK(code.n == row.n);
    CHECK(code.k == row.k);
    CHECK(code.t == row.t);
    CHECK(code.n - code.k == 2 * code.t);
    CHECK(code.symbol_bits == 10);
  }
  CHECK_FALSE(fec_code("none").corrects());
  CHECK(fec_code("none").net_over_line() == 1.0);
}

TEST_CASE("line over net rate of KP4 is 1.0625 and of KR4 1.03125", "[unit][fec]") {
  // 257/256 x 544/514 and 257/256 x 528/514; exact but for rounding.
  CHECK(fec_code("rs544_514").net_over_line() == Approx(1.0 / 1.0625).epsilon(1e-15));
  CHECK(fec_code("rs528_514").net_over_line() == Approx(1.0 / 1.03125).epsilon(1e-15));
  // The pad symbol of the low-latency code leaves the rate of KP4.
  CHECK(fec_code("rs272_258").net_over_line() == Approx(1.0 / 1.0625).epsilon(1e-15));
}

TEST_CASE("a misspelt code gets a suggestion and the list", "[unit][fec]") {
  try {
    fec_code("rs544_541");
    FAIL("no error");
  } catch (const ScenarioError& error) {
    const std::string what = error.what();
    CHECK(what.find("unknown FEC code 'rs544_541'") != std::string::npos);
    CHECK(what.find("did you mean 'rs544_514'") != std::string::npos);
    CHECK(what.find("none, rs544_514, rs528_514, rs272_258") != std::string::npos);
  }
}
