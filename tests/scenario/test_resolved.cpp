#include <catch2/catch.hpp>

#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

namespace {

void same_params(const ParamMap& a, const ParamMap& b) {
  REQUIRE(a.size() == b.size());
  for (const auto& [key, value] : a) {
    CAPTURE(key);
    REQUIRE(b.contains(key));
    const ParamValue& other = b.find(key)->second;
    CHECK(value.value == other.value);
    CHECK(value.provenance.source == other.provenance.source);
    CHECK(value.provenance.date == other.provenance.date);
    CHECK(value.provenance.low == other.provenance.low);
    CHECK(value.provenance.high == other.provenance.high);
    CHECK(value.provenance.verified == other.provenance.verified);
  }
}

void same_element(const ElementSpec& a, const ElementSpec& b) {
  CAPTURE(a.name);
  CHECK(a.name == b.name);
  CHECK(a.model == b.model);
  REQUIRE(a.valid.size() == b.valid.size());
  for (std::size_t i = 0; i < a.valid.size(); ++i) {
    CHECK(a.valid[i].key == b.valid[i].key);
    CHECK(a.valid[i].low == b.valid[i].low);
    CHECK(a.valid[i].high == b.valid[i].high);
    CHECK(a.valid[i].source == b.valid[i].source);
  }
  same_params(a.params, b.params);
}

void same_section(const SectionSpec& a, const SectionSpec& b) {
  CHECK(a.name == b.name);
  same_params(a.params, b.params);
  REQUIRE(a.elements.size() == b.elements.size());
  for (std::size_t i = 0; i < a.elements.size(); ++i) same_element(a.elements[i], b.elements[i]);
  REQUIRE(a.aggressors.size() == b.aggressors.size());
  for (std::size_t i = 0; i < a.aggressors.size(); ++i) {
    CHECK(a.aggressors[i].type == b.aggressors[i].type);
    CHECK(a.aggressors[i].phase == b.aggressors[i].phase);
    CHECK(a.aggressors[i].replaces == b.aggressors[i].replaces);
    same_element(a.aggressors[i].channel, b.aggressors[i].channel);
    same_element(a.aggressors[i].transmitter, b.aggressors[i].transmitter);
  }
}

void same_link(const LinkStudy& given, const LinkStudy& read, const Catalogue& catalogue) {
  const PathSpec a = catalogue.resolve(given.spec), b = catalogue.resolve(read.spec);
  CHECK(a.name == b.name);
  same_params(a.params, b.params);
  REQUIRE(a.sections.size() == b.sections.size());
  for (std::size_t i = 0; i < a.sections.size(); ++i) same_section(a.sections[i], b.sections[i]);
  REQUIRE(a.fec.size() == b.fec.size());
  for (std::size_t i = 0; i < a.fec.size(); ++i) same_params(a.fec[i].params, b.fec[i].params);
  REQUIRE(given.sweeps.size() == read.sweeps.size());
  for (std::size_t i = 0; i < given.sweeps.size(); ++i) {
    CHECK(given.sweeps[i].target == read.sweeps[i].target);
    CHECK(given.sweeps[i].values == read.sweeps[i].values);
  }
  REQUIRE(given.tolerances.size() == read.tolerances.size());
  for (std::size_t i = 0; i < given.tolerances.size(); ++i) {
    CHECK(given.tolerances[i].target == read.tolerances[i].target);
    CHECK(given.tolerances[i].law == read.tolerances[i].law);
  }
}

template <class P>
void same_options(P a, P b) {
  const ParamMap x = resolve_params(a, {}), y = resolve_params(b, {});
  for (const auto& [key, value] : x) CHECK(value.value == y.at(key).value);
}

void same_expectations(const std::vector<Expectation>& a, const std::vector<Expectation>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].link == b[i].link);
    CHECK(a[i].column == b[i].column);
    CHECK(a[i].at == b[i].at);
    CHECK(a[i].low == b[i].low);
    CHECK(a[i].high == b[i].high);
  }
}

/// Resolves, reads back, and compares all that a run depends on.
std::string check_round_trip(const Scratch& scratch, const Scenario& given) {
  const Catalogue catalogue = test::test_catalogue();
  const std::string text = resolved_scenario(given, catalogue);
  CAPTURE(text);
  const Scenario read = read_scenario(scratch.write("resolved.toml", text), {});
  CHECK(read.name == given.name);
  CHECK(read.question == given.question);
  REQUIRE(read.study.links.size() == given.study.links.size());
  for (std::size_t i = 0; i < given.study.links.size(); ++i) {
    same_link(given.study.links[i], read.study.links[i], catalogue);
  }
  same_options(given.study.solve, read.study.solve);
  same_options(given.study.require, read.study.require);
  same_expectations(given.study.expect, read.study.expect);
  CHECK(resolved_scenario(read, catalogue) == text);
  return text;
}

