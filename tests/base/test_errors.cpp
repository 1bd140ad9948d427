#include <catch2/catch.hpp>

#include "base/errors.hpp"
#include "base/units.hpp"

using namespace chappe;

TEST_CASE("an origin shows as much as is known", "[unit][errors]") {
  CHECK(Origin{"a.toml", 3, 13}.text() == "a.toml:3:13");
  CHECK(Origin{"a.toml", 3, 0}.text() == "a.toml:3");
  CHECK(Origin{"a.toml", 0, 0}.text() == "a.toml");
  CHECK(Origin{}.text().empty());
}

TEST_CASE("every error carries its exit code", "[unit][errors]") {
  CHECK(ScenarioError("x").code() == ExitCode::usage);
  CHECK(DataError("x").code() == ExitCode::data);
  CHECK(ModelError("x").code() == ExitCode::outside_validity);
  CHECK(OutputError("x").code() == ExitCode::output);
  CHECK(InternalError("x").code() == ExitCode::internal);
  CHECK(static_cast<int>(Interrupted("x").code()) == 75);
  CHECK(std::string(DataError({"c.s4p", 7, 2}, "truncated").what()) == "c.s4p:7:2: truncated");
  CHECK_THROWS_AS(ensure(false, "x"), InternalError);
  CHECK_NOTHROW(ensure(true, "x"));
}

TEST_CASE("T09 a power ratio takes 10 log10 and a field ratio 20 log10", "[unit][units]") {
  CHECK_THAT(field_ratio_from_db(-6.0206), Catch::Matchers::WithinRel(0.5, 1e-6));
  CHECK_THAT(power_ratio_from_db(-3.0103), Catch::Matchers::WithinRel(0.5, 1e-6));
  CHECK_THAT(Dbm::from_watt(1e-3).value(), Catch::Matchers::WithinAbs(0.0, 1e-12));
  CHECK_THAT((Dbm{3.0} - Dbm{1.0}).value(), Catch::Matchers::WithinAbs(2.0, 1e-15));
}
