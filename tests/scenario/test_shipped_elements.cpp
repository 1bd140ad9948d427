#include <catch2/catch.hpp>
#include <cstdlib>

#include "models/all.hpp"
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

/// True if the model asks for a length, which a link gives.
bool wants_length(const Model& model) {
  for (const ParamDoc& param : model.describe()) {
    if (param.key == "length_m" && param.required) return true;
  }
  return false;
}

/// The faults of making a part's element, "" if there are none.
std::string faults_of(const std::string& name, const Catalogue& catalogue) {
  Faults faults;
  Inputs inputs;
  PartStore parts(faults, inputs);
  const ElementPart* part = parts.element(name, {}, {});
  if (part == nullptr) return ScenarioError(faults.list()).what();
  const Model* model = catalogue.find(part->model);
  if (model == nullptr) return "unknown model " + part->model;
  ElementSpec spec{.name = "element", .model = part->model, .part = name, .params = part->params};
  if (wants_length(*model)) spec.params["length_m"].value = 1.0;
  const auto element = model->make(spec, faults);
  return element == nullptr || !faults.empty() ? ScenarioError(faults.list()).what() : "";
}

}  // namespace

TEST_CASE("parts of fibres, joints and receivers of light make elements", "[unit][parts]") {
  const ShippedParts shipped;
  Catalogue catalogue;
  add_models(catalogue);
  int made = 0;
  for (const std::string& name : part_names()) {
    if (!name.starts_with("fibre/") && !name.starts_with("optical/") &&
        !name.starts_with("receiver/")) {
      continue;
    }
    CAPTURE(name);
    CHECK_THAT(faults_of(name, catalogue), Catch::Equals(""));
    ++made;
  }
  CHECK(made >= 16);
}
