#include <catch2/catch.hpp>
#include <cstdlib>

#include "base/sha256.hpp"
#include "scenario/inputs.hpp"
#include "scenario/parts.hpp"
#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

namespace {

const ParamValue& value(const Scenario& scenario, const std::string& target) {
  const ParamValue* found = find_value(scenario.study.links.at(0).spec, target);
  REQUIRE(found != nullptr);
  return *found;
}

}  // namespace

TEST_CASE("values of a part carry its source, overrides the scenario's", "[unit][parts]") {
  const Scratch scratch;
  const Scenario s = scratch.read(dac_scenario("element.cable.loss_db_per_m = 6.6\n"));
  const ParamValue& plain = value(s, "element.cable.diameter_mm");
  CHECK(plain.value == Value{0.405});
  CHECK(plain.provenance.source == "datasheet T26, table 1");
  CHECK(plain.provenance.date == "2026-03-01");
  CHECK(plain.provenance.verified);
  CHECK(value(s, "element.cable.tan_delta").provenance.source == "handbook, p. 7");
  CHECK_FALSE(value(s, "element.cable.tan_delta").provenance.verified);
  const Provenance beside = value(s, "element.cable.length_m").provenance;
  CHECK(beside.source == "the link part");
  CHECK_FALSE(beside.verified);
  const Provenance given = value(s, "element.cable.loss_db_per_m").provenance;
  CHECK_THAT(given.source, Catch::StartsWith("scenario ") && Catch::EndsWith("a.toml"));
  CHECK_FALSE(given.verified);
  CHECK_FALSE(given.low);
  CHECK(find_value(s.study.links[0].spec, "element.cable.note") == nullptr);
}

TEST_CASE("an override may name a source of its own", "[unit][parts]") {
  const Scratch scratch;
  const Scenario s = scratch.read(dac_scenario(
      "element.cable.length_m = { value = 3, source = \"tape measure\", verified = true }\n"));
  CHECK(value(s, "element.cable.length_m").value == Value{std::int64_t{3}});
  CHECK(value(s, "element.cable.length_m").provenance.source == "tape measure");
  CHECK(value(s, "element.cable.length_m").provenance.verified);
}

TEST_CASE("a link part gives sections, aggressors and FEC", "[unit][parts]") {
  const Scratch scratch;
  const PathSpec spec = scratch.read(dac_scenario()).study.links.at(0).spec;
  CHECK(spec.name == "dac");
  CHECK(spec.params.at("lanes").value == Value{std::int64_t{4}});
  REQUIRE(spec.sections.size() == 1);
  CHECK(element_names(spec) == std::vector<std::string>{"tx", "cable", "rx", "fext1"});
  CHECK(find_element(spec, "cable")->part == "cable/awg26");
  CHECK(find_element(spec, "cable")->model == "test.cable");
  const AggressorSpec& source = spec.sections[0].aggressors.at(0);
  CHECK(source.channel.model == "copper.touchstone");
  CHECK(source.channel.params.at("file").value == Value{std::string()});
  CHECK(source.transmitter.name == "fext1.transmitter");
  CHECK(source.transmitter.model == "test.tx");
  CHECK(source.transmitter.params.at("amplitude_v").provenance.verified);
  CHECK(source.replaces == "cable");
  CHECK(source.phase == "worst");
  REQUIRE(spec.fec.size() == 1);
  CHECK(spec.fec[0].params.at("code").value == Value{std::string("rs544_514")});
}

TEST_CASE("a valid range travels as data and is checked on values in force", "[unit][parts]") {
  const Scratch scratch;
  PathSpec spec = scratch.read(dac_scenario()).study.links.at(0).spec;
  const std::vector<ValidRange>& valid = find_element(spec, "cable")->valid;
  REQUIRE(valid.size() == 2);
  CHECK(valid[0].key == "length_m");
  CHECK(valid[1].high == 60.0);
  CHECK(valid[0].source == "datasheet T26, table 1");
  CHECK(outside_validity(spec).empty());
  Faults faults;
  set_value(spec, "element.cable.length_m", {6.0, {}, {}, 0}, faults);
  set_value(spec, "section.only.symbol_rate_gbd", {100.0, {}, {}, 0}, faults);
  CHECK(outside_validity(test::test_catalogue().resolve(spec)) ==
        std::vector<std::string>{
            "element 'cable' (test.cable): length_m = 6.0 is outside the valid range [0.1, 5.0] of "
            "part 'cable/awg26' (datasheet T26, table 1)",
            "element 'cable' (test.cable): symbol_rate_gbd = 100.0 is outside the valid range "
            "[1.0, 60.0] of part 'cable/awg26' (datasheet T26, table 1)"});
}

