#include "solve/study.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <unordered_set>

#include "base/parallel.hpp"
#include "solve/cases.hpp"
#include "solve/expect.hpp"
#include "solve/tables.hpp"

namespace chappe {
namespace {

/// The ends of every tolerance, and one value between, are values that its model takes; of a normal
/// law without ends, those that one piece in a million passes.
void check_tolerances(const LinkStudy& link, const PathSpec& nominal, const CaseBuilder& builder) {
  constexpr double kFar = 1e-6, kBetween = 0.38196601;
  for (const Tolerance& tolerance : link.tolerances) {
    const ToleranceLaw& law = tolerance.law;
    const double low = std::isfinite(law.low) ? law.low : quantile(law, kFar);
    const double high = std::isfinite(law.high) ? law.high : quantile(law, 1.0 - kFar);
    for (const double value : {low, quantile(law, kBetween), high}) {
      PathSpec spec = nominal;
      Faults faults;
      set_value(spec, tolerance.target, {value, tolerance.origin, {}}, faults);
      faults.throw_if_any();
      try {
        builder.catalogue.build(spec, &builder.cache);
      } catch (const ScenarioError& error) {
        for (const Fault& fault : error.faults()) {
          faults.add(fault.origin, "a value that this distribution takes: " + fault.message);
        }
        faults.throw_if_any();
      }
    }
  }
}

/// Faults of a scenario are found before anything is computed: every case's path is built once.
void check_specs(const Study& study, const CaseBuilder& builder, const std::atomic<bool>* stop) {
  for (const LinkStudy& link : study.links) {
    for (std::size_t i = 0; i < case_count(link); ++i) {
      if (stop != nullptr && *stop) throw Interrupted("stopped; no result was written");
      try {
        const PathSpec spec = case_spec(link, i);
        builder.catalogue.build(spec, &builder.cache);
        check_tolerances(link, spec, builder);
      } catch (const ModelError&) {
        // a status of that case
      }
    }
  }
}

void add_lines(const std::vector<std::string>& lines, std::vector<std::string>& out,
               std::unordered_set<std::string>& seen) {
  for (const std::string& line : lines) {
    if (seen.insert(line).second) out.push_back(line);
  }
}

/// Limits outside a reach search decide the exit code; inside one they are its criterion.
void collect_missed(const Study& study, const LinkResults& results,
                    std::vector<std::string>& failed) {
  const std::string& name = results.study->spec.name;
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    const CaseResult& result = results.cases[i];
    if (study.solve.reach.empty() && study.require.any_case_limit()) {
      for (const std::string& line : result.missed) failed.push_back(name + ": " + line);
    }
    if (study.require.reach_m_min && !(result.figures.reach_m >= *study.require.reach_m_min)) {
      failed.push_back(name + ": reach_m is below reach_m_min");
      break;
    }
  }
}

}  // namespace

StudyOutcome run_study(const Study& study, const Catalogue& catalogue, const RunControl& control) {
  ElementCache cache;
  const CaseBuilder builder{catalogue, cache};
  check_specs(study, builder, control.stop);
  const bool counts = study.solve.fidelity == "waveform" || study.solve.cross_check;
  SpreadCache spreads;
  CaseRequest request;
  request.spreads = &spreads;
  request.solve = study.solve;
  request.require = study.require;
  request.allow_extrapolation = control.allow_extrapolation;
  request.allow_outside = control.allow_outside;
  request.seed = control.seed;
  request.threads = counts ? control.threads : 1;
  request.stop = control.stop;

  StudyOutcome out;
  std::unordered_set<std::string> seen;
  bool any_valid = false;
  std::string why_invalid;
  for (const LinkStudy& link : study.links) {
    LinkResults results{&link, std::vector<CaseResult>(case_count(link))};
    std::atomic<std::size_t> done{0};
    const bool finished = parallel_for(
        results.cases.size(), counts ? 1 : control.threads,
        [&](std::size_t i) {
          results.cases[i] = solve_case_or_status(case_spec(link, i), builder, request);
          const std::size_t now = ++done;
          if (control.progress) control.progress(now, results.cases.size(), link.spec.name);
        },
        control.stop);
    if (!finished) throw Interrupted("stopped; no result was written");
    for (std::size_t i = 0; i < results.cases.size() && has_yield(link, request); ++i) {
      add_yield(link, case_spec(link, i), builder, request, control, results.cases[i]);
    }
    if (study.solve.sensitivity) find_sensitivity(results, builder, request, control);
    if (!study.solve.reach.empty()) {
      add_lines(find_reach(results, builder, request, control), out.assumptions, seen);
    }
    if (!link.tolerances.empty() && study.solve.yield_samples == 0 && !study.solve.sensitivity) {
      add_lines({"link '" + link.spec.name +
                 "': WARNING: distributions stand for their centres: neither solve.yield_samples"
                 " nor solve.sensitivity is set"},
                out.assumptions, seen);
    }
    bool told = false;
    for (const CaseResult& result : results.cases) {
      add_lines(result.assumptions, out.assumptions, seen);
      const bool valid = result.figures.status != "outside_validity";
      any_valid = any_valid || valid;
      if (valid) continue;
      if (why_invalid.empty()) why_invalid = result.missed.front();
      // The first of a link's cases stands for all: each has its status.
      if (!told) {
        add_lines({"link '" + link.spec.name + "' outside validity: " + result.missed.front()},
                  out.assumptions, seen);
      }
      told = true;
    }
    collect_missed(study, results, out.failed);
    for (Table& table : result_tables(results)) out.tables.push_back(std::move(table));
  }
  out.any_valid = any_valid;
  if (!any_valid) throw ModelError(why_invalid);
  const auto missed = missed_expectations(study.expect, out.tables);
  out.failed.insert(out.failed.end(), missed.begin(), missed.end());
  return out;
}

}  // namespace chappe
