#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "models/all.hpp"
#include "scenario/support.hpp"
#include "scenario/tolerance_values.hpp"
#include "solve/cases.hpp"

using namespace chappe;
using Catch::Contains;
using test::dac_scenario;
using test::Scratch;

namespace {

using Shape = ToleranceLaw::Shape;

std::string spread(const std::string& law) { return "element.cable.length_m = { " + law + " }\n"; }

std::string faults_of(const std::string& more) { return Scratch().faults(dac_scenario(more)); }

}  // namespace

TEST_CASE("a distribution gives a spread and its centre as the value", "[unit][tolerance]") {
  const Scratch scratch;
  const auto study_of = [&](const std::string& law) {
    return scratch.read(dac_scenario(spread(law))).study.links[0];
  };
  const LinkStudy normal = study_of("distribution = \"normal\", mean = 2, sigma = 0.1, low = 1.5");
  REQUIRE(normal.tolerances.size() == 1);
  CHECK(normal.tolerances[0].target == "element.cable.length_m");
  ToleranceLaw law{Shape::normal, 2.0, 0.1};
  law.low = 1.5;
  CHECK(normal.tolerances[0].law == law);
  CHECK(normal.sweeps.empty());
  CHECK(find_value(normal.spec, "element.cable.length_m")->value == Value{2.0});
  const LinkStudy uniform = study_of("distribution = \"uniform\", low = 1, high = 2");
  CHECK(uniform.tolerances[0].law == ToleranceLaw{Shape::uniform, 1.5, 0.0, 1.0, 2.0});
  CHECK(find_value(uniform.spec, "element.cable.length_m")->value == Value{1.5});
  const LinkStudy other = study_of("distribution = \"triangular\", low = 1, mode = 1.2, high = 2");
  CHECK(other.tolerances[0].law == ToleranceLaw{Shape::triangular, 1.2, 0.0, 1.0, 2.0});
}

TEST_CASE("a setting replaces, adds and removes spreads", "[unit][tolerance]") {
  const Scratch scratch;
  const std::string text = dac_scenario(spread("distribution = \"uniform\", low = 1, high = 2"));
  const auto with = [&](const std::string& value) {
    return scratch.read(text, {{"element.cable.length_m", value}}).study.links[0];
  };
  CHECK(with("3.0").tolerances.empty());
  const LinkStudy swept = with("{ sweep = [1.0, 2.0] }");
  CHECK(swept.tolerances.empty());
  CHECK(swept.sweeps.size() == 1);
  const LinkStudy wider = with("{ distribution = \"uniform\", low = 0, high = 3 }");
  REQUIRE(wider.tolerances.size() == 1);
  CHECK(wider.tolerances[0].law.high == 3.0);
}

TEST_CASE("faults of distributions name place and reason", "[unit][tolerance]") {
  const auto fault = [](const std::string& law) { return faults_of(spread(law)); };
  CHECK_THAT(fault("distribution = \"norml\", mean = 2, sigma = 1"),
             Contains("a.toml:6:") && Contains("is not one of normal, uniform, triangular") &&
                 Contains("normal'"));
  CHECK_THAT(fault("distribution = \"normal\", mean = 2"), Contains("a distribution is {"));
  CHECK_THAT(fault("distribution = \"uniform\", low = 2"), Contains("a distribution is {"));
  CHECK_THAT(fault("distribution = \"normal\", mean = 2, sigma = 0"),
             Contains("a.toml:6:71: length_m: sigma = 0 is not above 0"));
  CHECK_THAT(fault("distribution = \"normal\", mean = 2, sigma = inf"),
             Contains("sigma = inf is not finite"));
  CHECK(fault("distribution = \"normal\", mean = \"a\", sigma = 1") ==
        "a.toml:6:60: length_m: mean must be a number, not a text in quotes");
  CHECK_THAT(fault("distribution = \"uniform\", low = 1, high = 2, sweep = [1]"),
             Contains("length_m is either swept or has a distribution"));
  CHECK_THAT(fault("distribution = \"normal\", mean = 2, sigma = 1, low = 3"),
             Contains("mean = 2 is not between low = 3.0 and high = inf"));
  CHECK_THAT(fault("distribution = \"triangular\", low = 1, mode = 3, high = 2"),
             Contains("mode = 3 is not between low = 1.0 and high = 2.0"));
  CHECK_THAT(fault("distribution = \"uniform\", low = 2, high = 2"),
             Contains("low = 2 is not below high = 2.0"));
  CHECK_THAT(fault("distribution = \"uniform\", low = 1, high = inf"),
             Contains("high = inf is not finite"));
  CHECK_THAT(fault("distribution = \"uniform\", low = 1, high = 2, mean = 1.5"),
             Contains("unknown key 'mean'"));
}

