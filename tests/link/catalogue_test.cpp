#include "link/catalogue.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "elements.hpp"
#include "models/all.hpp"

using namespace chappe;
using namespace chappe::testing;

TEST_CASE("a path is built from a spec, sections and elements in order", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.params["lanes"] = written(std::int64_t{8}, 2);
  spec.sections[1].params["modulation"] = written(std::string("nrz"), 20);
  spec.sections[0].elements[1].params["length_m"] = written(2.5, 12);
  spec.fec = {fec_spec("a", "b", 30)};
  const Path path = test_catalogue().build(spec);
  CHECK(path.name == "test");
  CHECK(path.params.lanes == 8);
  REQUIRE(path.sections.size() == 2);
  CHECK(path.sections[0].name == "a");
  CHECK(path.sections[0].symbol_rate_bd == 53.125e9);
  CHECK(path.sections[0].modulation == Modulation::pam4);
  CHECK(path.sections[1].modulation == Modulation::nrz);
  CHECK(levels(path.sections[1].modulation) == 2);
  CHECK(bits_per_symbol(path.sections[0].modulation) == 2.0);
  REQUIRE(path.sections[0].elements.size() == 3);
  CHECK(path.sections[0].elements[0]->name() == "tx_a");
  CHECK(as<TwoPort>(*path.sections[0].elements[1])->length_m() == 2.5);
  CHECK(as<Receiver>(*path.sections[0].elements[1]) == nullptr);
  REQUIRE(path.fec.size() == 1);
  CHECK(path.fec[0].first_section == 0);
  CHECK(path.fec[0].last_section == 1);
  CHECK(path.fec[0].given.contains("from"));
}

TEST_CASE("all faults of a link are told at once, each with its place", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.params["lane"] = written(std::int64_t{8}, 2);
  spec.sections[0].params.erase("symbol_rate_gbd");
  spec.sections[0].elements[1].model = "test.wir";
  spec.sections[1].elements[0].params["amplitude_v"] = written(-1.0, 21);
  spec.sections[1].elements[1].params["low"] = written(2.0, 22);
  spec.fec = {fec_spec("", "c", 30)};
  const std::string text = faults_of(spec);
  CHECK(text ==
        "a.toml:2:1: unknown key 'lane' (did you mean 'lanes'?)\n"
        "a.toml:10:1: section 'a': required key 'symbol_rate_gbd' is absent\n"
        "a.toml:12:3: element 'wire_a': unknown model 'test.wir' (did you mean 'test.wire'?)\n"
        "a.toml:21:9: amplitude_v = -1 V is outside [0, 10] V\n"
        "a.toml:22:9: low is above high\n"
        "a.toml:32:9: fec: unknown section 'c' (did you mean 'a'?)");
}

TEST_CASE("a fault of a constructor without a place gets its element's", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[0].elements[1].params["high"] = written(-1.0, 12);
  CHECK(faults_of(spec) == "a.toml:12:3: low is above high");
}

TEST_CASE("faults of the scenario are told ahead of an element's refusal", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[0].elements[1].params["length_m"] = written(13.0, 12);
  CHECK_THROWS_AS(test_catalogue().build(spec), ModelError);
  spec.sections[1].elements[1].params["file"] = written(std::string("bad"), 22);
  CHECK_THROWS_WITH(test_catalogue().build(spec), Catch::Contains("bad luck"));  // the first
  spec.sections[1].elements[2].params["opticl"] = written(true, 23);
  CHECK(faults_of(spec) == "a.toml:23:1: unknown key 'opticl' (did you mean 'optical'?)");
}

TEST_CASE("names are unique in a link", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[1].elements[1].name = "wire_a";
  spec.sections[0].aggressors = {aggressor_spec("tx_b", 14)};
  spec.sections.push_back(section_spec("b", 40));
  for (ElementSpec& element : spec.sections[2].elements) element.name += "_too";
  CHECK(faults_of(spec) ==
        "a.toml:21:3: element name 'tx_b' is used twice in link 'test'\n"
        "a.toml:22:3: element name 'wire_a' is used twice in link 'test'\n"
        "a.toml:40:1: section name 'b' is used twice in link 'test'");
}

