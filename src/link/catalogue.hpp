#pragma once
// The list of models: name -> how to describe it and how to make an element of it.
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "link/path.hpp"
#include "link/spec.hpp"

namespace chappe {

/// Makes elements of one law.
struct Model {
  std::string name{};  ///< "copper.twinax"
  std::string doc{};   ///< one line
  std::function<std::vector<ParamDoc>()> describe{};
  /// Reads the parameters strictly; faults are collected and give nullptr.
  std::function<std::shared_ptr<const Element>(const ElementSpec&, Faults&)> make{};
  /// Every parameter with the value in force.
  std::function<ParamMap(const ElementSpec&)> resolve{};
};

/// A model whose class E has a nested Params with `visit` and a constructor
/// E(std::string name, Params, const ParamMap& given), which may throw a ScenarioError for values
/// that do not fit one another.
template <class E>
Model model_of(std::string name, std::string doc) {
  using P = typename E::Params;
  Model model;
  model.name = name;
  model.doc = std::move(doc);
  model.describe = [] { return describe_params<P>(); };
  model.make = [name](const ElementSpec& spec, Faults& faults) -> std::shared_ptr<const Element> {
    const std::size_t before = faults.list().size();
    P params = read_params<P>(spec.params, "element '" + spec.name + "' (" + name + ")",
                              spec.origin, faults);
    if (faults.list().size() != before) return nullptr;
    try {
      return std::make_shared<const E>(spec.name, std::move(params), spec.params);
    } catch (const ScenarioError& error) {  // values that do not fit one another
      for (const Fault& fault : error.faults()) {
        faults.add(fault.origin == Origin{} ? spec.origin : fault.origin, fault.message);
      }
      if (error.faults().empty()) faults.add(spec.origin, error.what());
      return nullptr;
    }
  };
  model.resolve = [name](const ElementSpec& spec) {
    Faults ignored;
    return resolve_params(read_params<P>(spec.params, name, spec.origin, ignored), spec.params);
  };
  return model;
}

/// Elements already made, for paths that share them (the cases of a sweep): elements never change.
/// Passed in by whoever builds many paths; safe to share between threads.
class ElementCache {
 public:
  std::shared_ptr<const Element> find(const std::string& key) const;
  void keep(const std::string& key, std::shared_ptr<const Element> element);

 private:
  mutable std::mutex mutex_{};
  std::map<std::string, std::shared_ptr<const Element>> elements_{};
};

class Catalogue {
 public:
  void add(Model model);
  const std::vector<Model>& models() const { return models_; }
  const Model* find(const std::string& name) const;

  /// The path of a spec. @throws ScenarioError with all its faults; where there is none, the first
  /// DataError or ModelError of an element
  Path build(const PathSpec& spec, ElementCache* cache = nullptr) const;
  /// The spec with every default written out.
  PathSpec resolve(const PathSpec& spec) const;

 private:
  struct Building;
  std::shared_ptr<const Element> make(const ElementSpec& spec, Building& building) const;
  Section make_section(const SectionSpec& spec, Building& building) const;
  std::vector<Model> models_{};
};

}  // namespace chappe