TEST_CASE("yield, reach at a yield and sensitivity need what they work on", "[unit][tolerance]") {
  CHECK_THAT(faults_of("[solve]\nyield_samples = 10\n"),
             Contains("yield_samples needs a parameter with a distribution"));
  const std::string length = spread("distribution = \"uniform\", low = 1, high = 2");
  CHECK_THAT(faults_of(length + "[solve]\nreach_yield = 0.99\n"),
             Contains("reach_yield needs solve.reach and solve.yield_samples"));
  CHECK_THAT(faults_of(length + "[solve]\nyield_samples = 10\nfidelity = \"waveform\"\n"),
             Contains("not solved by waveform"));
  CHECK_THAT(faults_of(length + "[require]\nyield_min = 0.9\n"),
             Contains("yield_min needs solve.yield_samples"));
  CHECK_THAT(faults_of("[solve]\nsensitivity = true\n"),
             Contains("sensitivity needs a parameter with a distribution or a sweep"));
  CHECK(faults_of(length + "[solve]\nyield_samples = 10\nsensitivity = true\n").empty());
}

TEST_CASE("sampled cables agree with whole solutions of them", "[validation][tolerance][long]") {
  setenv("CHAPPE_DATA", CHAPPE_SOURCE_DIR "/data", 1);
  const Study study = read_scenario(CHAPPE_SOURCE_DIR "/scenarios/copper/dac_yield.toml", {}).study;
  test::use_test_parts();
  Catalogue catalogue;
  add_models(catalogue);
  ElementCache cache;
  const CaseBuilder builder{catalogue, cache};
  CaseRequest whole;
  whole.solve = study.solve;
  whole.require = study.require;
  const PathSpec nominal = case_spec(study.links[0], 0);
  CaseRequest fast = whole;
  fast.sample = true;
  std::vector<double> differences;
  int verdicts = 0;
  constexpr std::size_t kSamples = 40;
  for (std::size_t i = 0; i < kSamples; ++i) {
    const PathSpec spec = sample_spec(study.links[0], nominal, 41, i);
    const CaseResult a = solve_case_or_status(spec, builder, whole);
    const CaseResult b = solve_case_or_status(spec, builder, fast);
    verdicts += a.missed.empty() == b.missed.empty() ? 0 : 1;
    differences.push_back(std::abs(std::log10(a.figures.ber_pre_fec / b.figures.ber_pre_fec)));
  }
  // Of 1,000 samples of another seed 95 % were within 0.03 decades, the worst within 0.34, and 11
  // verdicts differed: a shorter record moves every error ratio a little, and now and then the
  // search, which is local, to other settings. These bounds were fixed before this seed was drawn.
  std::sort(differences.begin(), differences.end());
  INFO("97.5 %: " << differences[38] << ", largest: " << differences[39] << " decades");
  CHECK(differences[37] < 0.03);  // 38 of 40: 95 %
  CHECK(differences[39] < 0.4);
  CHECK(verdicts <= 2);
}
