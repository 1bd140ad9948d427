#include <catch2/catch.hpp>

#include "scenario/path_reader.hpp"
#include "scenario/reader.hpp"
#include "scenario/sweep_values.hpp"
#include "scenario/values.hpp"

using namespace chappe;

namespace {

struct Outcome {
  std::optional<ReadValue> read{};
  std::string faults{};
};

/// `key = text`, read as a scenario's value with source "here".
Outcome read_text_value(const std::string& text, const std::string& key = "x",
                        bool may_sweep = true) {
  const Node root = parse_toml(key + " = " + text, "v.toml");
  Frame frame{"here", "today", false, "folder", may_sweep};
  Faults faults;
  Outcome out;
  out.read = read_value(key, root.members[0], frame, faults);
  if (!faults.empty()) out.faults = ScenarioError(faults.list()).what();
  return out;
}

std::vector<Value> sweep_of(const std::string& text) {
  const Outcome out = read_text_value(text);
  CHECK_THAT(out.faults, Catch::Equals(""));
  return out.read ? out.read->sweep : std::vector<Value>{};
}

std::string fault_of(const std::string& text) { return read_text_value(text).faults; }

}  // namespace

TEST_CASE("plain values keep their kind and inherit the source", "[unit][values]") {
  CHECK(read_text_value("2").read->value.value == Value{std::int64_t{2}});
  CHECK(read_text_value("2.0").read->value.value == Value{2.0});
  CHECK(read_text_value("true").read->value.value == Value{true});
  CHECK(read_text_value("[1, 2.5]").read->value.value == Value{std::vector<double>{1.0, 2.5}});
  CHECK(read_text_value("[\"a\"]").read->value.value == Value{std::vector<std::string>{"a"}});
  const ParamValue value = read_text_value("2").read->value;
  CHECK(value.provenance.source == "here");
  CHECK(value.provenance.date == "today");
  CHECK_FALSE(value.provenance.verified);
  CHECK(value.origin.text() == "v.toml:1:5");
  CHECK(value.key_column == 1);
  CHECK(fault_of("[1, \"a\"]") == "v.toml:1:5: x: a list holds numbers or texts, all of one kind");
  CHECK(fault_of("[[1]]") == "v.toml:1:5: x: a list holds numbers or texts, all of one kind");
}

TEST_CASE("a value table names its own source; a new source is unverified", "[unit][values]") {
  const auto provenance = [](const std::string& text) {
    return read_text_value(text).read->value.provenance;
  };
  const Provenance own = provenance("{ value = 2, source = \"there\", low = 1, high = 3 }");
  CHECK(own.source == "there");
  CHECK(own.date.empty());
  CHECK(own.low == 1.0);
  CHECK(own.high == 3.0);
  const Provenance same = provenance("{ value = 2, verified = true }");
  CHECK(same.source == "here");
  CHECK(same.date == "today");
  CHECK(same.verified);
  CHECK(read_text_value("{ value = 2.5 }").read->value.origin.text() == "v.toml:1:15");
}

TEST_CASE("faults of value tables", "[unit][values]") {
  CHECK(fault_of("{ valu = 2 }") ==
        "v.toml:1:5: x: a table as a value needs `value` or `sweep`\n"
        "v.toml:1:7: unknown key 'valu' (did you mean 'value'?)");
  CHECK(fault_of("{ value = 2, low = 3 }") == "v.toml:1:15: x: value is not between low and high");
  CHECK(fault_of("{ value = 2, verified = 1 }") ==
        "v.toml:1:29: x: verified must be true or false, not a whole number");
  CHECK(fault_of("{ value = { value = 1 } }") == "v.toml:1:15: x must be a value, not a table");
  CHECK(fault_of("{ value = \"a\", low = 1 }") ==
        "v.toml:1:15: x: low and high belong to a number");
}

TEST_CASE("lists of a sweep hold one kind", "[unit][sweep]") {
  CHECK(sweep_of("{ sweep = [1, 2] }") == std::vector<Value>{std::int64_t{1}, std::int64_t{2}});
  CHECK(sweep_of("{ sweep = [1, 2.5] }") == std::vector<Value>{1.0, 2.5});
  CHECK(sweep_of("{ sweep = [\"b\", \"a\"] }") ==
        std::vector<Value>{std::string("b"), std::string("a")});
  CHECK(read_text_value("{ sweep = [3, 4] }").read->value.value == Value{std::int64_t{3}});
  CHECK(fault_of("{ sweep = [1, \"a\"] }") ==
        "v.toml:1:19: a sweep holds numbers or texts, all of one kind");
  CHECK(fault_of("{ sweep = [true] }") ==
        "v.toml:1:16: a sweep holds numbers or texts, all of one kind");
  CHECK(fault_of("{ sweep = [] }") == "v.toml:1:15: a sweep needs at least one value");
  CHECK(fault_of("{ sweep = [1.0, 2, 1] }") == "v.toml:1:15: sweep value 1.0 is given twice");
  CHECK(fault_of("{ sweep = [1.0, inf] }") == "v.toml:1:15: sweep value inf is not finite");
  CHECK(fault_of("{ sweep = 3 }") == "v.toml:1:15: x: sweep must be a list, not a whole number");
}

