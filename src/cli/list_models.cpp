#include "cli/list_models.hpp"

#include "cli/param_text.hpp"
#include "cli/text.hpp"
#include "fec/code.hpp"
#include "models/all.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

Catalogue all_models() {
  Catalogue catalogue;
  add_models(catalogue);
  return catalogue;
}

Json code_json(const FecCode& code) {
  return {{"name", code.name},     {"doc", code.doc},
          {"n", code.n},           {"k", code.k},
          {"t", code.t},           {"symbol_bits", code.symbol_bits},
          {"source", code.source}, {"verified", code.verified}};
}

Listing code_listing(const FecCode& code) {
  Listing listing{.name = "models"};
  listing.text = std::string(code.name) + ": " + std::string(code.doc) + "\n  n " +
                 std::to_string(code.n) + ", k " + std::to_string(code.k) + " symbols of " +
                 std::to_string(code.symbol_bits) + " bit, corrects " + std::to_string(code.t) +
                 "\n  source: " + std::string(code.source) +
                 (code.verified ? "" : " (not verified)") + "\n";
  listing.items.push_back(code_json(code));
  return listing;
}

}  // namespace

Listing models_listing() {
  Listing listing{.name = "models"};
  TextColumn name{{"model"}, {}, true}, doc{{"what it is"}, {}, true};
  const Catalogue catalogue = all_models();
  for (const Model& model : catalogue.models()) {
    name.cells.push_back(model.name);
    doc.cells.push_back(model.doc);
    listing.items.push_back(Json{{"name", model.name}, {"doc", model.doc}});
  }
  TextColumn code_name{{"FEC code"}, {}, true}, code_doc{{"what it is"}, {}, true};
  for (const FecCode& code : fec_codes()) {
    code_name.cells.emplace_back(code.name);
    code_doc.cells.emplace_back(code.doc);
    listing.items.push_back(code_json(code));
  }
  listing.text = columns_text({name, doc}, 0) + "\n" + columns_text({code_name, code_doc}, 0);
  return listing;
}

Listing model_listing(const std::string& name) {
  std::vector<std::string> names;
  const Catalogue catalogue = all_models();
  for (const Model& model : catalogue.models()) names.push_back(model.name);
  for (const FecCode& code : fec_codes()) {
    if (code.name == name) return code_listing(code);
    names.emplace_back(code.name);
  }
  const Model* model = catalogue.find(name);
  if (model == nullptr) {
    throw ScenarioError("there is no model '" + name + "'" + did_you_mean(name, names) +
                        "; 'chappe list models' shows all");
  }
  const std::vector<ParamDoc> params = model->describe();
  Listing listing{.name = "models"};
  listing.text = model->name + ": " + model->doc + "\n" + params_text(params);
  Json json{{"name", model->name}, {"doc", model->doc}, {"parameters", Json::array()}};
  for (const ParamDoc& param : params) json["parameters"].push_back(param_json(param));
  listing.items.push_back(std::move(json));
  return listing;
}

}  // namespace chappe::cli
