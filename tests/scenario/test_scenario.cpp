#include <catch2/catch.hpp>
#include <cstdlib>
#include <limits>

#include "scenario/expect.hpp"
#include "scenario/link_reader.hpp"
#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

TEST_CASE("sweeps are axes in the order in which they are written", "[unit][scenario]") {
  const Scratch scratch;
  const std::string text = dac_scenario(
      "element.cable.length_m = { sweep = [1, 2] }\n"
      "section.only.symbol_rate_gbd = { sweep = [26.5625, 53.125] }\n"
      "element.tx.amplitude_v = 0.3\n"
      "lanes = { sweep = [1, 4] }\n"
      "\"element.rx.noise_v2_per_ghz\" = { sweep = [1e-8, 2e-8] }\n"
      "element.cable.pairs = { from = 1, to = 2, step = 1 }\n"
      "fec.code = { sweep = [\"none\", \"rs544_514\"] }\n");
  const LinkStudy link = scratch.read(text).study.links.at(0);
  std::vector<std::string> targets;
  for (const Sweep& sweep : link.sweeps) targets.push_back(sweep.target);
  CHECK(targets == std::vector<std::string>{
                       "element.cable.length_m", "section.only.symbol_rate_gbd", "link.lanes",
                       "element.rx.noise_v2_per_ghz", "element.cable.pairs", "fec.code"});
  for (const Sweep& sweep : link.sweeps) {
    REQUIRE(find_value(link.spec, sweep.target) != nullptr);
    CHECK(find_value(link.spec, sweep.target)->value == sweep.values.front());
  }
  CHECK(link.sweeps[1].origin.line == 7);
  CHECK(scratch.faults(dac_scenario("lanes = 2\n\"link.lanes\" = 3\n")) ==
        "a.toml:7:1: 'link.lanes' is given twice");
}

TEST_CASE("a link may write its own sections, swept in place", "[unit][scenario]") {
  const Scratch scratch;
  const Scenario s = scratch.read(
      "# Is it read?\nschema = \"chappe.scenario/1\"\nname = \"own\"\n"
      "[[link]]\nname = \"l\"\nelement.c.tan_delta = { sweep = [0, 1e-4] }\n"
      "[[link.section]]\nname = \"s\"\nsymbol_rate_gbd = { sweep = [10, 20] }\n"
      "element = [{ name = \"t\", part = \"serdes/tx\" },\n"
      "  { name = \"c\", model = \"test.cable\", source = \"x\", length_m = { sweep = [1.5, 3] } "
      "},\n"
      "  { name = \"r\", part = \"serdes/rx\" }]\n"
      "[[link.fec]]\ncode = \"rs544_514\"\nfrom = \"s\"\n");
  CHECK(s.name == "own");
  CHECK(s.question == "Is it read?");
  const LinkStudy& link = s.study.links.at(0);
  REQUIRE(link.sweeps.size() == 3);
  CHECK(link.sweeps[0].target == "element.c.tan_delta");
  CHECK(link.sweeps[1].target == "section.s.symbol_rate_gbd");
  CHECK(link.sweeps[2].target == "element.c.length_m");
  CHECK(find_value(link.spec, "element.c.length_m")->provenance.source == "x");
  CHECK(link.spec.fec.at(0).params.at("from").value == Value{std::string("s")});
}

TEST_CASE("a link's own FEC replaces that of its part", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.read(dac_scenario("fec = []\n")).study.links[0].spec.fec.empty());
  CHECK(scratch.faults(dac_scenario("fec = []\n"), {{"dac.fec.code", "x"}}) ==
        "--set dac.fec.code: link 'dac' has no fec");
  CHECK(
      scratch.faults(dac_scenario("fec = [{ code = \"a\" }, { code = { sweep = [\"b\"] } }]\n")) ==
      "a.toml:6:33: code cannot be swept here");
}

