#include "solve/sensitivity.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include "base/parallel.hpp"
#include "solve/cases.hpp"

namespace chappe {
namespace {

// Wide enough that what the searched instants leave of noise in a margin, 0.002 dB, is small.
constexpr double kSigmas = 0.5;
constexpr double kRelative = 1e-2;

std::optional<double> number_at(const PathSpec& spec, const std::string& target) {
  const ParamValue* given = find_value(spec, target);
  if (given == nullptr) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&given->value)) {
    return static_cast<double>(*whole);
  }
  const auto* real = std::get_if<double>(&given->value);
  return real == nullptr ? std::nullopt : std::optional<double>(*real);
}

struct Parameter {
  std::string target{};
  double step{0.0};  ///< 0 = relative
  Origin origin{};
};

std::vector<Parameter> parameters_of(const LinkStudy& study) {
  std::vector<Parameter> out;
  for (const Tolerance& tolerance : study.tolerances) {
    out.push_back(
        {tolerance.target, kSigmas * standard_deviation(tolerance.law), tolerance.origin});
  }
  for (const Sweep& sweep : study.sweeps) {
    if (std::holds_alternative<double>(sweep.values.front()) ||
        std::holds_alternative<std::int64_t>(sweep.values.front())) {
      out.push_back({sweep.target, 0.0, sweep.origin});
    }
  }
  return out;
}

/// Figures with the parameter at another value; nothing where that has no meaning or no figures.
std::optional<Figures> figures_at(PathSpec spec, const Parameter& parameter, double value,
                                  const CaseBuilder& builder, const CaseRequest& request) {
  Faults faults;
  set_value(spec, parameter.target, {value, parameter.origin, {}}, faults);
  try {
    const CaseResult result = solve_case_or_status(spec, builder, request);
    if (result.figures.status == "ok") return result.figures;
  } catch (const ScenarioError&) {
    // Beyond what the model takes, or a parameter that takes whole numbers only.
  }
  return std::nullopt;
}

double log10_of(double ratio) { return std::log10(std::max(ratio, 1e-300)); }

void fill(const std::optional<Figures>& less, const std::optional<Figures>& more,
          SensitivityRow& row) {
  if (!less || !more) return;
  const double span = 2.0 * row.step;
  row.margin_db = (more->margin_db - less->margin_db) / span;
  row.log10_ber_pre_fec = (log10_of(more->ber_pre_fec) - log10_of(less->ber_pre_fec)) / span;
  row.log10_frame_loss_ratio =
      (log10_of(more->frame_loss_ratio) - log10_of(less->frame_loss_ratio)) / span;
}

/// Rows of parameters that have a figure in any case, in all cases alike.
void drop_unvaried(std::vector<CaseResult>& cases) {
  for (std::size_t p = cases.front().sensitivity.size(); p-- > 0;) {
    const bool any = std::any_of(cases.begin(), cases.end(), [p](const CaseResult& result) {
      return !std::isnan(result.sensitivity[p].log10_ber_pre_fec);
    });
    if (any) continue;
    for (CaseResult& result : cases) {
      result.sensitivity.erase(result.sensitivity.begin() + static_cast<std::ptrdiff_t>(p));
    }
  }
}

}  // namespace

void find_sensitivity(LinkResults& results, const CaseBuilder& builder, const CaseRequest& request,
                      const RunControl& control) {
  const LinkStudy& study = *results.study;
  const std::vector<Parameter> parameters = parameters_of(study);
  const std::size_t count = parameters.size();
  if (count == 0) return;
  for (CaseResult& result : results.cases) result.sensitivity.resize(count);
  std::atomic<std::size_t> done{0};
  const auto solve_one = [&](std::size_t i) {
    const Parameter& parameter = parameters[i % count];
    SensitivityRow& row = results.cases[i / count].sensitivity[i % count];
    row.parameter = parameter.target;
    const PathSpec spec = case_spec(study, i / count);
    const double value = number_at(spec, parameter.target).value_or(0.0);
    row.step = parameter.step > 0.0 ? parameter.step : kRelative * std::abs(value);
    if (row.step > 0.0) {
      fill(figures_at(spec, parameter, value - row.step, builder, request),
           figures_at(spec, parameter, value + row.step, builder, request), row);
    }
    const std::size_t now = ++done;
    if (control.progress) {
      control.progress(now, results.cases.size() * count, study.spec.name + ": sensitivity");
    }
  };
  if (!parallel_for(results.cases.size() * count, control.threads, solve_one, control.stop)) {
    throw Interrupted("stopped; no result was written");
  }
  drop_unvaried(results.cases);
  results.cases.front().assumptions.push_back(
      "sensitivity: central differences with the equalisers searched anew on either side");
}

Table sensitivity_table(const Table& figures, const LinkResults& results) {
  Table table;
  table.name = figures.name + "/sensitivity";
  table.title = "change of figures of " + figures.name + " per unit of a parameter";
  table.axes = figures.axes;
  const std::vector<SensitivityRow>& first = results.cases.front().sensitivity;
  std::vector<std::string> parameters, axes;
  for (const SensitivityRow& row : first) parameters.push_back(row.parameter);
  for (const Axis& axis : table.axes) axes.push_back(axis.name);
  axes.push_back("parameter");
  table.axes.push_back({"parameter", "", "what is varied", std::move(parameters)});
  const auto add = [&](const char* name, const char* unit, const char* doc,
                       double SensitivityRow::*member) {
    std::vector<double> values;
    for (const CaseResult& result : results.cases) {
      for (const SensitivityRow& row : result.sensitivity) values.push_back(row.*member);
    }
    table.columns.push_back({name, unit, doc, axes, std::move(values)});
  };
  add("d_margin_db", "dB", "of margin_db, per unit of the parameter", &SensitivityRow::margin_db);
  add("d_log10_ber_pre_fec", "1", "of log10 ber_pre_fec, per unit of the parameter",
      &SensitivityRow::log10_ber_pre_fec);
  add("d_log10_frame_loss_ratio", "1", "of log10 frame_loss_ratio, per unit of the parameter",
      &SensitivityRow::log10_frame_loss_ratio);
  add("step", "1", "to either side, in the unit of the parameter", &SensitivityRow::step);
  table.signal = "d_margin_db";
  return table;
}

}  // namespace chappe
