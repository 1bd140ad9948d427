#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "math/special.hpp"
#include "solve/case.hpp"
#include "solve/optical/electrical_run.hpp"
#include "solve/optical/level_densities.hpp"
#include "solve/optical/map_table.hpp"
#include "solve/optical/optical_chain.hpp"
#include "solve/optical/pattern_density.hpp"
#include "tests/solve/light_link.hpp"

using namespace chappe;
using namespace chappe::test;

TEST_CASE("a map's table gives back map and slope", "[unit][light]") {
  const MapTable table([](double v) { return std::polar(std::cos(0.4 * v), 0.2 * v); }, -3.0, 3.0);
  for (const double v : {-2.9, -1.2345, 0.0, 0.7, 2.99}) {
    const cd value = std::polar(std::cos(0.4 * v), 0.2 * v);
    const cd slope =
        std::polar(1.0, 0.2 * v) * cd(-0.4 * std::sin(0.4 * v), 0.2 * std::cos(0.4 * v));
    // h^4/384 times the fourth derivative (0.13) is 5e-13.
    CHECK(std::abs(table.value(v) - value) < 1e-12);
    CHECK(std::abs(table.slope(v) - slope) < 1e-9);
  }
  const cd end = table.value(3.0), slope = table.slope(3.0);
  CHECK(std::abs(table.value(4.0) - (end + slope)) < 1e-9);
}

TEST_CASE("every run of symbols stands once in a covering pattern", "[unit][light]") {
  for (const auto& [levels, run] : std::map<int, std::size_t>{{2, 12}, {4, 6}}) {
    for (const int number : {0, 1}) {
      const auto pattern = covering_pattern(levels, kPatternSymbols, number);
      std::set<std::uint32_t> seen;
      for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::uint32_t here = 0;
        for (std::size_t j = 0; j < run; ++j) here = here * 4 + pattern[(i + j) % pattern.size()];
        seen.insert(here);
      }
      CHECK(seen.size() == kPatternSymbols);
    }
  }
  CHECK(covering_pattern(4, kPatternSymbols, 0) != covering_pattern(4, kPatternSymbols, 1));
}

TEST_CASE("a mixture of equal Gaussians errs as in closed form", "[unit][light]") {
  const double sigma = GENERATE(0.3, 0.15, 0.06);
  PatternPart part;
  for (std::uint8_t i = 0; i < 4; ++i) {
    part.symbols.push_back(i);
    part.y.push_back(2.0 * i);
    SymbolNoise noise;
    noise.stationary_v2 = sigma * sigma;
    part.noise.push_back(noise);
  }
  part.jitter.resize(4);
  const PatternDensity density({0.0, 2.0, 4.0, 6.0}, false, {&part, 1}, {});
  const double q = q_function(1.0 / sigma);
  const double three = q_function(3.0 / sigma), five = q_function(5.0 / sigma);
  CHECK(density.errors().ser == Approx(1.5 * q).epsilon(1e-9));
  CHECK(density.errors().ber == Approx(0.75 * q + 0.5 * three - 0.25 * five).epsilon(1e-9));
  CHECK(density.tail(1.0) == Approx(q).epsilon(1e-9));
  CHECK(density.interference_v(q) == Approx(1.0).epsilon(1e-7));
  CHECK(density.available_v() == 1.0);
}

TEST_CASE("light is counted and reckoned alike", "[property][light]") {
  PathSpec spec = light_link();
  const bool far = GENERATE(false, true);
  set(spec, "element.tx.random_jitter_ui", 0.01);
  set(spec, "element.tx.dual_dirac_jitter_ui", 0.02);
  set(spec, "element.tx.snr_tx_db", 35.0);
  set(spec, "element.laser.rin_db_per_hz", -140.0);
  set(spec, "element.modulator.chirp", 0.5);
  set(spec, "element.fibre.length_m", far ? 2000.0 : 2.0);
  set(spec, "element.fibre.given_ps_per_nm_km", far ? -5.9 : 0.0);
  CaseRequest request;
  request.solve.cross_check = true;
  request.solve.cross_check_ber = {1e-3};
  request.threads = 2;
  const CaseResult result = solve_case(built(spec), request);
  REQUIRE(result.cross_check.size() == 1);
  CHECK(result.cross_check.front().events >= 1000);
  CHECK(std::abs(result.cross_check.front().z) <= 3.5);
  CHECK(result.figures.ber_method == "pattern_density");
}

