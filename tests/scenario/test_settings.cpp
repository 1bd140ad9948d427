#include <catch2/catch.hpp>

#include "scenario/settings.hpp"
#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

namespace {

const std::string kTwoLinks = "[[link]]\nname = \"aec\"\npart = \"link/dac\"\n";
const std::string kSwept = "element.cable.length_m = { sweep = [1, 2] }\n";

}  // namespace

TEST_CASE("a setting reaches elements, sections, FEC, link, solve and require", "[unit][set]") {
  const Scratch scratch;
  const Study study = scratch
                          .read(dac_scenario("[solve]\nframe_bytes = 64\n"),
                                {{"dac.element.cable.length_m", "0.5"},
                                 {"dac.section.only.modulation", "nrz"},
                                 {"dac.fec.code", "none"},
                                 {"dac.lanes", "8"},
                                 {"dac.link.fit", "3"},
                                 {"solve.frame_bytes", "1500"},
                                 {"solve.fidelity", "waveform"},
                                 {"require.margin_db_min", "3"}})
                          .study;
  const PathSpec& spec = study.links.at(0).spec;
  CHECK(find_value(spec, "element.cable.length_m")->value == Value{0.5});
  CHECK(find_value(spec, "section.only.modulation")->value == Value{std::string("nrz")});
  CHECK(find_value(spec, "fec.code")->value == Value{std::string("none")});
  CHECK(find_value(spec, "link.lanes")->value == Value{std::int64_t{8}});
  CHECK(find_value(spec, "link.fit")->value == Value{std::int64_t{3}});
  CHECK(study.solve.frame_bytes == 1500);
  CHECK(study.solve.fidelity == "waveform");
  CHECK(study.require.margin_db_min == 3.0);
  const ParamValue& given = *find_value(spec, "element.cable.length_m");
  CHECK(given.provenance.source == "--set dac.element.cable.length_m");
  CHECK(given.origin == Origin{"--set dac.element.cable.length_m", 0, 0});
}

TEST_CASE("the only link's name may be left out", "[unit][set]") {
  const Scratch scratch;
  const Study study = scratch
                          .read(dac_scenario(), {{"element.cable.length_m", "0.5"},
                                                 {"lanes", "2"},
                                                 {"section.only.precoded", "true"}})
                          .study;
  const PathSpec& spec = study.links.at(0).spec;
  CHECK(find_value(spec, "element.cable.length_m")->value == Value{0.5});
  CHECK(find_value(spec, "link.lanes")->value == Value{std::int64_t{2}});
  CHECK(find_value(spec, "section.only.precoded")->value == Value{true});
}

TEST_CASE("faults of --set name the setting, not a line", "[unit][set]") {
  const Scratch scratch;
  const auto fault = [&](const std::string& path, const std::string& value) {
    return scratch.faults(dac_scenario(), {{path, value}});
  };
  CHECK(fault("dca.element.cable.length_m", "1") ==
        "--set dca.element.cable.length_m: unknown link 'dca' (did you mean 'dac'?)");
  CHECK(fault("dac.element.cabel.length_m", "1") ==
        "--set dac.element.cabel.length_m: unknown element 'cabel' in link 'dac' "
        "(did you mean 'cable'?)");
  CHECK(fault("dac.lnaes", "1") == "--set dac.lnaes: unknown key 'lnaes' (did you mean 'lanes'?)");
  CHECK(fault("lanes", "many") == "--set lanes: lanes = \"many\" is not a whole number");
  CHECK(fault("lanes", "0") == "--set lanes: lanes = 0 is outside [1, 4096]");
  CHECK(fault("solve.fidelty", "waveform") ==
        "--set solve.fidelty: unknown key 'fidelty' (did you mean 'fidelity'?)");
  CHECK(fault("slove.fidelity", "waveform") ==
        "--set slove.fidelity: unknown link 'slove' (did you mean 'solve'?)");
  CHECK(fault("solve", "1") == "--set solve: names no key: write solve.KEY or require.KEY");
  CHECK(fault("element.cable", "1") ==
        "--set element.cable: 'element.cable' names no value: write element.NAME.key, "
        "section.NAME.key, fec.key or link.key");
  CHECK_FALSE(fault("", "1").empty());
  CHECK_FALSE(fault("..", "1").empty());
  CHECK(scratch.faults(dac_scenario(kTwoLinks), {{"element.cable.length_m", "1"}}) ==
        "--set element.cable.length_m: the scenario has 2 links: begin with the name of one");
}

