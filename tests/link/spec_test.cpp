#include "link/spec.hpp"

#include <catch2/catch.hpp>

#include "elements.hpp"

using namespace chappe;
using namespace chappe::testing;

namespace {

std::string fault_of_setting(const std::string& target) {
  PathSpec spec = path_spec();
  Faults faults;
  set_value(spec, target, {1.0, {"--set", 0, 0}, {}}, faults);
  return faults.empty() ? "" : faults.list().front().message;
}

}  // namespace

TEST_CASE("elements and aggressors' channels are found by name", "[unit][spec]") {
  PathSpec spec = path_spec();
  spec.sections[1].aggressors = {aggressor_spec("next1", 25)};
  CHECK(find_element(spec, "wire_b") == &spec.sections[1].elements[1]);
  CHECK(find_element(spec, "next1") == &spec.sections[1].aggressors[0].channel);
  CHECK(find_element(spec, "wire") == nullptr);
  const PathSpec& same = spec;
  CHECK(find_element(same, "tx_a") == &spec.sections[0].elements[0]);
  CHECK(element_names(spec) ==
        std::vector<std::string>{"tx_a", "wire_a", "rx_a", "tx_b", "wire_b", "rx_b", "next1"});
}

TEST_CASE("values of elements, sections, FEC and link are set by name", "[unit][spec]") {
  PathSpec spec = path_spec();
  spec.fec = {fec_spec("a", "a", 30), fec_spec("b", "b", 40)};
  Faults faults;
  set_value(spec, "element.wire_b.length_m", {4.0, {}, {}}, faults);
  set_value(spec, "section.a.symbol_rate_gbd", {26.5625, {}, {}}, faults);
  set_value(spec, "fec.code", {std::string("none"), {}, {}}, faults);
  set_value(spec, "link.lanes", {std::int64_t{4}, {}, {}}, faults);
  CHECK(faults.empty());
  CHECK(spec.sections[1].elements[1].params.at("length_m").value == Value{4.0});
  CHECK(spec.fec[0].params.at("code").value == spec.fec[1].params.at("code").value);
  const Path path = test_catalogue().build(spec);
  CHECK(path.sections[0].symbol_rate_bd == 26.5625e9);
  CHECK(path.params.lanes == 4);
  REQUIRE(find_value(spec, "element.wire_b.length_m") != nullptr);
  CHECK(find_value(spec, "element.wire_b.length_m")->value == Value{4.0});
  CHECK(find_value(spec, "fec.code")->value == Value{std::string("none")});
  CHECK(find_value(spec, "element.wire_a.length_m") == nullptr);
  CHECK(find_value(spec, "element.wire.length_m") == nullptr);
  CHECK(find_value(spec, "nonsense") == nullptr);
}

TEST_CASE("a name that leads nowhere is a fault with a suggestion", "[unit][spec]") {
  CHECK(fault_of_setting("element.wire_a.length_m").empty());
  CHECK(fault_of_setting("element.wire_c.length_m") ==
        "unknown element 'wire_c' in link 'test' (did you mean 'wire_a'?)");
  CHECK_THAT(fault_of_setting("section.c.precoded"),
             Catch::Contains("unknown section 'c' in link 'test'"));
  CHECK(fault_of_setting("fec.code") == "link 'test' has no fec");
  for (const char* wrong : {"", "lanes", "element", "element.wire_a", "element..length_m",
                            "element.wire_a.", "element.wire_a.a.b", "links.lanes", "link."}) {
    INFO(wrong);
    CHECK_THAT(fault_of_setting(wrong), Catch::Contains("names no value: write element.NAME.key"));
  }
}

TEST_CASE("a value outside the range of its part is told, with the source", "[unit][spec]") {
  PathSpec spec = path_spec();
  ElementSpec& wire = spec.sections[0].elements[1];
  wire.part = "cable/x";
  wire.valid = {{"length_m", 0.5, 3.0, "a sheet", {}},
                {"symbol_rate_gbd", 1, 53.125, "a sheet", {}},
                {"lanes", 1, 8, "", {}},
                {"voltage_v", 0, 1, "", {}}};
  const Catalogue catalogue = test_catalogue();
  CHECK(outside_validity(catalogue.resolve(spec)).empty());
  spec.params["lanes"] = written(std::int64_t{16}, 2);
  wire.params["length_m"] = written(4.0, 12);
  spec.sections[0].params["symbol_rate_gbd"] = written(106.25, 10);
  const auto lines = outside_validity(catalogue.resolve(spec));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] ==
        "element 'wire_a' (test.wire): length_m = 4.0 is outside the valid range [0.5, 3.0] of "
        "part 'cable/x' (a sheet)");
  CHECK_THAT(lines[1], Catch::Contains("symbol_rate_gbd = 106.25"));
  CHECK_THAT(lines[2], Catch::Contains("lanes = 16"));
  wire.params["length_m"] = written(3.0, 12);  // ends are included
  CHECK(outside_validity(catalogue.resolve(spec)).size() == 2);
}
