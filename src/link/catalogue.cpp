#include "link/catalogue.hpp"

#include <algorithm>
#include <exception>

#include "link/path_checks.hpp"

namespace chappe {
namespace {

/// All that an element is made of, as one text; a ledger shows the sources too.
std::string text_of(const ElementSpec& spec) {
  std::string out = spec.model + '\n' + spec.name;
  for (const auto& [key, given] : spec.params) {
    out += '\n' + key + '=' + to_text(given.value) + (given.provenance.verified ? "!" : "?") +
           to_text(given.provenance.source);
  }
  return out;
}

std::vector<std::string> names_of(const std::vector<Model>& models) {
  std::vector<std::string> names;
  names.reserve(models.size());
  for (const Model& model : models) names.push_back(model.name);
  return names;
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

/// What a build has found so far.
struct Catalogue::Building {
  ElementCache* cache{nullptr};
  Faults faults{};
  std::exception_ptr refusal{};  ///< the first element's DataError or ModelError

  /// The scenario's faults come first: they hold for every case of a sweep.
  void throw_if_any() const {
    faults.throw_if_any();
    if (refusal) std::rethrow_exception(refusal);
  }
};

std::shared_ptr<const Element> Catalogue::make(const ElementSpec& spec, Building& building) const {
  const Model* model = find(spec.model);
  if (model == nullptr) {
    building.faults.add(spec.origin, "element '" + spec.name + "': unknown model '" + spec.model +
                                         "'" + did_you_mean(spec.model, names_of(models_)));
    return nullptr;
  }
  const std::string key = building.cache == nullptr ? "" : text_of(spec);
  if (building.cache != nullptr) {
    if (auto kept = building.cache->find(key)) return kept;
  }
  std::shared_ptr<const Element> made;
  try {
    made = model->make(spec, building.faults);
  } catch (const Error& error) {
    if (error.code() != ExitCode::data && error.code() != ExitCode::outside_validity) throw;
    if (!building.refusal) building.refusal = std::current_exception();
  }
  if (made != nullptr && building.cache != nullptr) building.cache->keep(key, made);
  return made;
}

Section Catalogue::make_section(const SectionSpec& spec, Building& building) const {
  const auto params = read_params<SectionParams>(spec.params, "section '" + spec.name + "'",
                                                 spec.origin, building.faults);
  Section section;
  section.name = spec.name;
  section.modulation = modulation_of(params.modulation);
  section.symbol_rate_bd = params.symbol_rate_gbd * 1e9;
  section.precoded = params.precoded;
  section.inner_code = params.inner_code;
  section.inner_latency_ns = params.inner_latency_ns;
  section.inner_energy_pj_per_bit = params.inner_energy_pj_per_bit;
  section.given = spec.params;
  check_inner_code(spec, section, building.faults);
  for (const ElementSpec& element : spec.elements) {
    section.elements.push_back(make(element, building));
  }
  check_order(spec, section, building.faults);
  for (const AggressorSpec& source : spec.aggressors) {
    const auto file = source.channel.params.find("file");
    if (file != source.channel.params.end() && file->second.value == Value{std::string{}}) {
      continue;  // a place that the user may fill by --set
    }
    Aggressor aggressor;
    aggressor.name = source.channel.name;
    aggressor.type = source.type == "next" ? AggressorType::next : AggressorType::fext;
    aggressor.phase = source.phase == "uniform" ? PhaseRule::uniform : PhaseRule::worst;
    aggressor.channel = make(source.channel, building);
    aggressor.transmitter = make(source.transmitter, building);
    aggressor.replaces = replaced_element(spec, source, building.faults);
    aggressor.replaces_last =
        last_replaced_element(spec, source, aggressor.replaces, building.faults);
    check_aggressor(source, aggressor, building.faults);
    section.aggressors.push_back(std::move(aggressor));
  }
  return section;
}

Path Catalogue::build(const PathSpec& spec, ElementCache* cache) const {
  Building building{.cache = cache};
  Path path;
  path.name = spec.name;
  path.params = read_params<LinkParams>(spec.params, "link '" + spec.name + "'", spec.origin,
                                        building.faults);
  path.given = spec.params;
  check_names(spec, building.faults);
  if (spec.sections.empty()) {
    building.faults.add(spec.origin, "link '" + spec.name + "' has no section");
  }
  for (const SectionSpec& section : spec.sections) {
    path.sections.push_back(make_section(section, building));
  }
  for (const FecSpec& span : spec.fec) {
    path.fec.push_back(fec_span(span, path, building.faults));
  }
  check_spans(spec, path, building.faults);
  building.throw_if_any();
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
