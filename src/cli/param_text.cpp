#include "cli/param_text.hpp"

#include <cmath>

#include "cli/text.hpp"

namespace chappe::cli {
namespace {

using Json = nlohmann::ordered_json;

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

}  // namespace

nlohmann::ordered_json param_json(const ParamDoc& param) {
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

}  // namespace chappe::cli
