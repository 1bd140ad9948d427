#include <catch2/catch.hpp>
#include <cmath>

#include "base/params.hpp"

using namespace chappe;

namespace {

struct Cable {
  double length_km{1.0};
  int lanes{4};
  bool shielded{true};
  std::string grade{"a"};
  std::optional<double> skew_ps{};
  std::vector<double> taps{0.1, 0.2};
  double gauge_awg{0.0};
  void visit(auto&& f) {
    f(Info{"length_km", "km", "length", 0.0, 1e4}, length_km);
    f(Info{"lanes", "1", "lanes", 1, 8}, lanes);
    f(Info{.key = "shielded", .doc = "has a shield"}, shielded);
    f(Info{.key = "grade", .doc = "grade", .choices = "a|bee|cee"}, grade);
    f(Info{"skew_ps", "ps", "skew", 0.0, 10.0}, skew_ps);
    f(Info{"taps", "1", "taps", -1.0, 1.0}, taps);
    f(Info{.key = "gauge_awg",
           .unit = "1",
           .doc = "gauge",
           .low = 10,
           .high = 40,
           .required = true},
      gauge_awg);
  }
};

ParamMap with(const std::string& key, Value value) {
  ParamMap map;
  map["gauge_awg"] = {.value = std::int64_t{26}, .origin = {}, .provenance = {}};
  map[key] = {.value = std::move(value), .origin = {"a.toml", 3, 13}, .provenance = {}};
  return map;
}

Cable read(const ParamMap& map, Faults& faults) {
  return read_params<Cable>(map, "element 'cable' (copper.twinax)", {"a.toml", 2, 1}, faults);
}

/// The one message that reading `key = value` leads to.
std::string message(const std::string& key, Value value) {
  Faults faults;
  const Cable cable = read(with(key, std::move(value)), faults);
  REQUIRE(faults.list().size() == 1);
  CHECK(faults.list()[0].origin == Origin{"a.toml", 3, 13});
  CHECK(cable.length_km == 1.0);  // a fault leaves the default
  CHECK(cable.lanes == 4);
  CHECK(cable.grade == "a");
  CHECK(cable.taps.size() == 2);
  return faults.list()[0].message;
}

Cable good(const std::string& key, Value value) {
  Faults faults;
  const Cable cable = read(with(key, std::move(value)), faults);
  CHECK(faults.empty());
  return cable;
}

}  // namespace

TEST_CASE("an absent key keeps its default and an integer serves as a number", "[unit][params]") {
  const Cable cable = good("length_km", std::int64_t{3});
  CHECK(cable.length_km == 3.0);
  CHECK(cable.lanes == 4);
  CHECK(cable.gauge_awg == 26.0);
}

TEST_CASE("a whole number written as a float is accepted for an int, and only then",
          "[unit][params]") {
  CHECK(good("lanes", 2.0).lanes == 2);
  CHECK(message("lanes", 2.5) == "lanes = 2.5 is not a whole number");
  CHECK(message("lanes", std::int64_t{5000000000}) == "lanes = 5e+09 is outside [1, 8]");
  CHECK(message("lanes", std::nan("")) == "lanes = nan is not finite");
}

TEST_CASE("a value out of range names key, value, unit and range", "[unit][params]") {
  CHECK(message("length_km", std::int64_t{-3}) == "length_km = -3 km is outside [0, 10000] km");
  CHECK(message("length_km", 10000.5) == "length_km = 10000.5 km is outside [0, 10000] km");
  CHECK(message("taps", std::vector<double>{0.5, -1.5}) == "taps[1] = -1.5 is outside [-1, 1]");
}

TEST_CASE("NaN and infinity are refused", "[unit][params]") {
  CHECK(message("length_km", std::nan("")) == "length_km = nan km is not finite");
  CHECK(message("length_km", HUGE_VAL) == "length_km = inf km is not finite");
  CHECK(message("skew_ps", -HUGE_VAL) == "skew_ps = -inf ps is not finite");
}

TEST_CASE("a wrong type names the wanted one", "[unit][params]") {
  CHECK(message("length_km", std::string("far")) == "length_km = \"far\" is not a number [km]");
  CHECK(message("length_km", true) == "length_km = true is not a number [km]");
  CHECK(message("shielded", std::int64_t{1}) == "shielded = 1 is not true or false");
  CHECK(message("grade", 2.0) == "grade = 2 is not a text in quotes");
  CHECK(message("taps", 2.0) == "taps = 2 is not a list of numbers");
  CHECK(message("skew_ps", std::string("none")) ==
        "skew_ps = \"none\" is not a number or \"auto\" [ps]");
}

