#include "link/catalogue.hpp"

#include <algorithm>
#include <set>

namespace chappe {
namespace {

/// All that an element is made of, as one text.
std::string text_of(const ElementSpec& spec) {
  std::string out = spec.model + '\n' + spec.name;
  for (const auto& [key, given] : spec.params) out += '\n' + key + '=' + to_text(given.value);
  return out;
}

std::vector<std::string> names_of(const std::vector<Model>& models) {
  std::vector<std::string> names;
  for (const Model& model : models) names.push_back(model.name);
  return names;
}

/// The elements' order must carry a signal: a transmitter, two-ports, a receiver.
void check_order(const SectionSpec& spec, const Section& section, Faults& faults) {
  const std::size_t n = section.elements.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (section.elements[i] == nullptr) return;  // its own fault was reported
  }
  const auto wants = [&](std::size_t i, bool fits, const char* what) {
    if (!fits) {
      faults.add(spec.elements[i].origin, "element '" + spec.elements[i].name + "' (" +
                                              spec.elements[i].model + ") of section '" + spec.name +
                                              "' is not " + what);
    }
  };
  if (n < 2) {
    faults.add(spec.origin, "section '" + spec.name + "' needs a transmitter and a receiver");
    return;
  }
  wants(0, as<Transmitter>(*section.elements.front()) != nullptr, "a transmitter");
  wants(n - 1, as<Receiver>(*section.elements.back()) != nullptr, "a receiver");
  for (std::size_t i = 1; i + 1 < n; ++i) {
    wants(i, as<TwoPort>(*section.elements[i]) != nullptr, "a two-port, as all but the ends must be");
  }
  for (std::size_t i = 0; i + 1 < n; ++i) {
    wants(i + 1, section.elements[i]->output() == section.elements[i + 1]->input(),
          "fed by what precedes it: their domains differ");
  }
}

std::size_t section_index(const std::vector<Section>& sections, const std::string& name,
                          std::size_t otherwise, const FecSpec& spec, Faults& faults) {
  if (name.empty()) return otherwise;
  std::vector<std::string> known;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].name == name) return i;
    known.push_back(sections[i].name);
  }
  faults.add(spec.origin, "unknown section '" + name + "'" + did_you_mean(name, known));
  return otherwise;
}

/// Index of the victim's element in whose place an aggressor's channel stands.
std::size_t replaced_element(const SectionSpec& section, const AggressorSpec& source, Faults& faults) {
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
    faults.add(source.channel.origin, who + "say which element it stands in for (replaces = \"NAME\")");
  } else {
    faults.add(source.channel.origin, who + "no element '" + source.replaces + "' in section '" +
                                          section.name + "'" + did_you_mean(source.replaces, names));
  }
  return 0;
}

void check_names(const PathSpec& spec, Faults& faults) {
  std::set<std::string> seen;
  for (const std::string& name : element_names(spec)) {
    if (!seen.insert(name).second) {
      faults.add(spec.origin, "element name '" + name + "' is used twice in link '" + spec.name + "'");
    }
  }
}

}  // namespace

void Catalogue::add(Model model) {
  ensure(find(model.name) == nullptr, "model '" + model.name + "' is listed once");
  models_.push_back(std::move(model));
}

const Model* Catalogue::find(const std::string& name) const {
  const auto it = std::find_if(models_.begin(), models_.end(),
                               [&](const Model& model) { return model.name == name; });
  return it == models_.end() ? nullptr : &*it;
}

std::shared_ptr<const Element> ElementCache::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto it = elements_.find(key);
  return it == elements_.end() ? nullptr : it->second;
}

void ElementCache::keep(const std::string& key, std::shared_ptr<const Element> element) {
  const std::lock_guard lock(mutex_);
  elements_.emplace(key, std::move(element));
}

