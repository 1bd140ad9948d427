#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "fec/code.hpp"
#include "fec/inner_code_outcome.hpp"
#include "fec/outcome.hpp"
#include "solve/case_ledger.hpp"
#include "solve/inner_errors.hpp"
#include "solve/requirement.hpp"
#include "tests/solve/quick_case.hpp"

using namespace chappe;
using namespace chappe::test;

namespace {

constexpr double kShare = 120.0 / 128.0 * 1088.0 / 1089.0;  // payload of an inner line
constexpr const char* kCode = "hamming128_120";

void set(SectionSpec& section, const char* key, Value value) {
  section.params[key] = {std::move(value), {}, {}};
}

PathSpec inner_path(const char* code = kCode) {
  PathSpec spec = test_path();
  set(spec.sections[0], "inner_code", std::string(code));
  set(spec.sections[0], "inner_latency_ns", 12.0);
  set(spec.sections[0], "inner_energy_pj_per_bit", 0.3);
  spec.fec[0].params["codeword_interleave"] = {Value{std::int64_t{4}}, {}, {}};
  return spec;
}

/// Host, module with an inner code, host, at one payload rate.
PathSpec three_sections() {
  PathSpec spec = inner_path();
  spec.sections[0].name = "optical";
  SectionSpec host = spec.sections[0];
  for (const char* key : {"inner_code", "inner_latency_ns", "inner_energy_pj_per_bit"}) {
    host.params.erase(key);
  }
  set(host, "symbol_rate_gbd", 50.0 * kShare);
  SectionSpec out = host, in = host;
  out.name = "to_module";
  in.name = "to_host";
  for (ElementSpec& element : out.elements) element.name += "_out";
  for (ElementSpec& element : in.elements) element.name += "_in";
  spec.sections.insert(spec.sections.begin(), out);
  spec.sections.push_back(in);
  return spec;
}

void set_loss(PathSpec& spec, const char* cable, double db) {
  Faults faults;
  set_value(spec, std::string("element.") + cable + ".loss_db_per_m", {Value{db}, {}, {}}, faults);
}

CaseResult solved(const PathSpec& spec, const CaseRequest& request = quick_request()) {
  return solve_case(test_catalogue().build(spec), request);
}

double row(const CaseResult& result, const std::string& element, const std::string& quantity) {
  const auto it = std::find_if(result.ledger.begin(), result.ledger.end(), [&](const LedgerRow& r) {
    return r.element == element && r.quantity == quantity;
  });
  return it == result.ledger.end() ? -1.0 : it->value;
}

std::string build_error(const PathSpec& spec) {
  try {
    test_catalogue().build(spec);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("An inner code costs rate, latency and energy, each in its row", "[unit][solve]") {
  const CaseResult with = solved(inner_path()), without = solved(inner_path("none"));
  const Figures &f = with.figures, &plain = without.figures;
  CHECK(f.line_rate_gbps == Approx(400.0));
  CHECK(f.net_rate_gbps == Approx(400.0 * kShare * 5120.0 / 5440.0).epsilon(1e-12));
  CHECK(row(with, "fec inner accumulation", "latency") == Approx(1024.0 / 100.0));
  // The outer code's words arrive at the payload rate of all lanes.
  const double group_ns = 4.0 * 5440.0 / (400.0 * kShare);
  CHECK(row(with, "fec accumulation", "latency") == Approx(group_ns));
  CHECK(row(with, "fec inner interleaving", "latency") == Approx(2.0 * group_ns));
  CHECK(row(with, "fec inner processing", "latency") == 12.0);
  CHECK(row(with, "fec inner", "energy") == 0.3);
  CHECK(row(without, "fec inner accumulation", "latency") == -1.0);
  CHECK(f.latency_ns == Approx(29.0 + 10.24 + 3.0 * group_ns + 12.0 + 30.0).epsilon(1e-9));
  // (3 + 5) pJ a line bit of which less is payload, two modules of 2 W, 0.4 and 0.3 pJ a net bit.
  const double power_w = 2.0 * 400.0 * 8e-3 + 2.0 * 2.0 + 2.0 * f.net_rate_gbps * 0.7e-3;
  CHECK(f.power_w == Approx(power_w).epsilon(1e-9));
  CHECK(std::isnan(plain.ber_post_inner));
  CHECK(plain.net_rate_gbps > f.net_rate_gbps);
}

TEST_CASE("A section's errors go through its inner code ahead of the FEC", "[unit][solve]") {
  PathSpec spec = inner_path();
  set_loss(spec, "cable", 16.0);
  const CaseResult result = solved(spec);
  const Figures& f = result.figures;
  CAPTURE(f.ber_pre_fec, f.ber_post_inner);
  CHECK(f.ber_pre_fec > 1e-3);
  CHECK(f.ber_pre_fec < 2e-2);
  // Errors that decision feedback adds reach the inner code too, parted from each other.
  CHECK(f.burst_factor > 1.05);
  CHECK(f.burst_factor < 2.0);
  const InnerOutcome inner = inner_outcome(inner_code(kCode), f.ber_pre_fec * f.burst_factor);
  CHECK(f.ber_post_inner == Approx(inner.ber).epsilon(1e-9));
  const FecOutcome outer =
      fec_outcome(fec_code("rs544_514"), inner.as_independent(), {.codeword_interleave = 4});
  CHECK(f.frame_loss_ratio == Approx(outer.frame_loss_ratio).epsilon(1e-9));
  CHECK(f.codeword_error_ratio == Approx(*outer.codeword_error_ratio).epsilon(1e-9));
  CHECK(std::any_of(result.assumptions.begin(), result.assumptions.end(), [](const auto& line) {
    return line.starts_with("section 'only': hamming128_120 soft decoded by closed form");
  }));
  // The same path without: next to all frames lost.
  PathSpec bare = spec;
  set(bare.sections[0], "inner_code", std::string("none"));
  CHECK(solved(bare).figures.frame_loss_ratio > 100.0 * f.frame_loss_ratio);
}

TEST_CASE("A requirement goes back through the inner code: margin 0 where it is just met",
          "[property][solve]") {
  const Path path = test_catalogue().build(inner_path());
  const Requirements limits = requirements_in_force({}, path);
  const InnerCode& inner = inner_code(kCode);
  const double line = required_ber(limits, &path.fec[0], 64, inner);
  CHECK(line == Approx(5.264e-3).epsilon(2e-3));
  CHECK(inner_outcome(inner, line).as_independent() ==
        Approx(required_ber(limits, &path.fec[0], 64)).epsilon(1e-8));
  for (const double loss_db : {14.0, 15.0, 16.0, 16.2, 16.4, 18.0}) {
    PathSpec spec = inner_path();
    set_loss(spec, "cable", loss_db);
    const CaseResult result = solved(spec);
    CAPTURE(loss_db, result.figures.ber_pre_fec, result.figures.margin_db);
    const double with_feedback = result.figures.ber_pre_fec * result.figures.burst_factor;
    CHECK((result.figures.margin_db > 0.0) == (with_feedback < line));
    CHECK(result.missed.empty() == (result.figures.frame_loss_ratio <= 6.2e-11));
    CHECK((result.figures.margin_db > 0.0) == result.missed.empty());
  }
  // A limit on ber_pre_fec is one ahead of the inner code; without an outer one 1e-12 is behind it.
  Requirements pre;
  pre.ber_pre_fec_max = 1e-6;
  CHECK(required_ber(pre, &path.fec[0], 64, inner) == Approx(1e-6));
  const double alone = required_ber({}, nullptr, 64, inner);
  CHECK(inner_outcome(inner, alone).as_independent() == Approx(1e-12).epsilon(1e-6));
}

TEST_CASE("Sections of one FEC, one with an inner code: errors add behind it", "[unit][solve]") {
  PathSpec spec = three_sections();
  set_loss(spec, "cable", 16.0);
  set_loss(spec, "cable_out", 12.5);
  set_loss(spec, "cable_in", 12.5);
  const CaseResult result = solved(spec);
  const Figures& f = result.figures;
  // Alone: the section with the inner code, and a host section.
  PathSpec optical = inner_path();
  set_loss(optical, "cable", 16.0);
  const Figures module_only = solved(optical).figures;
  const double host = 0.5 * (f.ber_pre_fec - module_only.ber_pre_fec);
  CAPTURE(f.ber_pre_fec, module_only.ber_pre_fec, host, f.ber_post_inner);
  CHECK(host > 0.0);
  CHECK(f.ber_post_inner == Approx(module_only.ber_post_inner + 2.0 * host).epsilon(1e-6));
  CHECK(f.frame_loss_ratio >= module_only.frame_loss_ratio);
  CHECK(f.net_rate_gbps == Approx(module_only.net_rate_gbps).epsilon(1e-9));
  CHECK(f.line_rate_gbps == Approx(400.0 * kShare));
  CHECK(f.worst_section == "optical");
  double latency = 0.0;
  for (const LedgerRow& r : result.ledger) latency += r.quantity == "latency" ? r.value : 0.0;
  CHECK(latency == Approx(f.latency_ns).epsilon(1e-9));
}

TEST_CASE("Fidelity waveform decodes the inner code's words", "[validation][solve]") {
  Section section;
  section.name = "optical";
  section.inner_code = kCode;
  const InnerRequest simulate{.simulate = true, .seed = 3, .threads = 2};
  for (const double line : {8e-3, 4.8e-3}) {
    const SectionErrors counted = behind_inner_code(section, line, simulate);
    const SectionErrors law = behind_inner_code(section, line, {});
    // 2,000 failed words: 2.2 %, three of these and 0.01 of log10.
    CHECK(counted.ber == Approx(law.ber).epsilon(0.09));
    CHECK(counted.as_independent == Approx(law.as_independent).epsilon(0.09));
    CHECK(counted.ber != law.ber);
    CHECK(counted.assumption.find("by simulation: 2") != std::string::npos);
  }
  // Too rare to be counted: the closed form, and it says so.
  const SectionErrors rare = behind_inner_code(section, 5e-4, simulate);
  CHECK(rare.ber == behind_inner_code(section, 5e-4, {}).ber);
  CHECK(rare.assumption.find("by closed form: ") != std::string::npos);
  section.inner_code = "none";
  CHECK(behind_inner_code(section, 1e-3, simulate).ber == 1e-3);
  CHECK(behind_inner_code(section, 1e-3, simulate).assumption.empty());
}

TEST_CASE("An inner code where it cannot be is refused", "[unit][solve]") {
  CHECK(build_error(inner_path()).empty());
  CHECK(build_error(three_sections()).empty());
  PathSpec nrz = inner_path();
  set(nrz.sections[0], "modulation", std::string("nrz"));
  CHECK(build_error(nrz).find("an inner code needs modulation = \"pam4\"") != std::string::npos);
  PathSpec precoded = inner_path();
  set(precoded.sections[0], "precoded", true);
  CHECK(build_error(precoded).find("under a precoder is not modelled") != std::string::npos);
  CHECK(build_error(inner_path("hamming")).find("inner_code") != std::string::npos);
  PathSpec unlike = three_sections();
  set(unlike.sections[1], "symbol_rate_gbd", 50.0 * kShare);
  const std::string error = build_error(unlike);
  CHECK(error.find("behind its inner code section 'optical' hands on 87.7293 Gb/s a lane, "
                   "'to_module' ahead of it 93.6639 Gb/s") != std::string::npos);
}

TEST_CASE("The choices of inner_code are the codes there are", "[unit][solve]") {
  std::string all;
  for (const InnerCode& code : inner_codes()) {
    all += (all.empty() ? "" : "|") + std::string(code.name);
  }
  for (const ParamDoc& doc : describe_params<SectionParams>()) {
    if (doc.key == "inner_code") CHECK(doc.choices == all);
  }
}