TEST_CASE("a link's sections run from a transmitter to a receiver", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  std::reverse(spec.sections[0].elements.begin(), spec.sections[0].elements.end());
  spec.sections[1].elements[2].params["optical"] = written(true, 23);
  CHECK(faults_of(spec) ==
        "a.toml:13:3: element 'rx_a' (test.sink) of section 'a' is not a transmitter, as a "
        "section's first element must be\n"
        "a.toml:11:3: element 'tx_a' (test.source) of section 'a' is not a receiver, as a "
        "section's last element must be\n"
        "a.toml:23:3: element 'rx_b' (test.sink) of section 'b' is not fed by what precedes it: "
        "their domains differ");
  spec = path_spec();
  spec.sections[0].elements.insert(spec.sections[0].elements.begin() + 1,
                                   element_spec("tx_too", "test.source", 15));
  CHECK(faults_of(spec) ==
        "a.toml:15:3: element 'tx_too' (test.source) of section 'a' is not a two-port, as all but "
        "a section's ends must be");
  spec = path_spec();
  spec.sections[0].elements.resize(1);
  CHECK(faults_of(spec) == "a.toml:10:1: section 'a' needs a transmitter and a receiver");
  spec.sections.clear();
  CHECK(faults_of(spec) == "a.toml:1:1: link 'test' has no section");
}

TEST_CASE("a FEC spans sections that exist, in order, each once", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.fec = {fec_spec("b", "a", 30)};
  CHECK(faults_of(spec) == "a.toml:30:1: fec: section 'a' comes ahead of 'b'");
  spec.fec = {fec_spec("a", "a", 30), fec_spec("b", "", 34)};
  const Path path = test_catalogue().build(spec);
  CHECK(path.fec[0].last_section == 0);
  CHECK(path.fec[1].first_section == 1);
  spec.fec[1] = fec_spec("", "", 34);
  CHECK(faults_of(spec) == "a.toml:34:1: fec: section 'a' has a FEC already");
  spec.fec = {fec_spec("", "", 30)};
  spec.fec[0].params["code"] = written(std::string("rs544_512"), 31);
  spec.fec[0].params["codeword_interleave"] = written(0.5, 32);
  CHECK(faults_of(spec) ==
        "a.toml:32:9: codeword_interleave = 0.5 is not a whole number\n"
        "a.toml:31:9: fec: unknown code 'rs544_512' (did you mean 'rs544_514'?); known: none, "
        "rs544_514, rs528_514, rs272_258");
}

TEST_CASE("an aggressor's channel stands in for one element", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[0].aggressors = {aggressor_spec("fext1", 15)};
  spec.sections[0].aggressors[0].phase = "uniform";
  Path path = test_catalogue().build(spec);
  REQUIRE(path.sections[0].aggressors.size() == 1);
  CHECK(path.sections[0].aggressors[0].replaces == 1);
  CHECK(path.sections[0].aggressors[0].type == AggressorType::fext);
  CHECK(path.sections[0].aggressors[0].phase == PhaseRule::uniform);
  // With two elements of its model, it must say which.
  spec.sections[0].elements.insert(spec.sections[0].elements.begin() + 1,
                                   element_spec("board", "test.wire", 16));
  CHECK(faults_of(spec) ==
        "a.toml:15:3: aggressor 'fext1': say which element it stands in for (replaces = \"NAME\")");
  AggressorSpec& source = spec.sections[0].aggressors[0];
  source.replaces = "wire_a";
  source.type = "next";
  path = test_catalogue().build(spec);
  CHECK(path.sections[0].aggressors[0].replaces == 2);
  CHECK(path.sections[0].aggressors[0].type == AggressorType::next);
  source.replaces = "bord";
  source.replaces_at = {"a.toml", 15, 3};
  CHECK(faults_of(spec) ==
        "a.toml:15:3: aggressor 'fext1': no two-port 'bord' in section 'a' (did you mean "
        "'board'?)");
}

TEST_CASE("an aggressor has a channel and a transmitter", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  AggressorSpec source = aggressor_spec("fext1", 15);
  source.replaces = "wire_a";
  source.channel.model = "test.sink";
  source.transmitter.model = "test.wire";
  spec.sections[0].aggressors = {source};
  CHECK(faults_of(spec) ==
        "a.toml:15:3: aggressor 'fext1': its channel (test.sink) is not a two-port\n"
        "a.toml:15:3: aggressor 'fext1': its transmitter (test.wire) is not a transmitter");
}

