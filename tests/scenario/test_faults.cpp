#include <catch2/catch.hpp>

#include "scenario/support.hpp"

using namespace chappe;
using test::dac_scenario;
using test::Scratch;

TEST_CASE("T13 a misspelt key names its place and the nearest key", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults(dac_scenario("lnaes = 2\n")) ==
        "a.toml:6:1: unknown key 'lnaes' (did you mean 'lanes'?)");
  CHECK(scratch.faults(dac_scenario("elemnt.cable.length_m = 2\n")) ==
        "a.toml:6:1: unknown key 'elemnt' (did you mean 'element'?)");
  CHECK(scratch.faults(dac_scenario("element.cabel.length_m = 2\n")) ==
        "a.toml:6:15: unknown element 'cabel' in link 'dac' (did you mean 'cable'?)");
  CHECK(scratch.faults(dac_scenario("section.onyl.precoded = true\n")) ==
        "a.toml:6:14: unknown section 'onyl' in link 'dac' (did you mean 'only'?)");
  CHECK(scratch.faults(dac_scenario("section.only.precodde = true\n")) ==
        "a.toml:6:14: unknown key 'precodde' (did you mean 'precoded'?)");
  CHECK(scratch.faults(dac_scenario("fec.cdoe = \"none\"\n")) ==
        "a.toml:6:5: unknown key 'cdoe' (did you mean 'code'?)");
  CHECK(scratch.faults(dac_scenario("[solve]\nfidelty = \"waveform\"\n")) ==
        "a.toml:7:1: unknown key 'fidelty' (did you mean 'fidelity'?)");
  CHECK(scratch.faults(dac_scenario("[require]\nmargin_db_mni = 1\n")) ==
        "a.toml:7:1: unknown key 'margin_db_mni' (did you mean 'margin_db_min'?)");
  CHECK(scratch.faults(dac_scenario("[expct]\n")) ==
        "a.toml:6:2: unknown key 'expct' (did you mean 'expect'?)");
}

TEST_CASE("a value out of range or of a wrong kind names its place", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults(dac_scenario("lanes = 0\n")) ==
        "a.toml:6:9: lanes = 0 is outside [1, 4096]");
  CHECK(scratch.faults(dac_scenario("lanes = 1.5\n")) ==
        "a.toml:6:9: lanes = 1.5 is not a whole number");
  CHECK(scratch.faults(dac_scenario("mttr_h = \"long\"\n")) ==
        "a.toml:6:10: mttr_h = \"long\" is not a number [h]");
  CHECK(scratch.faults(dac_scenario("section.only.modulation = \"pam5\"\n")) ==
        "a.toml:6:27: modulation = \"pam5\" is not one of nrz, pam4, pam6 (did you mean 'pam4'?)");
  CHECK(scratch.faults(dac_scenario("[solve]\nframe_bytes = 1\n")) ==
        "a.toml:7:15: frame_bytes = 1 B is outside [64, 16384] B");
  CHECK(scratch.faults(dac_scenario("[require]\nber_pre_fec_max = nan\n")) ==
        "a.toml:7:19: ber_pre_fec_max = nan is not finite");
  CHECK(scratch.faults(dac_scenario("element.cable = 2\n")) ==
        "a.toml:6:17: element.cable must be a table of keys, not a whole number");
  CHECK(scratch.faults(dac_scenario("element = 2\n")) ==
        "a.toml:6:11: [[link]]: element must be a table, not a whole number");
  CHECK(scratch.faults(dac_scenario("[solve]\nframe_bytes = { sweep = [64] }\n")) ==
        "a.toml:7:15: frame_bytes cannot be swept here");
}

