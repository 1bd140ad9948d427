#include "io/json_text.hpp"
#include "io/json_writer.hpp"

namespace chappe {
namespace {

void put_type(JsonText& json, std::initializer_list<const char*> types) {
  json.key("type");
  if (types.size() == 1) return json.value(*types.begin());
  json.begin_list(true);
  for (const char* type : types) json.value(type);
  json.end_list();
}

void put_text_property(JsonText& json, const char* name, const char* description) {
  json.key(name);
  json.begin_object();
  put_type(json, {"string"});
  json.key("description");
  json.value(description);
  json.end_object();
}

void put_required(JsonText& json, std::initializer_list<const char*> names) {
  json.key("required");
  json.begin_list(true);
  for (const char* name : names) json.value(name);
  json.end_list();
}

void put_reference(JsonText& json, const char* definition) {
  json.key("$ref");
  json.value(std::string("#/$defs/") + definition);
}

/// A list of what $defs calls `definition`.
void put_list_of(JsonText& json, const char* name, const char* definition) {
  json.key(name);
  json.begin_object();
  put_type(json, {"array"});
  json.key("items");
  json.begin_object();
  put_reference(json, definition);
  json.end_object();
  json.end_object();
}

void begin_definition(JsonText& json, const char* name,
                      std::initializer_list<const char*> required) {
  json.key(name);
  json.begin_object();
  put_type(json, {"object"});
  if (required.size() > 0) put_required(json, required);
  json.key("properties");
  json.begin_object();
}

void end_definition(JsonText& json) {
  json.end_object();
  json.end_object();
}

void put_column(JsonText& json, const ColumnDoc& column) {
  json.key(column.name);
  json.begin_object();
  switch (column.type) {
    case ColumnType::number:
      put_type(json, {"number", "null"});
      break;
    case ColumnType::integer:
      put_type(json, {"integer"});
      break;
    case ColumnType::flag:
      put_type(json, {"boolean"});
      break;
    case ColumnType::text:
      put_type(json, {"string"});
      break;
  }
  json.key("description");
  const bool has_unit = !column.unit.empty() && column.unit != "1";
  json.value(column.doc + (has_unit ? " [" + column.unit + "]" : ""));
  json.end_object();
}

void put_case_definition(JsonText& json, std::span<const ColumnDoc> columns) {
  begin_definition(json, "case", {});
  for (const ColumnDoc& column : columns) put_column(json, column);
  json.end_object();
  json.key("additionalProperties");
  json.begin_object();
  put_type(json, {"number", "string", "boolean", "null", "array"});
  json.key("description");
  json.value(
      "a coordinate, named by its full path; or another column, a list if it has further axes");
  json.end_object();
  json.end_object();
}

void put_axis_definition(JsonText& json) {
  begin_definition(json, "axis", {"name", "unit", "long_name", "values"});
  put_text_property(json, "name", "full path of what is swept");
  put_text_property(json, "unit", "1 for a pure number, empty for text");
  put_text_property(json, "long_name", "in words");
  json.key("values");
  json.begin_object();
  put_type(json, {"array"});
  json.key("items");
  json.begin_object();
  put_type(json, {"number", "string", "null"});
  json.end_object();
  json.end_object();
  end_definition(json);
}

void put_ledger_definition(JsonText& json) {
  begin_definition(json, "ledger_row",
                   {"section", "element", "quantity", "unit", "source", "verified", "values"});
  put_text_property(json, "section", "section of the path");
  put_text_property(json, "element", "element of the section");
  put_text_property(json, "quantity", "latency, energy, loss, noise, budget, fit");
  put_text_property(json, "unit", "unit of the values");
  put_text_property(json, "source", "where the number comes from");
  json.key("verified");
  json.begin_object();
  put_type(json, {"boolean"});
  json.key("description");
  json.value("true if the source was seen");
  json.end_object();
  json.key("values");
  json.begin_object();
  put_type(json, {"array"});
  json.key("items");
  json.begin_object();
  put_type(json, {"number", "null"});
  json.end_object();
  json.key("description");
  json.value("one a case, in the order of cases");
  json.end_object();
  end_definition(json);
}

void put_table_definition(JsonText& json, const char* name, bool is_link) {
  begin_definition(json, name, {"name", "title", "axes", "cases"});
  put_text_property(json, "name", is_link ? "the link's name" : "link/table");
  put_text_property(json, "title", "in words");
  put_list_of(json, "axes", "axis");
  put_list_of(json, "cases", "case");
  if (is_link) {
    put_list_of(json, "ledger", "ledger_row");
    put_list_of(json, "tables", "table");
  }
  end_definition(json);
}

}  // namespace

std::string json_schema(std::span<const ColumnDoc> columns) {
  JsonText json;
  json.begin_object();
  json.key("$schema");
  json.value("https://json-schema.org/draft/2020-12/schema");
  json.key("$id");
  json.value("chappe.result/1");
  json.key("title");
  json.value("Results of chappe");
  put_type(json, {"object"});
  put_required(json, {"schema", "attributes", "links"});
  json.key("properties");
  json.begin_object();
  json.key("schema");
  json.begin_object();
  json.key("const");
  json.value("chappe.result/1");
  json.end_object();
  json.key("attributes");
  json.begin_object();
  put_type(json, {"object"});
  json.key("additionalProperties");
  json.begin_object();
  put_type(json, {"string"});
  json.end_object();
  json.end_object();
  put_list_of(json, "links", "link");
  json.end_object();
  json.key("$defs");
  json.begin_object();
  put_axis_definition(json);
  put_case_definition(json, columns);
  put_ledger_definition(json);
  put_table_definition(json, "table", false);
  put_table_definition(json, "link", true);
  json.end_object();
  json.end_object();
  return json.take();
}

}  // namespace chappe