TEST_CASE("an aggressor without a file is a place to be filled", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[0].aggressors = {aggressor_spec("fext1", 15)};
  spec.sections[0].aggressors[0].channel.params["file"] = written(std::string{}, 15);
  CHECK(test_catalogue().build(spec).sections[0].aggressors.empty());
  Faults faults;
  set_value(spec, "element.fext1.file", written(std::string("good"), 0), faults);
  CHECK(test_catalogue().build(spec).sections[0].aggressors.size() == 1);
}

TEST_CASE("paths share elements that are equal, sources included", "[unit][catalogue]") {
  const Catalogue catalogue = test_catalogue();
  ElementCache cache;
  PathSpec spec = path_spec();
  spec.sections[0].elements[1].params["length_m"] = written(2.0, 12);
  const Path first = catalogue.build(spec, &cache);
  CHECK(catalogue.build(spec, &cache).sections[0].elements[1] == first.sections[0].elements[1]);
  CHECK(catalogue.build(spec).sections[0].elements[1] != first.sections[0].elements[1]);
  spec.sections[0].elements[1].params["length_m"].provenance.source = "a sheet";
  const Path sourced = catalogue.build(spec, &cache);
  CHECK(sourced.sections[0].elements[1] != first.sections[0].elements[1]);
  CHECK(sourced.sections[0].elements[0] == first.sections[0].elements[0]);
  spec.sections[0].elements[1].params["length_m"].provenance.verified = true;
  CHECK(catalogue.build(spec, &cache).sections[0].elements[1] != sourced.sections[0].elements[1]);
}

TEST_CASE("a resolved spec says every value and builds the same path", "[unit][catalogue]") {
  PathSpec spec = path_spec();
  spec.sections[0].aggressors = {aggressor_spec("fext1", 15)};
  spec.fec = {fec_spec("a", "", 30)};
  spec.sections[0].elements[1].params["length_m"] = written(std::int64_t{3}, 12);
  spec.sections[0].elements[1].params["length_m"].provenance.source = "a sheet";
  const Catalogue catalogue = test_catalogue();
  const PathSpec resolved = catalogue.resolve(spec);
  CHECK(resolved.params.at("temperature_c").value == Value{25.0});
  CHECK(resolved.sections[0].params.at("modulation").value == Value{std::string("pam4")});
  const ParamValue& length = resolved.sections[0].elements[1].params.at("length_m");
  CHECK(length.value == Value{3.0});
  CHECK(length.provenance.source == "a sheet");
  CHECK(length.origin == Origin{"a.toml", 12, 9});
  CHECK(resolved.sections[0].elements[1].params.at("high").value == Value{1.0});
  CHECK(resolved.sections[0].aggressors[0].transmitter.params.at("amplitude_v").value ==
        Value{1.0});
  CHECK(resolved.fec[0].params.at("code").value == Value{std::string("rs544_514")});
  const Path path = catalogue.build(resolved);
  CHECK(as<TwoPort>(*path.sections[0].elements[1])->length_m() == 3.0);
  const PathSpec again = catalogue.resolve(resolved);
  CHECK(again.sections[0].elements[1].params.size() ==
        resolved.sections[0].elements[1].params.size());
}

TEST_CASE("models are listed once, and every shipped one describes itself", "[unit][catalogue]") {
  Catalogue catalogue = test_catalogue();
  CHECK_THROWS_AS(catalogue.add(model_of<Wire>("test.wire", "again")), InternalError);
  CHECK(catalogue.find("test.wire") != nullptr);
  CHECK(catalogue.find("test.wires") == nullptr);
  Catalogue shipped;
  add_models(shipped);
  CHECK(shipped.models().size() >= 6);
  for (const Model& model : shipped.models()) {
    INFO(model.name);
    CHECK_FALSE(model.doc.empty());
    for (const ParamDoc& param : model.describe()) {
      INFO(param.key);
      CHECK_FALSE(param.doc.empty());
    }
  }
}