TEST_CASE("a choice that is none is told from the choices", "[unit][params]") {
  CHECK(good("grade", std::string("bee")).grade == "bee");
  CHECK(message("grade", std::string("bea")) ==
        "grade = \"bea\" is not one of a, bee, cee (did you mean 'bee'?)");
}

TEST_CASE("T55 auto is a word, never 0", "[unit][params]") {
  CHECK_FALSE(good("skew_ps", std::string("auto")).skew_ps.has_value());
  CHECK(good("skew_ps", std::int64_t{2}).skew_ps == 2.0);
}

TEST_CASE("an empty list is a list of numbers", "[unit][params]") {
  CHECK(good("taps", std::vector<std::string>{}).taps.empty());
  CHECK(good("taps", std::vector<double>{0.5}).taps == std::vector<double>{0.5});
}

TEST_CASE("T13 an unknown key is an error with a suggestion", "[unit][params]") {
  CHECK(message("lenght_km", 1.0) == "unknown key 'lenght_km' (did you mean 'length_km'?)");
  CHECK(message("colour", 1.0) == "unknown key 'colour'");
}

TEST_CASE("T13 a required key that is absent names its element", "[unit][params]") {
  Faults faults;
  read({}, faults);
  REQUIRE(faults.list().size() == 1);
  CHECK(faults.list()[0].message ==
        "element 'cable' (copper.twinax): required key 'gauge_awg' is absent");
  CHECK(faults.list()[0].origin == Origin{"a.toml", 2, 1});
}

TEST_CASE("T50 all faults of a map are reported at once", "[unit][params]") {
  ParamMap map = with("length_km", std::int64_t{-3});
  map["lane"] = {.value = std::int64_t{2}, .origin = {"a.toml", 4, 1}, .provenance = {}};
  map.erase("gauge_awg");
  Faults faults;
  read(map, faults);
  CHECK(faults.list().size() == 3);
  try {
    faults.throw_if_any();
    FAIL("faults lead to an error");
  } catch (const ScenarioError& error) {
    CHECK(error.code() == ExitCode::usage);
    CHECK(std::string(error.what()) ==
          "a.toml:3:13: length_km = -3 km is outside [0, 10000] km\n"
          "a.toml:2:1: element 'cable' (copper.twinax): required key 'gauge_awg' is absent\n"
          "a.toml:4:1: unknown key 'lane' (did you mean 'lanes'?)");
  }
}

TEST_CASE("a value is written as TOML reads it", "[unit][params]") {
  CHECK(to_text(true) == "true");
  CHECK(to_text(std::int64_t{-3}) == "-3");
  CHECK(to_text(3.0) == "3.0");
  CHECK(to_text(-0.25) == "-0.25");
  CHECK(to_text(1e-15) == "1e-15");
  CHECK(to_text(0.1 + 0.2) == "0.30000000000000004");
  CHECK(to_text(std::string("a \"b\" \\ \n\x01")) == R"("a \"b\" \\ \n\u0001")");
  CHECK(to_text(std::vector<double>{1, 0.5}) == "[1.0, 0.5]");
  CHECK(to_text(std::vector<std::string>{"x", "y"}) == "[\"x\", \"y\"]");
}

TEST_CASE("help and the resolved map come from the one declaration", "[unit][params]") {
  const std::vector<ParamDoc> docs = describe_params<Cable>();
  REQUIRE(docs.size() == 7);
  CHECK(docs[0].key == "length_km");
  CHECK(docs[0].high == 1e4);
  CHECK(std::get<double>(docs[0].default_value) == 1.0);
  CHECK(docs[3].choices == "a|bee|cee");
  CHECK(std::get<std::string>(docs[4].default_value) == "auto");
  CHECK(docs[6].required);

  const ParamMap given = with("length_km", std::int64_t{3});
  const ParamMap resolved = resolve_params(good("length_km", std::int64_t{3}), given);
  CHECK(resolved.size() == 7);
  CHECK(std::get<double>(resolved.at("length_km").value) == 3.0);
  CHECK(resolved.at("length_km").origin.line == 3);
  CHECK(std::get<std::int64_t>(resolved.at("lanes").value) == 4);

  Faults faults;
  const Cable again = read(resolved, faults);  // what is written out reads back
  CHECK(faults.empty());
  CHECK(again.length_km == 3.0);
}