TEST_CASE("an element's part or model is replaced, what stands beside it is kept",
          "[unit][parts]") {
  const Scratch scratch;
  const Scenario s = scratch.read(dac_scenario("element.cable.part = \"cable/awg30\"\n"));
  CHECK(find_element(s.study.links[0].spec, "cable")->part == "cable/awg30");
  CHECK(find_element(s.study.links[0].spec, "cable")->valid.empty());
  CHECK(value(s, "element.cable.diameter_mm").value == Value{0.255});
  CHECK(value(s, "element.cable.length_m").value == Value{std::int64_t{2}});
  CHECK(find_value(s.study.links[0].spec, "element.cable.tan_delta") == nullptr);

  const Scenario m = scratch.read(dac_scenario(
      "element.cable.model = \"copper.touchstone\"\nelement.cable.file = \"c.s4p\"\n"));
  const ElementSpec& cable = *find_element(m.study.links[0].spec, "cable");
  CHECK(cable.model == "copper.touchstone");
  CHECK(cable.part.empty());
  CHECK(cable.params.size() == 2);
  CHECK(scratch.faults(dac_scenario("element.cabel.part = \"cable/awg30\"\n")) ==
        "a.toml:6:22: unknown element 'cabel' in link 'dac' (did you mean 'cable'?)");
  CHECK(scratch.faults(dac_scenario("element.cable.part = { sweep = [\"a\"] }\n")) ==
        "a.toml:6:22: element.cable.part must be one name: write a [[link]] for each to compare");
}

TEST_CASE("a missing part names the nearest one", "[unit][parts]") {
  const Scratch scratch;
  const std::string folder = (data_folder() / "parts").string();
  CHECK(scratch.faults(dac_scenario("element.cable.part = \"cable/awg27\"\n")) ==
        "a.toml:6:22: part 'cable/awg27' is not in " + folder + " (did you mean 'cable/awg26'?)");
  CHECK(scratch.faults(dac_scenario("element.cable.part = \"link/dac\"\n")) ==
        "a.toml:6:22: part 'link/dac' is a link, not an element");
  CHECK(scratch.faults(dac_scenario("element.cable.part = \"cable/../cable/awg26\"\n")) ==
        "a.toml:6:22: part = \"cable/../cable/awg26\" is no name of a part and no path");
  CHECK(scratch.faults("schema = \"chappe.scenario/1\"\nname = \"x\"\n[[link]]\nname = \"l\"\n"
                       "part = \"cable/awg26\"\n") ==
        "a.toml:5:8: part 'cable/awg26' is no link: its file does not say kind = \"link\"");
  CHECK(part_names() == std::vector<std::string>{"cable/awg26", "cable/awg30", "cable/measured",
                                                 "link/dac", "serdes/rx", "serdes/tx"});
}

TEST_CASE("parts and files are found from the file that names them", "[unit][parts]") {
  const Scratch scratch;
  scratch.write("near/my.toml", "model = \"copper.touchstone\"\nfile = \"own.s4p\"\n");
  scratch.write("near/own.s4p", "data");
  const Scenario s =
      scratch.read(dac_scenario("element.cable.part = \"./near/my.toml\"\n"
                                "element.fext1.file = \"far/f.s4p\"\n"));
  CHECK(value(s, "element.cable.file").value ==
        Value{(scratch.folder() / "near/own.s4p").string()});
  CHECK(value(s, "element.fext1.file").value == Value{(scratch.folder() / "far/f.s4p").string()});
  const Scenario d = scratch.read(dac_scenario("element.cable.part = \"cable/measured\"\n"));
  CHECK(value(d, "element.cable.file").value ==
        Value{(data_folder() / "parts/cable/sample.s4p").string()});
}

TEST_CASE("every file that was read is an input with its digest", "[unit][parts]") {
  const Scratch scratch;
  const std::string text = dac_scenario(
      "element.cable.part = \"cable/measured\"\n"
      "element.fext1.file = \"absent.s4p\"\n");
  const Scenario s = scratch.read(text);
  std::vector<std::string> paths;
  for (const InputFile& input : s.inputs) paths.push_back(input.path);
  CHECK(paths == std::vector<std::string>{(scratch.folder() / "a.toml").string(),
                                          "parts/link/dac.toml", "parts/serdes/tx.toml",
                                          "parts/cable/measured.toml", "parts/serdes/rx.toml",
                                          (data_folder() / "parts/cable/sample.s4p").string()});
  const Scenario swept = scratch.read(
      text,
      {{"element.cable.file", "{ sweep = ['" + scratch.write("b.s4p", "b") + "', 'none'] }"}});
  CHECK(swept.inputs.back().path == (scratch.folder() / "b.s4p").string());
  CHECK(swept.inputs.size() == s.inputs.size());  // the part's own file is not read
  CHECK(s.inputs[0].sha256 == sha256_hex(text));
  CHECK(s.text == text);
}

TEST_CASE("an input is noted once, and only if it is a file", "[unit][parts]") {
  const Scratch scratch;
  Inputs inputs;
  const std::string file = scratch.write("a.s4p", "abc");
  inputs.add_file(file);
  inputs.add_file(file);
  inputs.add_file(scratch.folder().string());
  inputs.add_file("/dev/null");
  inputs.add_text("-", "abc", "-");
  const std::vector<InputFile> files = inputs.take();
  REQUIRE(files.size() == 2);
  CHECK(files[0].path == file);
  CHECK(files[0].opened == file);
  CHECK(files[1].path == "-");
  CHECK(files[0].sha256 == files[1].sha256);
}

TEST_CASE("a new source in a link replaces the inherited one", "[unit][parts]") {
  const Scratch scratch;
  const Scenario s =
      scratch.read(dac_scenario("source = \"my lab\"\nverified = true\nlanes = 8\n"));
  CHECK(value(s, "link.lanes").provenance.source == "my lab");
  CHECK(value(s, "link.lanes").provenance.verified);
}