TEST_CASE("solve and require are read, a reach must be swept", "[unit][scenario]") {
  const Scratch scratch;
  const Study study = scratch
                          .read(dac_scenario("element.cable.length_m = { sweep = [1, 2] }\n"
                                             "[solve]\nreach = \"element.cable.length_m\"\n"
                                             "cross_check = true\ncross_check_ber = [1e-3]\n"
                                             "[require]\nframe_loss_ratio_max = 6.2e-11\n"
                                             "ber_pre_fec_max = \"auto\"\n"))
                          .study;
  CHECK(study.solve.reach == "element.cable.length_m");
  CHECK(study.solve.cross_check_ber == std::vector<double>{1e-3});
  CHECK(study.require.frame_loss_ratio_max == 6.2e-11);
  CHECK_FALSE(study.require.ber_pre_fec_max);
  CHECK(scratch.faults(dac_scenario("element.cable.length_m = { sweep = [1, 2] }\n[solve]\n"
                                    "reach = \"element.cabel.length_m\"\n")) ==
        "a.toml:8:9: reach = \"element.cabel.length_m\" is not swept by link 'dac' "
        "(did you mean 'element.cable.length_m'?)");
  CHECK(scratch.faults(dac_scenario(), {{"solve.reach", "element.cable.length_m"}}) ==
        "--set solve.reach: reach = \"element.cable.length_m\" is not swept by link 'dac'");
  // Which lengths are swept, each link on its own.
  CHECK(scratch.faults(dac_scenario("element.cable.length_m = { sweep = [1, 2] }\n"
                                    "[[link]]\nname = \"b\"\npart = \"link/dac\"\n[solve]\n"
                                    "reach = \"element.cable.length_m\"\n")) ==
        "a.toml:11:9: reach = \"element.cable.length_m\" is not swept by link 'b' "
        "(did you mean 'element.cable.length_m'?)");
  CHECK(scratch.faults(dac_scenario("lanes = { sweep = [1, 2] }\n"
                                    "element.cable.length_m = { sweep = [1, 2] }\n[solve]\n"
                                    "reach = \"link.lanes\"\n")) ==
        "a.toml:9:9: reach = \"link.lanes\" is no length: its key does not end in _m, _mm or _km; "
        "the lengths swept are element.cable.length_m");
  CHECK(scratch.faults(dac_scenario("[require]\nreach_m_min = 2\n")) ==
        "a.toml:7:15: reach_m_min needs solve.reach: without it no reach is looked for");
}

TEST_CASE("sweeps that make too many cases are refused with their product", "[unit][scenario]") {
  const Scratch scratch;
  const std::string more =
      "element.cable.length_m = { from = 0.1, to = 5, count = 10000 }\n"
      "element.tx.amplitude_v = { from = 0.1, to = 0.5, count = 1000 }\n";
  CHECK(scratch.read(dac_scenario(more)).study.links[0].sweeps.size() == 2);
  CHECK(scratch.faults(dac_scenario(more + "lanes = { sweep = [1, 2] }\n")) ==
        "a.toml:8:9: the sweeps of link 'dac' make 10000 x 1000 x 2 = 2e+07 cases, more than "
        "1e+07");
}

TEST_CASE("every form of an expectation gives a range", "[unit][expect]") {
  const Scratch scratch;
  const auto expect =
      scratch
          .read(
              dac_scenario("element.cable.length_m = { sweep = [1, 2.0, 3] }\n[expect]\n"
                           "dac.reach_m = { value = 2.0, tolerance = 0.5 }\n"
                           "dac.margin_db = [ { min = 3, at = { \"element.cable.length_m\" = 1 } },"
                           " { max = 0, at = { element.cable.length_m = 3 } } ]\n"
                           "dac.latency_ns = { min = 1, max = 2 }\n"
                           "[solve]\nreach = \"element.cable.length_m\"\n"))
          .study.expect;
  REQUIRE(expect.size() == 4);
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(expect[0].link == "dac");
  CHECK(expect[0].column == "reach_m");
  CHECK(expect[0].low == 1.5);
  CHECK(expect[0].high == 2.5);
  CHECK(expect[0].at.empty());
  CHECK(expect[1].low == 3.0);
  CHECK(expect[1].high == infinite);
  REQUIRE(expect[1].at.size() == 1);
  CHECK(expect[1].at[0] == std::pair<std::string, Value>{"element.cable.length_m", Value{1.0}});
  CHECK(expect[2].low == -infinite);
  CHECK(expect[2].at.at(0).second == Value{3.0});
  CHECK(expect[3].column == "latency_ns");
}

