#include <catch2/catch.hpp>

#include "scenario/node.hpp"
#include "scenario/reader.hpp"
#include "scenario/support.hpp"

using namespace chappe;

namespace {

std::string fault_of(const std::string& text) {
  try {
    parse_toml(text, "x.toml");
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("members keep the order and the places in which they were written", "[unit][toml]") {
  const Node root = parse_toml("zeta = 1\nalpha = [2.5, \"x\"]\nb.c.d = 2026-03-01\n", "x.toml");
  REQUIRE(root.members.size() == 3);
  CHECK(root.members[0].key == "zeta");
  CHECK(root.members[0].value.scalar == Value{std::int64_t{1}});
  CHECK(root.members[0].value.origin().text() == "x.toml:1:8");
  CHECK(root.members[1].key_origin().text() == "x.toml:2:1");
  CHECK(root.members[1].value.items[1].origin().text() == "x.toml:2:15");
  const Member& date = root.members[2].value.members[0].value.members[0];
  CHECK(date.key_origin().text() == "x.toml:3:5");
  CHECK(date.value.scalar == Value{std::string("2026-03-01")});
}

TEST_CASE("a syntax error names file, line and column", "[unit][toml]") {
  CHECK_THAT(fault_of("a = 1\nb = = 2\n"), Catch::StartsWith("x.toml:2:5: not valid TOML: "));
  CHECK_THAT(fault_of("a = 1\na = 2\n"), Catch::StartsWith("x.toml:2:"));
  CHECK_THAT(fault_of("a = \"\xff\"\n"), Catch::StartsWith("x.toml:1:"));
  CHECK_THAT(fault_of("a = [1, 2"), Catch::StartsWith("x.toml:1:"));
}

TEST_CASE("T11 nesting deeper than 64 levels is refused ahead of parsing", "[unit][toml]") {
  const int level = GENERATE(65, 5000, 300000);
  const std::string deeper = "nested deeper than 64 levels";
  CHECK_THAT(fault_of("a = " + repeated("[", level)), Catch::Contains(deeper));
  CHECK_THAT(fault_of("a" + repeated(".a", level) + " = 1"), Catch::Contains(deeper));
  CHECK_THAT(fault_of("[" + repeated("a.", level) + "a]\nb = 1"), Catch::Contains(deeper));
  CHECK(fault_of("a = 1\nb = " + repeated("[", 65)) == "x.toml:2:69: " + deeper);
}

TEST_CASE("T11 moderate nesting of every kind together is refused too", "[unit][toml]") {
  CHECK(fault_of("a" + repeated(".a", 40) + " = 1").empty());
  CHECK(fault_of("a = " + repeated("[", 60) + repeated("]", 60)).empty());
  CHECK_THAT(fault_of("[" + repeated("a.", 40) + "a]\nb" + repeated(".b", 40) + " = 1"),
             Catch::Contains("nested deeper than 64 levels"));
}

TEST_CASE("brackets and points in strings and comments do not nest", "[unit][toml]") {
  const std::string many = repeated("[.", 100);
  CHECK(fault_of("a = \"" + many + "\\\"" + many + "\"\n").empty());
  CHECK(fault_of("a = '" + many + "\\'\nb = '''" + many + "\n'" + many + "'''\n").empty());
  CHECK(fault_of("a = \"\"\"" + many + "\n\"" + many + "\"\"\"\n").empty());
  CHECK(fault_of("# " + many + "\na = [" + repeated("0.5, ", 200) + "]\n").empty());
}

TEST_CASE("T11 a text of more than 1 MiB is refused", "[unit][toml]") {
  CHECK(fault_of(repeated("# 3456789012345\n", 65536)).empty());
  CHECK(fault_of(repeated("# 3456789012345\n", 65536) + "#") ==
        "x.toml: longer than 1048576 bytes");
}

TEST_CASE("T11 endless, absent and unfit files end in one message", "[unit][toml]") {
  const test::Scratch scratch;
  const auto fault = [](const std::string& file) -> std::string {
    try {
      read_text(file);
    } catch (const DataError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(fault(scratch.write("long.toml", std::string(kTomlBytesMax + 1, '#'))),
             Catch::EndsWith("long.toml' is longer than 1048576 bytes"));
  CHECK_THAT(fault((scratch.folder() / "none.toml").string()), Catch::EndsWith("no such file"));
  CHECK_THAT(fault(scratch.folder().string()), Catch::EndsWith("a folder, not a regular file"));
  CHECK(read_text(scratch.write("a.toml", "a = 1\n")) == "a = 1\n");
}

TEST_CASE("a command line's value is TOML, else nothing", "[unit][toml]") {
  CHECK(parse_toml_value("2.5", "x")->scalar == Value{2.5});
  CHECK(parse_toml_value("[1, 2]", "x")->items.size() == 2);
  CHECK(parse_toml_value("{ sweep = [1] }", "x")->kind == Node::Kind::table);
  CHECK_FALSE(parse_toml_value("../c2m.s4p", "x"));
  CHECK_FALSE(parse_toml_value("1\nother = 2", "x"));
  CHECK_FALSE(parse_toml_value("", "x"));
}

TEST_CASE("a table reader tells wrong kinds and what was never asked for", "[unit][toml]") {
  const Node root = parse_toml("name = 3\nflag = true\nlist = 1\nnumer = 2\nfree = 4\n", "x");
  Faults faults;
  TableReader table(root, "thing", faults);
  CHECK_FALSE(table.text("name"));
  CHECK(table.flag("flag") == true);
  CHECK(table.array("list") == nullptr);
  CHECK_FALSE(table.number("number"));
  CHECK(table.number("free") == 4.0);
  CHECK_FALSE(table.required_text("source"));
  REQUIRE(table.others().size() == 1);
  table.report_unknown();
  CHECK(std::string(ScenarioError(faults.list()).what()) ==
        "x:1:8: thing: name must be a text in quotes, not a whole number\n"
        "x:3:8: thing: list must be a list, not a whole number\n"
        "x:1:1: thing: required key 'source' is absent\n"
        "x:4:1: unknown key 'numer' (did you mean 'number'?)");
}

TEST_CASE("the first comment is the question", "[unit][toml]") {
  CHECK(first_comment("\n# How far\n# does it run?\nname = 1\n# no\n") == "How far does it run?");
  CHECK(first_comment("name = 1\n# no\n").empty());
  CHECK(first_comment("#\r\n# a\r\n#\r\n# b\r\n") == "a b");
  CHECK(first_comment("").empty());
}