const std::vector<std::string> kPieces{
    "element.cable.length_m = { sweep = [1, 2.5] }\n",
    "section.only.symbol_rate_gbd = { from = 10, to = 50, count = 3 }\n",
    "lanes = { sweep = [1, 4], source = \"a choice\", verified = true }\n",
    "fec.codeword_interleave = { sweep = [1, 2] }\n",
    "element.cable.note = \"two\\nlines and \\\\ \\\" \\u0001 \\u00e9\"\n",
    "element.cable.temperature_c = 85\n",
    "element.cable.profile = { value = [0.1, 1], source = \"x\", date = 2026-01-02 }\n",
    "element.cable.loss_db_per_m = { value = 6.2, low = 6, high = 7, verified = true }\n",
    "element.rx.model = \"test.rx\"\n",
    "element.fext1.file = \"/data/f.s4p\"\n",
    "element.tx.amplitude_v = { sweep = [0.3, 0.4] }\n",
};

}  // namespace

TEST_CASE("a resolved scenario holds parts, defaults and sources", "[unit][resolved]") {
  const Scratch scratch;
  const std::string text = check_round_trip(
      scratch, scratch.read("# What is it?\n" + dac_scenario(kPieces[0] + kPieces[2])));
  CHECK_THAT(text, Catch::StartsWith("# What is it?\nschema = \"chappe.scenario/1\"\n"));
  CHECK_THAT(text, Catch::Contains("\"element.cable.length_m\" = { sweep = [1.0, 2.5], source = "));
  CHECK_THAT(text, Catch::Contains("\"link.lanes\" = { sweep = [1, 4], source = \"a choice\", "
                                   "verified = true }\n"));
  CHECK_THAT(text, Catch::Contains("loss_db_per_m = { value = 6.5, low = 6.0, high = 7.0, source = "
                                   "\"datasheet T26, table 1\", date = \"2026-03-01\", verified = "
                                   "true }\n"));
  CHECK_THAT(text, Catch::Contains("\npairs = 1\n") && Catch::Contains("\nshielded = true\n"));
  CHECK_THAT(text, Catch::Contains("\nframe_bytes = 64\n"));
  CHECK_THAT(text, Catch::Contains("valid = { source = \"datasheet T26, table 1\", length_m = "));
  CHECK_THAT(text, !Catch::Contains("part ="));
}

TEST_CASE("any scenario reads back from its resolved text", "[property][resolved]") {
  const Scratch scratch;
  for (unsigned mask = 0; mask < (1u << kPieces.size()); mask += 37) {
    std::string more;
    for (std::size_t i = 0; i < kPieces.size(); ++i) {
      if ((mask >> i & 1u) != 0) more += kPieces[i];
    }
    check_round_trip(scratch, scratch.read(dac_scenario(more)));
  }
}

TEST_CASE("options, expectations and several links read back", "[property][resolved]") {
  const Scratch scratch;
  const Scenario given = scratch.read(dac_scenario(
      "element.cable.length_m = { sweep = [1, 2] }\n"
      "[[link]]\nname = \"short\"\npart = \"link/dac\"\nelement.cable.part = \"cable/awg30\"\n"
      "element.cable.length_m = { sweep = [1, 2] }\nfec = []\n[solve]\nreach = "
      "\"element.cable.length_m\"\nreach_tolerance = 0.001\n"
      "cross_check = true\ncross_check_ber = [1e-3, 0.1]\n[require]\nframe_loss_ratio_max = "
      "6.2e-11\n[expect]\n"
      "dac.reach_m = { value = 2, tolerance = 0.1 }\nshort.fit = { max = 3 }\n"
      "dac.margin_db = [{ min = 1, at = { \"element.cable.length_m\" = 1 } }, { max = 9 }]\n"));
  check_round_trip(scratch, given);
}

TEST_CASE("what --set puts in reads back too", "[property][resolved]") {
  const Scratch scratch;
  check_round_trip(scratch, scratch.read(dac_scenario(kPieces[0]),
                                         {{"element.cable.length_m", "{ sweep = [3, 4] }"},
                                          {"element.fext1.file", "/x/f.s4p"},
                                          {"solve.fidelity", "closed_form"}}));
}

TEST_CASE("spreads of parameters read back", "[property][resolved]") {
  const Scratch scratch;
  const std::string text = check_round_trip(
      scratch,
      scratch.read(dac_scenario(
          "element.cable.length_m = { distribution = \"uniform\", low = 1.9, high = 2.1 }\n"
          "element.cable.loss_db_per_m = { distribution = \"triangular\", low = 6, mode = 6.5, "
          "high = 8, source = \"s\" }\n"
          "temperature_c = { distribution = \"normal\", mean = 40, sigma = 10, low = 0 }\n"
          "[solve]\nyield_samples = 100\nsensitivity = true\n")));
  CHECK_THAT(text,
             Catch::Contains("\"element.cable.length_m\" = { distribution = \"uniform\", low = "
                             "1.9, high = 2.1, source = "));
  CHECK_THAT(text, Catch::Contains("\"link.temperature_c\" = { distribution = \"normal\", mean = "
                                   "40.0, sigma = 10.0, low = 0.0, source = "));
}
