#include "models/copper/tap_range.hpp"

#include <catch2/catch.hpp>

using namespace chappe;

namespace {

std::vector<double> values_of(const std::vector<double>& values) {
  return setting_range(values).values();
}

std::string fault_of(const std::vector<double>& values) {
  const ParamMap given{{"ctle_gain_db", {values, {"a.toml", 3, 9}, {}}}};
  Faults faults;
  check_setting(values, "element 'rx' (copper.serdes_rx)", "ctle_gain_db", given, faults);
  if (faults.empty()) return "";
  REQUIRE(faults.list().size() == 1);
  CHECK(faults.list()[0].origin == Origin{"a.toml", 3, 9});
  return faults.list()[0].message;
}

}  // namespace

TEST_CASE("a setting is one value or a range with its step", "[unit][tap_range]") {
  CHECK(values_of({-3.5}) == std::vector<double>{-3.5});
  CHECK(values_of({-2, 0, 1}) == std::vector<double>{-2, -1, 0});
  CHECK(values_of({2, 2, 0.5}) == std::vector<double>{2});
  CHECK(values_of({0, 1, 0.3}).size() == 4);        // 0.9 is the last below 1
  CHECK(values_of({-0.34, 0, 0.02}).size() == 18);  // 17 steps whose sum is not quite 0.34
  CHECK(values_of({-0.34, 0, 0.02}).back() == Approx(0.0).margin(1e-15));
  CHECK(values_of({0, 1, 1e-4}).size() == 10001);
}

TEST_CASE("a setting that is no range is a fault with its place", "[unit][tap_range]") {
  CHECK(fault_of({1.0}).empty());
  CHECK(fault_of({0, 1, 0.5}).empty());
  CHECK(fault_of({1, 0, 0.5}) ==
        "element 'rx' (copper.serdes_rx): ctle_gain_db = [1.0, 0.0, 0.5] is not [value] or [low, "
        "high, step] with low <= high, step > 0 and at most 10001 values");
  CHECK_THAT(fault_of({}), Catch::Contains("ctle_gain_db = [] is not"));
  CHECK_THAT(fault_of({0, 1}), Catch::Contains("[0.0, 1.0] is not"));
  CHECK_THAT(fault_of({0, 1, 0}), Catch::Contains("step > 0"));
  CHECK_THAT(fault_of({0, 1, -1}), Catch::Contains("step > 0"));
  CHECK_THAT(fault_of({0, 1, 0.9e-4}), Catch::Contains("at most 10001"));
  CHECK_THROWS_AS(setting_range(std::vector<double>{1, 0, 1}), InternalError);
}

TEST_CASE("a key that was not given has no place", "[unit][tap_range]") {
  CHECK(origin_of({}, "ffe_pre1") == Origin{});
}