std::shared_ptr<const Element> Catalogue::make(const ElementSpec& spec, ElementCache* cache,
                                               Faults& faults) const {
  const Model* model = find(spec.model);
  if (model == nullptr) {
    faults.add(spec.origin, "element '" + spec.name + "': unknown model '" + spec.model + "'" +
                                did_you_mean(spec.model, names_of(models_)));
    return nullptr;
  }
  if (cache == nullptr) return model->make(spec, faults);
  const std::string key = text_of(spec);
  if (auto kept = cache->find(key)) return kept;
  auto made = model->make(spec, faults);
  if (made != nullptr) cache->keep(key, made);
  return made;
}

Path Catalogue::build(const PathSpec& spec, ElementCache* cache) const {
  Faults faults;
  Path path;
  path.name = spec.name;
  path.params = read_params<LinkParams>(spec.params, "link '" + spec.name + "'", spec.origin, faults);
  path.given = spec.params;
  check_names(spec, faults);
  if (spec.sections.empty()) faults.add(spec.origin, "link '" + spec.name + "' has no section");
  for (const SectionSpec& from : spec.sections) {
    const auto params = read_params<SectionParams>(from.params, "section '" + from.name + "'",
                                                   from.origin, faults);
    Section section;
    section.name = from.name;
    section.modulation = params.modulation == "nrz" ? Modulation::nrz : Modulation::pam4;
    section.symbol_rate_bd = params.symbol_rate_gbd * 1e9;
    section.precoded = params.precoded;
    for (const ElementSpec& element : from.elements) section.elements.push_back(make(element, cache, faults));
    check_order(from, section, faults);
    for (const AggressorSpec& source : from.aggressors) {
      if (source.channel.params.contains("file") &&
          source.channel.params.at("file").value == Value{std::string{}}) {
        continue;  // a place that the user may fill by --set
      }
      Aggressor aggressor;
      aggressor.name = source.channel.name;
      aggressor.type = source.type == "next" ? AggressorType::next : AggressorType::fext;
      aggressor.phase = source.phase == "uniform" ? PhaseRule::uniform : PhaseRule::worst;
      aggressor.channel = make(source.channel, cache, faults);
      aggressor.transmitter = make(source.transmitter, cache, faults);
      aggressor.replaces = replaced_element(from, source, faults);
      section.aggressors.push_back(std::move(aggressor));
    }
    path.sections.push_back(std::move(section));
  }
  for (const FecSpec& from : spec.fec) {
    FecSpan span;
    span.params = read_params<FecParams>(from.params, "fec", from.origin, faults);
    span.given = from.params;
    const std::size_t last = path.sections.empty() ? 0 : path.sections.size() - 1;
    span.first_section = section_index(path.sections, span.params.from, 0, from, faults);
    span.last_section = section_index(path.sections, span.params.to, last, from, faults);
    if (span.last_section < span.first_section) {
      faults.add(from.origin, "fec: section '" + span.params.to + "' comes ahead of '" +
                                  span.params.from + "'");
    }
    path.fec.push_back(std::move(span));
  }
  faults.throw_if_any();
  return path;
}

PathSpec Catalogue::resolve(const PathSpec& spec) const {
  Faults ignored;
  PathSpec out = spec;
  out.params = resolve_params(read_params<LinkParams>(spec.params, "", {}, ignored), spec.params);
  const auto fill = [&](ElementSpec& element) {
    if (const Model* model = find(element.model)) element.params = model->resolve(element);
  };
  for (SectionSpec& section : out.sections) {
    section.params =
        resolve_params(read_params<SectionParams>(section.params, "", {}, ignored), section.params);
    for (ElementSpec& element : section.elements) fill(element);
    for (AggressorSpec& aggressor : section.aggressors) {
      fill(aggressor.channel);
      fill(aggressor.transmitter);
    }
  }
  for (FecSpec& fec : out.fec) {
    fec.params = resolve_params(read_params<FecParams>(fec.params, "", {}, ignored), fec.params);
  }
  return out;
}

}  // namespace chappe
