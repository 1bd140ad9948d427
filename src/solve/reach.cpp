// Reach of a link: scan, then refinement of the crossings. Declared in solve/cases.hpp.
#include <algorithm>
#include <cmath>

#include "base/parallel.hpp"
#include "solve/cases.hpp"

namespace chappe {
namespace {

/// The criterion of a length: its limits, or with reach_yield its yield.
bool met(const CaseResult& result, double yield) {
  if (yield > 0.0) return result.yield.yield >= yield;
  return result.figures.status == "ok" && result.missed.empty();
}

/// The lengths of one combination of the other axes, ascending, with the cases that hold them.
struct Scan {
  std::vector<std::pair<double, std::size_t>> points{};
};

double number(const Value& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

std::size_t reach_axis(const LinkStudy& study, const std::string& target) {
  for (std::size_t axis = 0; axis < study.sweeps.size(); ++axis) {
    if (study.sweeps[axis].target == target) return axis;
  }
  return study.sweeps.size();
}

std::vector<Scan> scans_of(const LinkStudy& study, std::size_t axis) {
  std::size_t inner = 1;
  for (std::size_t a = axis + 1; a < study.sweeps.size(); ++a)
    inner *= study.sweeps[a].values.size();
  const std::size_t length = study.sweeps[axis].values.size();
  std::vector<Scan> scans(case_count(study) / length);
  for (std::size_t i = 0; i < case_count(study); ++i) {
    const std::size_t outer = i / (inner * length), k = (i / inner) % length, rest = i % inner;
    scans[outer * inner + rest].points.emplace_back(number(study.sweeps[axis].values[k]), i);
  }
  for (Scan& scan : scans) std::sort(scan.points.begin(), scan.points.end());
  return scans;
}

struct Reach {
  double longest{0.0}, shortest{0.0};
  bool any{false}, bracketed{false};
};

/// Bisection between a value that meets the requirement and one that misses it.
template <class Meets>
double refine(double good, double bad, double tolerance, const Meets& meets) {
  while (std::abs(bad - good) > tolerance) {
    const double middle = 0.5 * (good + bad);
    (meets(middle) ? good : bad) = middle;
  }
  return good;
}

template <class Meets>
Reach reach_of(const Scan& scan, const std::vector<CaseResult>& cases, const SolveOptions& solve,
               const Meets& meets) {
  const double tolerance = solve.reach_tolerance, yield = solve.reach_yield;
  Reach out;
  std::size_t first = 0;
  while (first < scan.points.size() && !met(cases[scan.points[first].second], yield)) ++first;
  if (first == scan.points.size()) return out;
  out.any = true;
  std::size_t last = first;
  while (last + 1 < scan.points.size() && met(cases[scan.points[last + 1].second], yield)) ++last;
  out.shortest = scan.points[first].first;
  if (first > 0)
    out.shortest = refine(out.shortest, scan.points[first - 1].first, tolerance, meets);
  out.longest = scan.points[last].first;
  out.bracketed = last + 1 < scan.points.size();
  if (out.bracketed)
    out.longest = refine(out.longest, scan.points[last + 1].first, tolerance, meets);
  return out;
}

}  // namespace

std::optional<double> metres_per_unit(std::string_view target) {
  if (target.ends_with("_km")) return 1e3;
  if (target.ends_with("_mm")) return 1e-3;
  if (target.ends_with("_m")) return 1.0;
  return std::nullopt;
}

std::vector<std::string> find_reach(LinkResults& results, const CaseBuilder& builder,
                                    const CaseRequest& request, const RunControl& control) {
  const LinkStudy& study = *results.study;
  const std::size_t axis = reach_axis(study, request.solve.reach);
  if (axis == study.sweeps.size()) {
    throw ScenarioError("solve.reach = \"" + request.solve.reach + "\" is not swept by link '" +
                        study.spec.name + "'");
  }
  const std::optional<double> unit_m = metres_per_unit(request.solve.reach);
  if (!unit_m) throw ScenarioError("solve.reach = \"" + request.solve.reach + "\" is not a length");
  for (const Value& value : study.sweeps[axis].values) {
    const bool is_number =
        std::holds_alternative<double>(value) || std::holds_alternative<std::int64_t>(value);
    if (!is_number) {
      throw ScenarioError("solve.reach = \"" + request.solve.reach + "\" sweeps no numbers");
    }
  }
  const std::vector<Scan> scans = scans_of(study, axis);
  CaseRequest bare = request;
  bare.solve.eye = false;  // between the scan's values nobody looks at it
  std::vector<Reach> reaches(scans.size());
  const bool by_yield = request.solve.reach_yield > 0.0 && has_yield(study, request);
  const bool finished = parallel_for(
      scans.size(), by_yield ? 1 : control.threads,  // then its samples are solved in parallel
      [&](std::size_t s) {
        reaches[s] = reach_of(scans[s], results.cases, request.solve, [&](double value) {
          const PathSpec spec = case_spec(study, scans[s].points.front().second, axis, value);
          CaseResult result = solve_case_or_status(spec, builder, bare);
          if (by_yield) add_yield(study, spec, builder, bare, control, result);
          return met(result, request.solve.reach_yield);
        });
        if (control.progress) control.progress(s + 1, scans.size(), study.spec.name + ": reach");
      },
      control.stop);
  if (!finished) throw Interrupted("stopped while refining a reach");

  std::vector<std::string> remarks;
  for (std::size_t s = 0; s < scans.size(); ++s) {
    for (const auto& [value, i] : scans[s].points) {
      Figures& figures = results.cases[i].figures;
      figures.reach_m = reaches[s].longest * *unit_m;
      figures.reach_min_m = reaches[s].shortest * *unit_m;
      if (!reaches[s].any && figures.status == "ok") figures.status = "no_reach";
    }
    if (reaches[s].any && !reaches[s].bracketed) {
      remarks.push_back("link '" + study.spec.name +
                        "': the requirement still holds at the end of the scan"
                        " of " +
                        request.solve.reach + "; that reach is a lower bound");
    }
  }
  return remarks;
}

}  // namespace chappe
