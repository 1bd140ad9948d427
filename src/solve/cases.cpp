#include "solve/cases.hpp"

namespace chappe {

std::size_t case_count(const LinkStudy& study) {
  std::size_t count = 1;
  for (const Sweep& sweep : study.sweeps) count *= sweep.values.size();
  return count;
}

std::vector<std::size_t> case_indices(const LinkStudy& study, std::size_t i) {
  std::vector<std::size_t> out(study.sweeps.size());
  for (std::size_t axis = out.size(); axis-- > 0;) {
    const std::size_t size = study.sweeps[axis].values.size();
    out[axis] = i % size;
    i /= size;
  }
  return out;
}

PathSpec case_spec(const LinkStudy& study, std::size_t i) {
  PathSpec spec = study.spec;
  const std::vector<std::size_t> at = case_indices(study, i);
  Faults faults;
  for (std::size_t axis = 0; axis < at.size(); ++axis) {
    const Sweep& sweep = study.sweeps[axis];
    const ParamValue* before = find_value(spec, sweep.target);
    ParamValue value{sweep.values[at[axis]], sweep.origin,
                     before ? before->provenance : Provenance{}};
    set_value(spec, sweep.target, std::move(value), faults);
  }
  faults.throw_if_any();
  return spec;
}

PathSpec case_spec(const LinkStudy& study, std::size_t i, std::size_t axis, double value) {
  PathSpec spec = case_spec(study, i);
  Faults faults;
  set_value(spec, study.sweeps[axis].target, {value, study.sweeps[axis].origin, {}}, faults);
  faults.throw_if_any();
  return spec;
}

CaseResult solve_case_or_status(const PathSpec& spec, const CaseBuilder& builder,
                                const CaseRequest& request) {
  const auto refused = [](std::string why) {
    CaseResult out;
    out.figures.status = "outside_validity";
    out.figures.requirement_met = false;
    out.missed.push_back(std::move(why));
    return out;
  };
  const std::vector<std::string> outside = outside_validity(builder.catalogue.resolve(spec));
  if (!outside.empty() && !request.allow_outside) {
    return refused(outside.front() + "; --allow-outside goes on all the same");
  }
  try {
    CaseResult out = solve_case(builder.catalogue.build(spec, &builder.cache), request);
    for (const std::string& line : outside) out.assumptions.push_back("outside validity: " + line);
    return out;
  } catch (const ModelError& error) {
    return refused(error.what());
  }
}

}  // namespace chappe
