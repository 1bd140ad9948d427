#include "cli/list_models.hpp"

#include <cmath>

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

std::string range_text(const ParamDoc& param) {
  if (!param.choices.empty()) return param.choices;
  const bool low = std::isfinite(param.low);
  const bool high = std::isfinite(param.high);
  if (low && high) return "[" + plain(param.low) + ", " + plain(param.high) + "]";
  if (low) return ">= " + plain(param.low);
  return high ? "<= " + plain(param.high) : "";
}

std::string default_text(const ParamDoc& param) {
  return param.required ? "required" : to_text(param.default_value);
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json param_json(const ParamDoc& param) {
  Json json{{"key", param.key}, {"unit", param.unit}, {"doc", param.doc}};
  if (!param.choices.empty()) json["choices"] = param.choices;
  json["low"] = number_or_null(param.low);
  json["high"] = number_or_null(param.high);
  json["required"] = param.required;
  if (!param.required) {
    std::visit([&](const auto& value) { json["default"] = value; }, param.default_value);
  }
  return json;
}

std::string params_text(const std::vector<ParamDoc>& params) {
  TextColumn key{{"key"}, {}, true}, unit{{"unit"}, {}, true}, range{{"range"}, {}, true},
      standard{{"default"}, {}, true}, doc{{"meaning"}, {}, true};
  for (const ParamDoc& param : params) {
    key.cells.push_back(param.key);
    unit.cells.push_back(param.unit);
    range.cells.push_back(range_text(param));
    standard.cells.push_back(default_text(param));
    doc.cells.push_back(param.doc);
  }
  return columns_text({key, unit, range, standard, doc}, 2);
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