TEST_CASE("ranges of a sweep include their ends and hold tidy numbers", "[unit][sweep]") {
  CHECK(sweep_of("{ from = 0.1, to = 0.5, step = 0.1 }") ==
        std::vector<Value>{0.1, 0.2, 0.3, 0.4, 0.5});
  CHECK(sweep_of("{ from = -0.3, to = 0.1, step = 0.1 }") ==
        std::vector<Value>{-0.3, -0.2, -0.1, 0.0, 0.1});
  CHECK(sweep_of("{ from = 2, to = 1, step = -0.5 }") == std::vector<Value>{2.0, 1.5, 1.0});
  CHECK(sweep_of("{ from = 0, to = 1, step = 0.4 }") == std::vector<Value>{0.0, 0.4, 0.8});
  CHECK(sweep_of("{ from = 0, to = 1, count = 5 }") ==
        std::vector<Value>{0.0, 0.25, 0.5, 0.75, 1.0});
  CHECK(sweep_of("{ from = 0, to = 1, count = 4 }").back() == Value{1.0});
}

TEST_CASE("ranges that lead nowhere are faults", "[unit][sweep]") {
  const std::string forms =
      "v.toml:1:5: a sweep is { sweep = [..] } or { from = , to = , step = | count = }";
  CHECK(fault_of("{ from = 0, to = 1 }") == forms);
  CHECK(fault_of("{ from = 0, step = 1 }") == forms);
  CHECK(fault_of("{ from = 0, to = 1, step = 1, count = 2 }") == forms);
  const std::string step = GENERATE("0", "-0.1", "1e-9", "nan");
  CHECK(fault_of("{ from = 0, to = 1, step = " + step + " }") ==
        "v.toml:1:5: step must lead from `from` to `to` in at most 100000 values");
  const std::string count = GENERATE("1", "2.5", "1e9", "-3", "nan");
  CHECK(fault_of("{ from = 0, to = 1, count = " + count + " }") ==
        "v.toml:1:5: count must be a whole number in [2, 100000]");
  CHECK(fault_of("{ from = 0, to = inf, count = 2 }") ==
        "v.toml:1:5: the ends of a sweep must be finite");
}

TEST_CASE("a part cannot be swept", "[unit][sweep]") {
  CHECK(read_text_value("{ sweep = [1] }", "x", false).faults ==
        "v.toml:1:5: x cannot be swept here");
}

TEST_CASE("files are taken from the folder of the text that names them", "[unit][values]") {
  const auto file = [](const std::string& key, const std::string& text) {
    return read_text_value(text, key).read->value.value;
  };
  CHECK(file("file", "\"a/../b.s4p\"") == Value{std::string("folder/b.s4p")});
  CHECK(file("mask_file", "\"../b.s4p\"") == Value{std::string("b.s4p")});
  CHECK(file("file", "\"/b.s4p\"") == Value{std::string("/b.s4p")});
  CHECK(file("file", "\"\"") == Value{std::string()});
  CHECK(file("note", "\"b.s4p\"") == Value{std::string("b.s4p")});
  CHECK(read_text_value("{ sweep = [\"b\", \"c\"] }", "file").read->sweep ==
        std::vector<Value>{std::string("folder/b"), std::string("folder/c")});
}

TEST_CASE("faults of an aggressor name the key at fault", "[unit][path]") {
  const Node root = parse_toml(
      "[[section]]\nname = \"s\"\nsymbol_rate_gbd = 1\n[[section.aggressor]]\nname = \"a\"\n"
      "type = \"nxt\"\nmodel = \"m\"\npart = \"p\"\n",
      "v.toml");
  Faults faults;
  Inputs inputs;
  PartStore parts(faults, inputs);
  Reading reading{faults, parts};
  Replacements none;
  PathSpec path;
  PathReader(reading, none).read_sections(root.members[0].value, {}, path);
  CHECK(std::string(ScenarioError(faults.list()).what()) ==
        "v.toml:6:8: type = \"nxt\" is not one of fext, next (did you mean 'next'?)\n"
        "v.toml:4:1: aggressor 'a' needs a transmitter\n"
        "v.toml:7:1: element 'a' has both a part and a model");
}