TEST_CASE("all faults of a file are reported at once", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults(dac_scenario("lanes = 0\n"
                                    "element.cabel.length_m = 2\n"
                                    "tmperature_c = 20\n"
                                    "[solve]\n"
                                    "reach = \"element.cable.length_m\"\n"
                                    "[expect]\n"
                                    "dca.reach_m = { value = 2, tolerance = 0.5 }\n")) ==
        "a.toml:8:1: unknown key 'tmperature_c' (did you mean 'temperature_c'?)\n"
        "a.toml:7:15: unknown element 'cabel' in link 'dac' (did you mean 'cable'?)\n"
        "a.toml:6:9: lanes = 0 is outside [1, 4096]\n"
        "a.toml:12:1: expect: unknown link 'dca' (did you mean 'dac'?)");
}

TEST_CASE("a fault is not followed by others that it causes", "[unit][scenario]") {
  const Scratch scratch;
  const std::string head = "schema = \"chappe.scenario/1\"\nname = \"x\"\n";
  const std::string axis = "element.cable.length_m = ";
  const std::string after =
      "[solve]\nreach = \"element.cable.length_m\"\n[expect]\n"
      "dac.fit = { min = 0, at = { \"element.cable.length_m\" = 1 } }\n";
  const std::string swept = axis + "{ sweep = [1, 2] }\n";
  // Without a path, nothing is known of its elements.
  CHECK_THAT(
      scratch.faults(head + "[[link]]\nname = \"dac\"\npart = \"link/dca\"\n" + swept + after),
      Catch::StartsWith("a.toml:5:8: part 'link/dca' is not in ") &&
          Catch::EndsWith("(did you mean 'link/dac'?)"));
  // Without a sweep, nothing of what is asked over it.
  CHECK(scratch.faults(dac_scenario(axis + "{ sweep = [1, 1] }\n" + after)) ==
        "a.toml:6:36: sweep value 1 is given twice");
  // Without a name, nothing of what names the link.
  CHECK(scratch.faults(head + "[[link]]\nnam = \"dac\"\npart = \"link/dac\"\n" + swept + after,
                       {{"dac.lanes", "2"}}) ==
        "a.toml:3:1: [[link]]: required key 'name' is absent\n"
        "a.toml:4:1: unknown key 'nam' (did you mean 'name'?)");
  CHECK(scratch.faults(head + "[[lnk]]\nname = \"dac\"\npart = \"link/dac\"\n" + after,
                       {{"dac.lanes", "2"}}) ==
        "a.toml:3:3: unknown key 'lnk' (did you mean 'link'?)");
  CHECK(scratch.faults(head + "[[link]]\nname = \"dac\"\n[[link.sectoin]]\nname = \"s\"\n") ==
        "a.toml:5:8: unknown key 'sectoin' (did you mean 'section'?)");
  // An element without a name is none that --set could name.
  CHECK(scratch.faults(head + "[[link]]\nname = \"dac\"\n[[link.section]]\nname = \"s\"\n"
                              "symbol_rate_gbd = 1\nelement = [{ nmae = \"a\", model = \"m\" }]\n",
                       {{"element.a.length_m", "1"}}) ==
        "a.toml:8:12: element: required key 'name' is absent");
}

TEST_CASE("a text that ends too early is said to be truncated", "[unit][scenario]") {
  const Scratch scratch;
  const std::string text = dac_scenario("element = { cable = { length_m = [1, 2");
  CHECK_THAT(scratch.faults(text), Catch::StartsWith("a.toml:6:") &&
                                       Catch::Contains("not valid TOML") &&
                                       Catch::EndsWith("is it truncated?"));
}

TEST_CASE("another schema is refused with no further word", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults("schema = \"chappe.scenario/2\"\nnmae = 3\n") ==
        "a.toml:1:10: schema = \"chappe.scenario/2\" is not one that this program reads: "
        "\"chappe.scenario/1\"");
  CHECK(scratch.faults("name = \"x\"\n") ==
        "a.toml:1:1: scenario: required key 'schema' is absent");
}

