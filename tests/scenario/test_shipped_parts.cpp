#include <catch2/catch.hpp>
#include <cstdlib>

#include "scenario/parts.hpp"
#include "scenario/support.hpp"

using namespace chappe;

namespace {

class ShippedParts {
 public:
  ShippedParts() { setenv("CHAPPE_DATA", CHAPPE_SOURCE_DIR "/data", 1); }
  ~ShippedParts() { test::use_test_parts(); }
  ShippedParts(const ShippedParts&) = delete;
  ShippedParts& operator=(const ShippedParts&) = delete;
};

/// The faults of one part, "" if it reads; an element's values must all name a source.
std::string faults_of(const std::string& name) {
  Faults faults;
  Inputs inputs;
  PartStore parts(faults, inputs);
  if (name.starts_with("link/")) {
    parts.link(name, {}, {});
  } else if (const ElementPart* part = parts.element(name, {}, {})) {
    for (const auto& [key, value] : part->params) {
      if (value.provenance.source.empty() || value.provenance.source == "part " + name) {
        faults.add(value.origin, key + " has no source");
      }
    }
  }
  return faults.empty() ? "" : ScenarioError(faults.list()).what();
}

}  // namespace

TEST_CASE("every part of the project reads, and every number has a source", "[unit][parts]") {
  const ShippedParts shipped;
  const std::vector<std::string> names = part_names();
  CHECK_FALSE(names.empty());
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK_THAT(faults_of(name), Catch::Equals(""));
  }
}

TEST_CASE("every link part of the project is a link of a scenario", "[unit][parts]") {
  const test::Scratch scratch;
  const ShippedParts shipped;
  for (const std::string& name : part_names()) {
    if (!name.starts_with("link/")) continue;
    CAPTURE(name);
    CHECK_THAT(
        scratch.faults("schema = \"chappe.scenario/1\"\nname = \"x\"\n[[link]]\nname = \"l\"\n"
                       "part = \"" +
                       name + "\"\n"),
        Catch::Equals(""));
  }
}