TEST_CASE("expectations that cannot be checked are faults", "[unit][expect]") {
  const Scratch scratch;
  const auto fault = [&](const std::string& text) {
    return scratch.faults(dac_scenario(
        "element.cable.length_m = { sweep = [1, 2] }\n[expect]\ndac.fit = " + text + "\n"));
  };
  const std::string forms = "dac.fit must be { value = , tolerance = } or { min = , max = }";
  CHECK(fault("2") == "a.toml:8:11: " + forms);
  CHECK(fault("{ value = 2 }") == "a.toml:8:11: " + forms);
  CHECK(fault("{ value = 2, tolerance = 1, min = 0 }") == "a.toml:8:11: " + forms);
  CHECK(fault("{ value = 2, tolerance = -1 }") == "a.toml:8:11: dac.fit: its range is empty");
  CHECK(fault("{ max = inf }") == "a.toml:8:11: dac.fit: inf is not finite");
  CHECK(fault("{ min = 0, tolerence = 1 }") ==
        "a.toml:8:22: unknown key 'tolerence' (did you mean 'tolerance'?)");
  CHECK(fault("{ min = 0, at = { \"element.cabel.length_m\" = 1 } }") ==
        "a.toml:8:29: 'element.cabel.length_m' is no axis of link 'dac' "
        "(did you mean 'element.cable.length_m'?)");
  CHECK(fault("{ min = 0, at = { \"element.cable.length_m\" = 1.5 } }") ==
        "a.toml:8:56: 1.5 is not among the values of 'element.cable.length_m'");
}

TEST_CASE("an expectation names a column of numbers that is computed", "[unit][expect]") {
  const Scratch scratch;
  const auto fault = [&](const std::string& column) {
    return scratch.faults(dac_scenario("[expect]\ndac." + column + " = { min = 1 }\n"));
  };
  CHECK(fault("latencyns") ==
        "a.toml:7:5: expect: dac.latencyns is no column of results (did you mean 'latency_ns'?)");
  CHECK(fault("status") == "a.toml:7:5: expect: dac.status holds text, which has no range");
  CHECK(fault("reach_m") ==
        "a.toml:7:5: expect: dac.reach_m needs solve.reach: without it no reach is looked for");
  CHECK(fault("margin_db").empty());
}

TEST_CASE("an expectation at a case that --set took away is left out", "[unit][expect]") {
  const Scratch scratch;
  const std::string text = dac_scenario(
      "element.cable.length_m = { sweep = [1, 2] }\n[expect]\n"
      "dac.fit = [{ min = 0, at = { \"element.cable.length_m\" = 1 } },"
      " { min = 5, at = { \"element.cable.length_m\" = 2 } }]\ndac.mttr_h = { min = 1 }\n");
  const auto rest = scratch.read(text, {{"element.cable.length_m", "2"}}).study.expect;
  REQUIRE(rest.size() == 2);
  CHECK(rest[0].low == 5.0);
  CHECK(rest[0].at.empty());
  CHECK(rest[1].column == "mttr_h");
}

TEST_CASE("the data folder is what the environment says, else beside the program", "[unit]") {
  test::use_test_parts();
  CHECK(data_folder() == CHAPPE_SOURCE_DIR "/tests/scenario/data");
  unsetenv("CHAPPE_DATA");
  CHECK((data_folder().filename() == "data"));
  CHECK(data_folder().is_absolute());
  test::use_test_parts();
}