TEST_CASE("a scenario needs a name and a link, a link a path", "[unit][scenario]") {
  const Scratch scratch;
  const std::string head = "schema = \"chappe.scenario/1\"\n";
  CHECK(scratch.faults(head) ==
        "a.toml:1:1: scenario: required key 'name' is absent\n"
        "a.toml:1:1: scenario: at least one [[link]] is needed");
  CHECK(scratch.faults(head + "name = \"x\"\n[[link]]\n") ==
        "a.toml:3:1: [[link]]: required key 'name' is absent\n"
        "a.toml:3:1: link '' needs a part or sections");
  CHECK(scratch.faults(head + "name = \"x\"\nlink = [3]\n") ==
        "a.toml:3:9: link must be a table, not a whole number");
  CHECK(scratch.faults(dac_scenario("section = []\n")) ==
        "a.toml:6:11: a link has either a part or sections of its own");
}

TEST_CASE("names are used once and can be written in a path", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults(dac_scenario("[[link]]\nname = \"dac\"\npart = \"link/dac\"\n")) ==
        "a.toml:7:8: link name 'dac' is used twice");
  CHECK(scratch.faults(dac_scenario("[[link]]\nname = \"a.b\"\npart = \"link/dac\"\n")) ==
        "a.toml:7:8: name = \"a.b\" has other than letters, digits, _ and -");
  CHECK(scratch.faults(dac_scenario("[[link]]\nname = \"solve\"\npart = \"link/dac\"\n")) ==
        "a.toml:7:8: name = \"solve\" is a word of the grammar");
  CHECK(scratch.faults("schema = \"chappe.scenario/1\"\nname = \"x\"\n[[link]]\nname = \"l\"\n"
                       "[[link.section]]\nname = \"s\"\nsymbol_rate_gbd = 1\n"
                       "element = [{ name = \"a\", model = \"m\" },\n"
                       "           { name = \"a\", model = \"m\" }]\n"
                       "aggressor = [{ name = \"a\", transmitter = \"serdes/tx\" }]\n") ==
        "a.toml:9:12: element name 'a' is used twice in link 'l' (first at a.toml:8:12)\n"
        "a.toml:10:14: element name 'a' is used twice in link 'l' (first at a.toml:8:12)");
}

TEST_CASE("T13 a required key that is absent names its entry", "[unit][scenario]") {
  const Scratch scratch;
  CHECK(scratch.faults("schema = \"chappe.scenario/1\"\nname = \"x\"\n[[link]]\nname = \"l\"\n"
                       "[[link.section]]\nname = \"s\"\nelement = [{ name = \"a\" }, 3]\n"
                       "aggressor = [{ name = \"b\", transmitter = 1, replaces = \"c\" }]\n") ==
        "a.toml:7:12: element 'a' needs a part or a model\n"
        "a.toml:7:28: element must be a table, not a whole number\n"
        "a.toml:8:42: transmitter must be the name of a part or a table, not a whole number\n"
        "a.toml:5:1: section 's': required key 'symbol_rate_gbd' is absent\n"
        "a.toml:8:56: aggressor 'b': replaces = \"c\" is no element of section 's'"
        " (did you mean 'a'?)");
}

TEST_CASE("faults of a part are told once, at their place in the part", "[unit][scenario]") {
  const Scratch scratch;
  scratch.write("bad.toml",
                "model = \"test.cable\"\nlength_m = [1, \"a\"]\nvalid = { length_m = [2, 1] }\n");
  scratch.write("worse.toml", "model = \n");
  const std::string link =
      "part = \"link/dac\"\nelement.cable.part = \"./bad.toml\"\nelement.rx.part = "
      "\"./worse.toml\"\n";
  const std::string text =
      "schema = \"chappe.scenario/1\"\nname = \"x\"\n[[link]]\nname = \"l\"\n" + link +
      "[[link]]\nname = \"m\"\n" + link;
  const std::string faults = scratch.faults(text);
  CHECK_THAT(faults, Catch::StartsWith(
                         "bad.toml:3:22: valid: length_m must be [low, high]\n"
                         "bad.toml:2:12: length_m: a list holds numbers or texts, all of one kind\n"
                         "worse.toml:1:"));
  CHECK(std::count(faults.begin(), faults.end(), '\n') == 2);
}
