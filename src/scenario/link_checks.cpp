#include "scenario/link_checks.hpp"

#include <algorithm>
#include <map>

namespace chappe {
namespace {

constexpr double kCasesMax = 1e7;  // of a link: the product of its axes

void check_names(const PathSpec& spec, Faults& faults) {
  std::map<std::string, Origin> elements, sections;
  const auto once = [&](std::map<std::string, Origin>& seen, const char* what,
                        const std::string& name, const Origin& at) {
    const auto [first, is_new] = seen.emplace(name, at);
    if (is_new || name.empty()) return;
    faults.add(at, std::string(what) + " name '" + name + "' is used twice in link '" + spec.name +
                       "' (first at " + first->second.text() + ")");
  };
  for (const SectionSpec& section : spec.sections) {
    once(sections, "section", section.name, section.origin);
    for (const ElementSpec& element : section.elements) {
      once(elements, "element", element.name, element.origin);
    }
    for (const AggressorSpec& source : section.aggressors) {
      once(elements, "element", source.channel.name, source.channel.origin);
    }
  }
}

void check_replaces(const SectionSpec& section, Faults& faults) {
  std::vector<std::string> names;
  for (const ElementSpec& element : section.elements) names.push_back(element.name);
  for (const AggressorSpec& source : section.aggressors) {
    const auto check = [&](const char* key, const std::string& name, const Origin& at) {
      if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
      faults.add(at, "aggressor '" + source.channel.name + "': " + key + " = " +
                         to_text(Value{name}) + " is no element of section '" + section.name + "'" +
                         did_you_mean(name, names));
    };
    check("replaces", source.replaces, source.replaces_at);
    check("replaces_to", source.replaces_to, source.replaces_to_at);
  }
}

void check_case_count(const LinkStudy& study, Faults& faults) {
  double count = 1.0;
  std::string product;
  for (const Sweep& sweep : study.sweeps) {
    count *= static_cast<double>(sweep.values.size());
    product += (product.empty() ? "" : " x ") + std::to_string(sweep.values.size());
  }
  if (count <= kCasesMax) return;
  faults.add(study.sweeps.back().origin, "the sweeps of link '" + study.spec.name + "' make " +
                                             product + " = " + to_text(count) +
                                             " cases, more than " + to_text(kCasesMax));
}

}  // namespace

void check_link(const LinkStudy& study, Faults& faults) {
  const PathSpec& spec = study.spec;
  const std::string link = "link '" + spec.name + "'";
  read_params<LinkParams>(spec.params, link, spec.origin, faults);
  for (const SectionSpec& section : spec.sections) {
    read_params<SectionParams>(section.params, "section '" + section.name + "'", section.origin,
                               faults);
    check_replaces(section, faults);
  }
  for (const FecSpec& span : spec.fec) {
    read_params<FecParams>(span.params, "fec", span.origin, faults);
  }
  check_names(spec, faults);
  check_case_count(study, faults);
}

}  // namespace chappe
