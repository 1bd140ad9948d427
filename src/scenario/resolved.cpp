#include <algorithm>
#include <cmath>

#include "scenario/scenario.hpp"
#include "scenario/tolerance_values.hpp"
#include "scenario/values.hpp"

namespace chappe {
namespace {

std::string key_text(const std::string& key) { return is_plain_name(key) ? key : to_text(key); }

/// ", source = .., date = .., verified = .." as far as they say something.
std::string provenance_text(const Provenance& from) {
  std::string text;
  if (from.low) text += ", low = " + to_text(*from.low);
  if (from.high) text += ", high = " + to_text(*from.high);
  if (!from.source.empty()) text += ", source = " + to_text(from.source);
  if (!from.date.empty()) text += ", date = " + to_text(from.date);
  if (from.verified) text += ", verified = true";
  return text;
}

std::string value_text(const ParamValue& given) {
  const std::string from = provenance_text(given.provenance);
  return from.empty() ? to_text(given.value) : "{ value = " + to_text(given.value) + from + " }";
}

class Writer {
 public:
  explicit Writer(const Scenario& scenario, const Catalogue& catalogue)
      : scenario_(scenario), catalogue_(catalogue) {}

  std::string write() {
    if (!scenario_.question.empty()) line("# " + scenario_.question);
    line("schema = \"chappe.scenario/1\"");
    line(
        "# Resolved by chappe: every value in force. File names start at the run's working "
        "folder.");
    line("name = " + to_text(scenario_.name));
    for (const LinkStudy& link : scenario_.study.links) write_link(link);
    write_options("[solve]", scenario_.study.solve);
    write_options("[require]", scenario_.study.require);
    write_expect();
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += text + "\n"; }

  bool is_swept(const std::string& target) const {
    return std::any_of(sweeps_->begin(), sweeps_->end(),
                       [&](const Sweep& sweep) { return sweep.target == target; });
  }

  bool is_spread(const std::string& target) const {
    return std::any_of(tolerances_->begin(), tolerances_->end(),
                       [&](const Tolerance& tolerance) { return tolerance.target == target; });
  }

  void write_tolerance(const Tolerance& tolerance, const PathSpec& spec) {
    const ParamValue* given = find_value(spec, tolerance.target);
    line(to_text(tolerance.target) + " = { " + to_text(tolerance.law) +
         (given == nullptr ? "" : provenance_text(given->provenance)) + " }");
  }

  void write_params(const ParamMap& params, const std::string& target) {
    for (const auto& [key, given] : params) {
      if (is_swept(target + key) || is_spread(target + key)) continue;
      line(key_text(key) + " = " + value_text(given));
    }
  }

  void write_sweep(const Sweep& sweep, const PathSpec& spec) {
    std::string text = to_text(sweep.target) + " = { sweep = [";
    for (const Value& value : sweep.values) {
      text += (&value == &sweep.values.front() ? "" : ", ") + to_text(value);
    }
    const ParamValue* given = find_value(spec, sweep.target);
    line(text + "]" + (given == nullptr ? "" : provenance_text(given->provenance)) + " }");
  }

  void write_link(const LinkStudy& link) {
    const PathSpec spec = catalogue_.resolve(link.spec);
    sweeps_ = &link.sweeps;
    tolerances_ = &link.tolerances;
    line("\n[[link]]");
    line("name = " + to_text(spec.name));
    line("source = \"\"");  // what follows inherits none: each value names its own
    for (const Sweep& sweep : link.sweeps) write_sweep(sweep, link.spec);
    for (const Tolerance& tolerance : link.tolerances) write_tolerance(tolerance, link.spec);
    write_params(spec.params, "link.");
    for (const SectionSpec& section : spec.sections) write_section(section);
    for (const FecSpec& span : spec.fec) {
      line("\n[[link.fec]]");
      write_params(span.params, "fec.");
    }
  }

  void write_section(const SectionSpec& section) {
    line("\n[[link.section]]");
    line("name = " + to_text(section.name));
    write_params(section.params, "section." + section.name + ".");
    for (const ElementSpec& element : section.elements) {
      line("\n[[link.section.element]]");
      line("name = " + to_text(element.name));
      write_element(element);
    }
    for (const AggressorSpec& source : section.aggressors) {
      line("\n[[link.section.aggressor]]");
      line("name = " + to_text(source.channel.name));
      line("type = " + to_text(source.type));
      line("phase = " + to_text(source.phase));
      if (!source.replaces.empty()) line("replaces = " + to_text(source.replaces));
      if (!source.replaces_to.empty()) line("replaces_to = " + to_text(source.replaces_to));
      write_element(source.channel);
      line("[link.section.aggressor.transmitter]");
      write_element(source.transmitter);
    }
  }

  void write_element(const ElementSpec& element) {
    line("model = " + to_text(element.model));
    write_valid(element.valid);
    write_params(element.params, "element." + element.name + ".");
  }

  void write_valid(const std::vector<ValidRange>& ranges) {
    if (ranges.empty()) return;
    std::string text = "source = " + to_text(ranges.front().source);
    for (const ValidRange& range : ranges) {
      text += ", " + key_text(range.key) + " = [" + to_text(range.low) + ", " +
              to_text(range.high) + "]";
    }
    line("valid = { " + text + " }");
  }

  template <class P>
  void write_options(const std::string& header, P options) {
    line("\n" + header);
    options.visit([&](const Info& info, auto& value) {
      line(std::string(info.key) + " = " + to_text(detail::as_value(value)));
    });
  }

  void write_expect() {
    const std::vector<Expectation>& all = scenario_.study.expect;
    if (!all.empty()) line("\n[expect]");
    for (std::size_t i = 0; i < all.size();) {
      std::size_t end = i;
      std::string list;
      for (; end < all.size() && all[end].link == all[i].link && all[end].column == all[i].column;
           ++end) {
        list += (list.empty() ? "" : ", ") + expectation_text(all[end]);
      }
      line(key_text(all[i].link) + "." + key_text(all[i].column) + " = [" + list + "]");
      i = end;
    }
  }

  static std::string expectation_text(const Expectation& expected) {
    std::string text;
    if (std::isfinite(expected.low)) text += "min = " + to_text(expected.low);
    if (std::isfinite(expected.high)) {
      text += (text.empty() ? "max = " : ", max = ") + to_text(expected.high);
    }
    std::string at;
    for (const auto& [target, value] : expected.at) {
      at += (at.empty() ? "" : ", ") + to_text(target) + " = " + to_text(value);
    }
    return "{ " + text + (at.empty() ? "" : ", at = { " + at + " }") + " }";
  }

  const Scenario& scenario_;
  const Catalogue& catalogue_;
  const std::vector<Sweep>* sweeps_{nullptr};
  const std::vector<Tolerance>* tolerances_{nullptr};
  std::string text_{};
};

}  // namespace

std::string resolved_scenario(const Scenario& scenario, const Catalogue& catalogue) {
  return Writer(scenario, catalogue).write();
}

}  // namespace chappe
