#pragma once
// Words of the JSON Schemas that the verbs print.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace chappe::cli::schema {

using Json = nlohmann::ordered_json;

inline Json typed(const Json& type, const std::string& doc) {
  return Json{{"type", type}, {"description", doc}};
}
/// A list of values of one type.
inline Json list(const char* type, const std::string& doc) {
  Json json = typed("array", doc);
  json["items"] = Json{{"type", type}};
  return json;
}
/// A list of objects with these keys.
inline Json objects(Json properties, const std::string& doc) {
  Json json = typed("array", doc);
  json["items"] = Json{{"type", "object"}, {"properties", std::move(properties)}};
  return json;
}

}  // namespace chappe::cli::schema
