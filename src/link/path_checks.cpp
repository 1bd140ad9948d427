#include "link/path_checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "fec/code.hpp"

namespace chappe {
namespace {

Origin origin_of(const ParamMap& params, std::string_view key, const Origin& otherwise) {
  const auto it = params.find(key);
  return it == params.end() ? otherwise : it->second.origin;
}

std::size_t section_index(const Path& path, const FecSpec& spec, std::string_view key,
                          const std::string& name, std::size_t otherwise, Faults& faults) {
  if (name.empty()) return otherwise;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < path.sections.size(); ++i) {
    if (path.sections[i].name == name) return i;
    known.push_back(path.sections[i].name);
  }
  faults.add(origin_of(spec.params, key, spec.origin),
             "fec: unknown section '" + name + "'" + did_you_mean(name, known));
  return otherwise;
}

void check_code(const FecSpec& spec, const std::string& code, Faults& faults) {
  std::vector<std::string> known;
  for (const FecCode& row : fec_codes()) {
    if (row.name == code) return;
    known.emplace_back(row.name);
  }
  std::string all;
  for (const std::string& name : known) all += (all.empty() ? "" : ", ") + name;
  faults.add(origin_of(spec.params, "code", spec.origin),
             "fec: unknown code '" + code + "'" + did_you_mean(code, known) + "; known: " + all);
}

/// One modulator, fed by light of one source, ahead of one detector.
void check_light(const SectionSpec& spec, const Section& section, Faults& faults) {
  std::size_t modulators = 0, detectors = 0, sources = 0;
  for (const auto& element : section.elements) {
    if (as<LightSource>(*element) != nullptr) ++sources;
    if (as<Static>(*element) == nullptr) continue;
    const bool from_light = element->input() == Domain::optical_field;
    const bool to_light = element->output() == Domain::optical_field;
    if (to_light && !from_light) {
      ++modulators;
      if (sources == 0) {
        faults.add(spec.origin, "section '" + spec.name +
                                    "': no light source ahead of modulator '" + element->name() +
                                    "'");
      }
    }
    if (from_light && !to_light) ++detectors;
  }
  const auto once = [&](std::size_t count, const char* what) {
    if (count == 1) return;
    faults.add(spec.origin, "section '" + spec.name + "' has " + std::to_string(count) + " " +
                                what + "s; a section with light has one");
  };
  once(modulators, "modulator");
  once(detectors, "detector");
  if (sources != 0) once(sources, "light source");
}

bool has_inner_code(const Section& section) { return section.inner_code != "none"; }

void check_rates(const FecSpec& spec, std::span<const Section> sections, Faults& faults) {
  constexpr double kTolerance = 1e-3;
  if (std::none_of(sections.begin(), sections.end(), has_inner_code)) return;
  const double first = payload_rate_bps(sections.front());
  for (const Section& section : sections) {
    const double rate = payload_rate_bps(section);
    if (std::abs(rate / first - 1.0) <= kTolerance) continue;
    char text[120];
    std::snprintf(text, sizeof text, " hands on %.6g Gb/s a lane, '%s' ahead of it %.6g Gb/s",
                  1e-9 * rate, sections.front().name.c_str(), 1e-9 * first);
    faults.add(spec.origin, "fec: behind its inner code section '" + section.name + "'" + text);
    return;
  }
}

}  // namespace

void check_inner_code(const SectionSpec& spec, const Section& section, Faults& faults) {
  if (!has_inner_code(section)) return;
  const Origin at = origin_of(spec.params, "inner_code", spec.origin);
  if (section.modulation != Modulation::pam4) {
    faults.add(at, "section '" + spec.name + "': an inner code needs modulation = \"pam4\"");
  }
  if (section.precoded) {
    faults.add(at, "section '" + spec.name + "': an inner code under a precoder is not modelled");
  }
}

