#include "cli/arguments.hpp"

#include <catch2/catch.hpp>

#include "cli/help.hpp"

using Catch::Matchers::Contains;
using chappe::ScenarioError;
using chappe::cli::Arguments;
using chappe::cli::parse_arguments;
using chappe::cli::Syntax;

namespace {

Syntax syntax() {
  Syntax s;
  s.verb = "run";
  s.purpose = "run it";
  s.operands = "SCENARIO.toml";
  s.operands_min = 1;
  s.operands_max = 1;
  s.options = {{"output", 'o', "FILE", "where", false},
               {"set", '\0', "PATH=VALUE", "change", true},
               {"threads", 'j', "N", "threads", false},
               {"json", '\0', "", "as JSON", false}};
  return s;
}

}  // namespace

TEST_CASE("an empty word is no value and no operand", "[unit][cli]") {
  CHECK_THROWS_WITH(parse_arguments(syntax(), {""}),
                    Contains("'chappe run' needs SCENARIO.toml, not an empty word"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a.toml", "--output="}),
                    Contains("option '--output' needs a value"));
  CHECK_THROWS_AS(parse_arguments(syntax(), {"a.toml", "-o", ""}), ScenarioError);
}

TEST_CASE("options are read in every usual spelling", "[unit][cli]") {
  const Arguments a = parse_arguments(
      syntax(), {"-oout.h5", "a.toml", "--set", "a.b=-3", "--set=c=d", "-j", "4", "--json"});
  CHECK(a.operands() == std::vector<std::string>{"a.toml"});
  CHECK(a.value("output") == "out.h5");
  CHECK(a.values("set") == std::vector<std::string>{"a.b=-3", "c=d"});
  CHECK(a.whole_number("threads", 1, 64) == 4);
  CHECK(a.has("json"));
  CHECK_FALSE(a.has("help"));
  CHECK(parse_arguments(syntax(), {"a.toml"}).value("output") == std::nullopt);
}

TEST_CASE("a lone dash is a name, for operands and for options", "[unit][cli]") {
  const Arguments a = parse_arguments(syntax(), {"-", "-o", "-"});
  CHECK(a.operands() == std::vector<std::string>{"-"});
  CHECK(a.value("output") == "-");
  CHECK(parse_arguments(syntax(), {"--", "-x.toml"}).operands().front() == "-x.toml");
}

TEST_CASE("a misspelt option is refused with a suggestion, never guessed", "[unit][cli]") {
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "--jsn"}),
                    Contains("unknown option '--jsn'") && Contains("did you mean '--json'?"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "--js"}), Contains("unknown option '--js'"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "-z"}),
                    Contains("unknown option '-z'") && Contains("--output"));
}

TEST_CASE("missing, surplus and repeated words are faults with the word in them", "[unit][cli]") {
  CHECK_THROWS_WITH(parse_arguments(syntax(), {}), Contains("needs SCENARIO.toml"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "b"}), Contains("'b' is one operand too many"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "-o"}), Contains("needs a value"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "--json=1"}), Contains("takes no value"));
  CHECK_THROWS_WITH(parse_arguments(syntax(), {"a", "-o", "x", "-o", "y"}),
                    Contains("'--output' is given more than once"));
  CHECK_NOTHROW(parse_arguments(syntax(), {"--help"}));
}

TEST_CASE("values are checked for form and range", "[unit][cli]") {
  const auto value = [](const std::string& word) {
    Arguments a;
    a.add("x", {word});
    return a;
  };
  for (const char* bad : {"0", "65", "-1", "4x", "", "1.5"}) {
    CHECK_THROWS_AS(value(bad).whole_number("x", 1, 64), ScenarioError);
  }
  for (const char* bad : {"0", "-1", "nan", "inf", "1s", ""}) {
    CHECK_THROWS_AS(value(bad).positive_number("x", "s"), ScenarioError);
  }
  CHECK(value("2.5").positive_number("x", "s") == 2.5);
  CHECK(Arguments().choice("x", {"auto", "none"}) == "auto");
  CHECK(value("none").choice("x", {"auto", "none"}) == "none");
  CHECK_THROWS_WITH(value("autos").choice("x", {"auto", "none"}), Contains("did you mean 'auto'?"));
}

TEST_CASE("help names every option and fits a terminal", "[unit][cli]") {
  Syntax s = syntax();
  s.options.push_back({"long", '\0', "",
                       "a text that is so long that it cannot stand on one line of a terminal and "
                       "has to be wrapped in its own column",
                       false});
  const std::string text = chappe::cli::verb_help(s);
  for (const auto& option : s.options) CHECK_THAT(text, Contains("--" + option.name));
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    CHECK(end - start <= 100);
    start = end + 1;
  }
}
