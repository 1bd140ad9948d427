#include <catch2/catch.hpp>
#include <cstdlib>

#include "models/all.hpp"
#include "scenario/parts.hpp"
#include "scenario/support.hpp"
#include "tests/models/optics_checks.hpp"

using namespace chappe;
using Catch::Matchers::WithinRel;

namespace {

/// The element that a part of the project makes.
std::shared_ptr<const Element> shipped(const std::string& name) {
  setenv("CHAPPE_DATA", CHAPPE_SOURCE_DIR "/data", 1);
  Faults faults;
  Inputs inputs;
  PartStore parts(faults, inputs);
  const ElementPart* part = parts.element(name, {}, {});
  test::use_test_parts();
  faults.throw_if_any();
  Catalogue catalogue;
  add_models(catalogue);
  ElementSpec spec;
  spec.name = "x";
  spec.model = part->model;
  spec.params = part->params;
  auto made = catalogue.find(part->model)->make(spec, faults);
  faults.throw_if_any();
  return made;
}

double bandwidth_ghz(const std::string& name, double temperature_c) {
  OperatingPoint at;
  at.temperature_c = temperature_c;
  const auto element = shipped(name);
  return 1e-9 * test::half_power_hz(*as<Linear>(*element), at);
}

}  // namespace

TEST_CASE("VCSEL parts have the published bandwidths at 25 and 85 degC", "[validation][parts]") {
  // Nanoscale Res. Lett. 14:276 (2019), one decimal given; D and its drift were set to them, so
  // this holds the law and the part together.
  CHECK_THAT(bandwidth_ghz("laser/vcsel_100g", 25.0), WithinRel(30.5, 2e-3));
  CHECK_THAT(bandwidth_ghz("laser/vcsel_100g", 85.0), WithinRel(24.5, 2e-3));
  CHECK_THAT(bandwidth_ghz("laser/vcsel_50g", 25.0), WithinRel(21.2, 2e-3));
  CHECK_THAT(bandwidth_ghz("laser/vcsel_50g", 85.0), WithinRel(19.0, 2e-3));
}

TEST_CASE("the thin-film modulator rolls off by 1.8 dB at 50 GHz", "[validation][parts]") {
  FrequencyGrid grid;
  grid.f_hz = {50e9};
  const auto element = shipped("modulator/tfln_mzm_200g");
  const double level = std::norm(as<Linear>(*element)->transfer(grid, {})[0]);
  CHECK(10.0 * std::log10(level) == Approx(-1.8).margin(0.05));  // arXiv 2011.13422, one decimal
}

TEST_CASE("each transmitter part makes an element that gives finite light at its edges of use",
          "[unit][parts]") {
  const std::string name = GENERATE("laser/cw_dfb_1310", "laser/eml_dfb_1310", "laser/vcsel_100g",
                                    "laser/vcsel_50g", "laser/dml_50g");
  const double temperature_c = GENERATE(0.0, 25.0, 75.0);
  OperatingPoint at;
  at.temperature_c = temperature_c;
  at.symbol_rate_bd = 26.5625e9;
  const auto element = shipped(name);
  const LightSpec light = as<LightSource>(*element)->light(at);
  CHECK(light.power_w > 1e-4);
  CHECK(light.power_w < 0.1);
  CHECK(test::ledger_value(*element, "energy", at) > 0.0);
}

TEST_CASE("each modulator and driver part makes an element that maps its drive", "[unit][parts]") {
  const std::string name =
      GENERATE("modulator/siph_mzm_100g", "modulator/siph_mzm_200g", "modulator/tfln_mzm_200g",
               "modulator/eml_100g", "modulator/eml_200g", "driver/mzm_100g", "driver/mzm_200g",
               "driver/eml_100g", "driver/eml_200g", "driver/vcsel_100g", "driver/dml_50g");
  const auto element = shipped(name);
  const Static& law = *as<Static>(*element);
  for (const double v : {-1.0, -0.3, 0.0, 0.3, 1.0}) {
    CHECK(std::abs(law.map(v, {})) <= 1.0);
  }
  const double rise = name.starts_with("driver/")
                          ? law.map(0.1, {}).real() - law.map(-0.1, {}).real()
                          : std::norm(law.map(0.1, {})) - std::norm(law.map(-0.1, {}));
  CHECK(rise > 0.0);
}