TEST_CASE("a link's light follows from its parts", "[unit][light]") {
  PathSpec spec = light_link();
  set(spec, "element.driver.gain_db", 0.0);
  set(spec, "element.modulator.extinction_db", 100.0);
  const CaseResult result = solve_case(built(spec), {});
  // 0.3 V at V_pi = 4 V about quadrature: P = P0 T (1 + sin(pi v/V_pi))/2.
  const double swing = std::sin(3.14159265358979 * 0.3 / 4.0);
  const double mean_mw = 10.0 * std::pow(10.0, -0.4) / 2.0;
  CHECK(result.figures.launch_power_dbm == Approx(10.0 * std::log10(mean_mw)).margin(1e-6));
  CHECK(result.figures.oma_outer_dbm ==
        Approx(10.0 * std::log10(2.0 * mean_mw * swing)).margin(1e-6));
  CHECK(result.figures.extinction_ratio_db ==
        Approx(10.0 * std::log10((1.0 + swing) / (1.0 - swing))).margin(1e-6));
  CHECK(result.figures.optical_loss_db == Approx(0.175).margin(1e-9));
  CHECK(result.figures.received_oma_dbm ==
        Approx(result.figures.oma_outer_dbm - 0.175).margin(1e-9));
}

TEST_CASE("as much loss as the optical margin says leaves the requirement just met",
          "[property][light]") {
  PathSpec spec = light_link();
  const CaseResult before = solve_case(built(spec), {});
  const double margin_db = before.figures.optical_margin_db;
  REQUIRE(margin_db > 1.0);
  set(spec, "element.fibre.attenuation_db_per_km", 0.35 + 2.0 * margin_db);
  const CaseResult after = solve_case(built(spec), {});
  // Settings found anew for more noise can only be better than those that were held.
  CHECK(after.figures.optical_margin_db > -0.02);
  CHECK(after.figures.optical_margin_db < 0.1);
  CHECK(after.figures.margin_db > -0.04);
  CHECK(after.figures.margin_db < 0.2);
}

TEST_CASE("a section with light needs one source, one modulator, one detector", "[unit][light]") {
  PathSpec spec = light_link();
  auto& elements = spec.sections.front().elements;
  elements.erase(elements.begin() + 2);
  CHECK_THROWS_WITH(built(spec), Catch::Contains("no light source ahead of modulator 'modulator'"));
  spec = light_link();
  set(spec, "element.tx.sinusoidal_jitter_ui", 0.1);
  set(spec, "element.tx.sinusoidal_jitter_mhz", 4.0);
  CHECK_THROWS_WITH(solve_case(built(spec), {}), Catch::Contains("sinusoidal jitter"));
}

TEST_CASE("ends that reflect make an echo between them", "[unit][light]") {
  const FrequencyGrid grid{{0.0, 1e9}};
  const std::vector<cd> run = electrical_run({}, grid, {}, {0.1, 0.2}, {0.3, cd(0.0, 0.5)});
  CHECK(std::abs(run[0] - 1.0 / (1.0 - 0.03)) < 1e-15);
  CHECK(std::abs(run[1] - 1.0 / (1.0 - cd(0.0, 0.1))) < 1e-15);
  CHECK(electrical_run({}, grid, {}, {}, {})[1] == cd(1.0));
  CHECK(reflection_of(50.0) == 0.0);
  CHECK(reflection_of(150.0) == 0.5);
}

TEST_CASE("every pair of reflecting points beats within its bound", "[unit][light]") {
  PathSpec spec = light_link();
  auto& elements = spec.sections.front().elements;
  for (const char* name : {"near", "far"}) {
    const auto at = elements.begin() + (std::string(name) == "near" ? 4 : 6);
    elements.insert(
        at, element_of(name, "optics.connector", {{"loss_db", 0.5}, {"reflectance_db", -26.0}}));
  }
  const Path path = built(spec);
  OperatingPoint at;
  at.symbol_rate_bd = 53.125e9;
  const Section& section = path.sections.front();
  const OpticalChain chain = optical_chain(section, at, optical_grid(section, false));
  REQUIRE(chain.echoes.size() == 1);
  // sqrt(R1 R2) times the power left between them: the first connector's loss and the fibre's.
  const double ratio = std::pow(10.0, -2.6) * std::pow(10.0, -(0.5 + 0.175) / 10.0);
  CHECK(chain.echoes.front().field_ratio == Approx(ratio).epsilon(1e-12));
  PatternAtSlicer slicer;
  slicer.kernel = {cd(1000.0)};
  slicer.level_v = {0.0, 1.0, 2.0, 3.0};
  const std::vector<double> levels_a{1e-4, 2e-4, 3e-4, 4e-4};
  const LevelDensities densities = level_densities(chain, slicer, levels_a, 1e-6);
  REQUIRE(densities.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const double bound = 2e3 * ratio * std::sqrt(levels_a[k] * 4e-4);
    CHECK(densities[k].amplitude(0) > -bound - 1e-6);
    CHECK(densities[k].amplitude(0) < -0.99 * bound);
    // Mean square of a cosine, over the other level.
    CHECK(densities[k].variance() ==
          Approx(2e6 * ratio * ratio * levels_a[k] * 2.5e-4).epsilon(1e-3));
  }
}