void check_names(const PathSpec& spec, Faults& faults) {
  std::set<std::string> elements, sections;
  const auto once = [&](std::set<std::string>& seen, const char* kind, const std::string& name,
                        const Origin& origin) {
    if (seen.insert(name).second) return;
    faults.add(origin, std::string(kind) + " name '" + name + "' is used twice in link '" +
                           spec.name + "'");
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

void check_order(const SectionSpec& spec, const Section& section, Faults& faults) {
  const std::size_t n = section.elements.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (section.elements[i] == nullptr) return;
  }
  const auto wants = [&](std::size_t i, bool fits, const char* what) {
    if (!fits) {
      faults.add(spec.elements[i].origin, "element '" + spec.elements[i].name + "' (" +
                                              spec.elements[i].model + ") of section '" +
                                              spec.name + "' is not " + what);
    }
    return fits;
  };
  if (n < 2) {
    faults.add(spec.origin, "section '" + spec.name + "' needs a transmitter and a receiver");
    return;
  }
  bool fit = wants(0, as<Transmitter>(*section.elements.front()) != nullptr,
                   "a transmitter, as a section's first element must be");
  const bool light = has_light(section);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const Element& element = *section.elements[i];
    fit = light
              ? wants(i,
                      as<TwoPort>(element) != nullptr || as<Linear>(element) != nullptr ||
                          as<LightPath>(element) != nullptr || as<LightSource>(element) != nullptr,
                      "a two-port, amplifier, modulator, light source, light path or detector") &&
                    fit
              : wants(i, as<TwoPort>(element) != nullptr,
                      "a two-port, as all but a section's ends must be") &&
                    fit;
  }
  fit = wants(n - 1, as<Receiver>(*section.elements.back()) != nullptr,
              "a receiver, as a section's last element must be") &&
        fit;
  std::size_t before = 0;
  for (std::size_t i = 1; fit && i < n; ++i) {
    if (stands_beside(*section.elements[i])) continue;
    wants(i, section.elements[before]->output() == section.elements[i]->input(),
          "fed by what precedes it: their domains differ");
    before = i;
  }
  if (fit && light) check_light(spec, section, faults);
}

void check_aggressor(const AggressorSpec& spec, const Aggressor& aggressor, Faults& faults) {
  const auto wants = [&](const ElementSpec& element, bool fits, const char* part,
                         const char* what) {
    if (fits) return;
    faults.add(element.origin, "aggressor '" + spec.channel.name + "': its " + part + " (" +
                                   element.model + ") is not " + what);
  };
  wants(spec.channel, aggressor.channel == nullptr || as<TwoPort>(*aggressor.channel) != nullptr,
        "channel", "a two-port");
  wants(spec.transmitter,
        aggressor.transmitter == nullptr || as<Transmitter>(*aggressor.transmitter) != nullptr,
        "transmitter", "a transmitter");
}

std::size_t replaced_element(const SectionSpec& section, const AggressorSpec& source,
                             Faults& faults) {
  std::vector<std::size_t> found;
  std::vector<std::string> names;
  for (std::size_t i = 1; i + 1 < section.elements.size(); ++i) {
    const ElementSpec& element = section.elements[i];
    names.push_back(element.name);
    const bool fits = source.replaces.empty() ? element.model == source.channel.model
                                              : element.name == source.replaces;
    if (fits) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  const std::string who = "aggressor '" + source.channel.name + "': ";
  if (source.replaces.empty()) {
    faults.add(source.channel.origin,
               who + "say which element it stands in for (replaces = \"NAME\")");
  } else if (found.empty()) {
    faults.add(source.replaces_at, who + "no two-port '" + source.replaces + "' in section '" +
                                       section.name + "'" + did_you_mean(source.replaces, names));
  }  // twice: check_names said so
  return 0;
}

std::size_t last_replaced_element(const SectionSpec& section, const AggressorSpec& source,
                                  std::size_t first, Faults& faults) {
  if (source.replaces_to.empty() || first == 0) return first;  // 0: told already
  const std::size_t last = section.elements.empty() ? 0 : section.elements.size() - 1;
  for (std::size_t i = first; i < last; ++i) {
    if (section.elements[i].name == source.replaces_to) return i;
  }
  faults.add(source.replaces_to_at, "aggressor '" + source.channel.name + "': replaces_to = '" +
                                        source.replaces_to + "' is no two-port of section '" +
                                        section.name + "' behind what it replaces first");
  return first;
}

FecSpan fec_span(const FecSpec& spec, const Path& path, Faults& faults) {
  FecSpan span;
  span.params = read_params<FecParams>(spec.params, "fec", spec.origin, faults);
  span.given = spec.params;
  check_code(spec, span.params.code, faults);
  const std::size_t last = path.sections.empty() ? 0 : path.sections.size() - 1;
  span.first_section = section_index(path, spec, "from", span.params.from, 0, faults);
  span.last_section = section_index(path, spec, "to", span.params.to, last, faults);
  if (span.last_section < span.first_section) {
    faults.add(spec.origin,
               "fec: section '" + span.params.to + "' comes ahead of '" + span.params.from + "'");
  }
  return span;
}

void check_spans(const PathSpec& spec, const Path& path, Faults& faults) {
  std::vector<bool> taken(path.sections.size(), false);
  for (std::size_t i = 0; i < path.fec.size(); ++i) {
    const FecSpan& span = path.fec[i];
    for (std::size_t k = span.first_section; k <= span.last_section && k < taken.size(); ++k) {
      if (taken[k]) {
        faults.add(spec.fec[i].origin,
                   "fec: section '" + path.sections[k].name + "' has a FEC already");
        break;
      }
      taken[k] = true;
    }
    if (span.last_section < span.first_section || span.last_section >= taken.size()) continue;
    check_rates(spec.fec[i],
                std::span(path.sections)
                    .subspan(span.first_section, span.last_section - span.first_section + 1),
                faults);
  }
}

}  // namespace chappe