TEST_CASE("a setting replaces and adds sweeps", "[unit][set]") {
  const Scratch scratch;
  const std::string text = dac_scenario(kSwept + "lanes = { sweep = [1, 2] }\n");
  const auto fixed = scratch.read(text, {{"element.cable.length_m", "3"}}).study.links.at(0);
  REQUIRE(fixed.sweeps.size() == 1);
  CHECK(fixed.sweeps[0].target == "link.lanes");
  CHECK(find_value(fixed.spec, "element.cable.length_m")->value == Value{std::int64_t{3}});
  const auto other =
      scratch.read(text, {{"element.cable.length_m", "{sweep=[0.5]}"}}).study.links.at(0);
  REQUIRE(other.sweeps.size() == 2);
  CHECK(other.sweeps[0].target == "element.cable.length_m");
  CHECK(other.sweeps[0].values == std::vector<Value>{0.5});
  const auto more = scratch.read(text, {{"element.tx.amplitude_v", "{from=0.1, to=0.3, count=3}"}})
                        .study.links[0];
  REQUIRE(more.sweeps.size() == 3);
  CHECK(more.sweeps[2].target == "element.tx.amplitude_v");
  CHECK(more.sweeps[2].values == std::vector<Value>{0.1, 0.2, 0.3});
}

TEST_CASE("a setting takes files from the working folder, and never as numbers", "[unit][set]") {
  const Scratch scratch;
  const std::string file = GENERATE("sub/c.s4p", "../c.s4p", "123", "/abs/c.s4p");
  const Scenario s = scratch.read(dac_scenario(), {{"dac.element.fext1.file", file}});
  CHECK(find_value(s.study.links[0].spec, "element.fext1.file")->value == Value{file});
}

TEST_CASE("a setting replaces parts of elements and links", "[unit][set]") {
  const Scratch scratch;
  const auto spec =
      scratch.read(dac_scenario(), {{"dac.element.cable.part", "cable/awg30"}}).study.links[0].spec;
  CHECK(find_element(spec, "cable")->part == "cable/awg30");
  CHECK_THAT(scratch.faults(dac_scenario(), {{"dac.part", "link/dca"}}),
             Catch::StartsWith("--set dac.part: part 'link/dca' is not in ") &&
                 Catch::EndsWith("(did you mean 'link/dac'?)"));
}

TEST_CASE("a value that is set twice is refused, under any of its names", "[unit][set]") {
  const Scratch scratch;
  const auto fault = [&](const std::string& first, const std::string& second) {
    return scratch.faults(dac_scenario(), {{first, "64"}, {second, "128"}});
  };
  CHECK(fault("lanes", "lanes") == "--set lanes: this value is set twice");
  CHECK(fault("lanes", "dac.link.lanes") == "--set dac.link.lanes: this value is set twice");
  CHECK(fault("element.cable.length_m", "dac.element.cable.length_m") ==
        "--set dac.element.cable.length_m: this value is set twice");
  CHECK(fault("solve.frame_bytes", "solve.frame_bytes") ==
        "--set solve.frame_bytes: this value is set twice");
}

TEST_CASE("a number too small to hold is not taken for 0", "[unit][set]") {
  const Scratch scratch;
  const std::string told = " is nearer to 0 than any number that this program can hold";
  CHECK(scratch.faults(dac_scenario(), {{"element.cable.length_m", "1e-999"}}) ==
        "--set element.cable.length_m: 1e-999" + told);
  CHECK(
      scratch.faults(dac_scenario(), {{"element.cable.length_m", "{ sweep = [1, 2_0.5e-400] }"}}) ==
      "--set element.cable.length_m: 2_0.5e-400" + told);
  CHECK(scratch.faults(dac_scenario("element.cable.length_m = 4e-320 # m\n")) ==
        "a.toml:6:26: 4e-320" + told);
  CHECK(scratch.faults(dac_scenario("element.cable.length_m = 0.0e-5 # 1e-999\n")).empty());
  CHECK(scratch.faults(dac_scenario("element.cable.file = '1e-999'\n")).empty());
}

TEST_CASE("replaced elements are told from other targets", "[unit][set]") {
  const auto element = [](const std::string& target) {
    return Override{target, {}, {}, true}.replaced_element();
  };
  CHECK(element("element.cable.part") == "cable");
  CHECK(element("element.cable.model") == "cable");
  CHECK(element("element.cable.length_m").empty());
  CHECK(element("element.part").empty());
  CHECK(element("link.part").empty());
}
