#include "io/json_writer.hpp"

#include <algorithm>

#include "io/case_grid.hpp"
#include "io/json_text.hpp"
#include "io/result_check.hpp"

namespace chappe {
namespace {

constexpr std::string_view kLedgerSuffix = "/ledger";
constexpr std::string_view kRow = "row";

void put(JsonText& json, const std::string& text) { json.value(text); }
void put(JsonText& json, double number) { json.value(number); }
void put(JsonText& json, std::int64_t number) { json.value(number); }
void put(JsonText& json, std::uint8_t flag) { json.value(flag != 0); }

template <class Variant>
void put_at(JsonText& json, const Variant& data, std::size_t i) {
  std::visit([&](const auto& list) { put(json, list[i]); }, data);
}

void put_axes(JsonText& json, const Table& table) {
  json.key("axes");
  json.begin_list();
  for (const Axis& axis : table.axes) {
    json.begin_object();
    json.key("name");
    json.value(axis.name);
    json.key("unit");
    json.value(axis.unit);
    json.key("long_name");
    json.value(axis.long_name);
    json.key("values");
    json.begin_list(true);
    for (std::size_t i = 0; i < axis.size(); ++i) put_at(json, axis.values, i);
    json.end_list();
    json.end_object();
  }
  json.end_list();
}

/// Indices of a column's values for a case, row-major over its further axes.
std::vector<std::size_t> elements_of_case(const Table& table, const Column& column,
                                          const CaseGrid& cases, std::size_t point,
                                          const std::vector<std::string>& case_names) {
  std::vector<std::string> all = case_names;
  for (const std::string& axis : further_axes(column, case_names)) all.push_back(axis);
  const CaseGrid grid(table, all);
  const std::size_t block = cases.size() == 0 ? 0 : grid.size() / cases.size();
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < block; ++i) out.push_back(grid.element(column, point * block + i));
  return out;
}

void put_cell(JsonText& json, const Table& table, const Column& column, const CaseGrid& cases,
              std::size_t point, const std::vector<std::string>& case_names) {
  json.key(column.name);
  if (cases.holds(column)) return put_at(json, column.data, cases.element(column, point));
  json.begin_list(true);
  for (const std::size_t i : elements_of_case(table, column, cases, point, case_names)) {
    put_at(json, column.data, i);
  }
  json.end_list();
}

/// One object a case: its coordinates, then every column.
void put_cases(JsonText& json, const Table& table) {
  const std::vector<std::string> names = case_axes(table);
  const CaseGrid cases(table, names);
  json.key("cases");
  json.begin_list();
  for (std::size_t point = 0; point < cases.size(); ++point) {
    json.begin_object();
    for (std::size_t i = 0; i < names.size(); ++i) {
      json.key(names[i]);
      put_at(json, cases.axes()[i]->values, cases.position(i, point));
    }
    for (const Column& column : table.columns) {
      put_cell(json, table, column, cases, point, names);
    }
    json.end_object();
  }
  json.end_list();
}

/// The axes of a ledger with "row" as the slowest: a row's values then lie together, case by case.
std::vector<std::string> rows_first(const Table& ledger) {
  std::vector<std::string> names{std::string(kRow)};
  for (const Axis& axis : ledger.axes) {
    if (axis.name != kRow) names.push_back(axis.name);
  }
  return names;
}

/// One object a row: its names, and its values case by case.
void put_ledger(JsonText& json, const Table& ledger) {
  const CaseGrid rows(ledger, {std::string(kRow)});
  const CaseGrid all(ledger, rows_first(ledger));
  const std::size_t cases = rows.size() == 0 ? 0 : all.size() / rows.size();
  json.key("ledger");
  json.begin_list();
  for (std::size_t row = 0; row < rows.size(); ++row) {
    json.begin_line_object();
    for (const Column& column : ledger.columns) {
      const bool is_value = column.name == "value";
      json.key(is_value ? "values" : column.name);
      if (!is_value && rows.holds(column)) {
        put_at(json, column.data, rows.element(column, row));
        continue;
      }
      json.begin_list();
      for (std::size_t i = 0; i < cases; ++i) {
        put_at(json, column.data, all.element(column, row * cases + i));
      }
      json.end_list();
    }
    json.end_object();
  }
  json.end_list();
}

void put_table(JsonText& json, const Table& table) {
  json.key("name");
  json.value(table.name);
  json.key("title");
  json.value(table.title);
  put_axes(json, table);
  put_cases(json, table);
}

/// The table that a name belongs to: "dac/ledger" and "dac/eye" to "dac", if there is one.
bool belongs_to(const Table& table, const Table& link) {
  return table.name.starts_with(link.name + "/");
}

void put_link(JsonText& json, const Table& link, const ResultSet& results) {
  json.begin_object();
  put_table(json, link);
  std::vector<const Table*> others;
  for (const Table& table : results.tables) {
    if (!belongs_to(table, link)) continue;
    const bool ledger = table.name == link.name + std::string(kLedgerSuffix) &&
                        table.find_axis(std::string(kRow)) != nullptr;
    if (ledger) {
      put_ledger(json, table);
    } else {
      others.push_back(&table);
    }
  }
  if (!others.empty()) {
    json.key("tables");
    json.begin_list();
    for (const Table* table : others) {
      json.begin_object();
      put_table(json, *table);
      json.end_object();
    }
    json.end_list();
  }
  json.end_object();
}

}  // namespace

std::string json_text(const ResultSet& results) {
  check_results(results);
  JsonText json;
  json.begin_object();
  json.key("schema");
  json.value("chappe.result/1");
  json.key("attributes");
  json.begin_object();
  for (const auto& [name, value] : results.attributes) {
    json.key(name);
    json.value(value);
  }
  json.end_object();
  json.key("links");
  json.begin_list();
  for (const Table& table : results.tables) {
    const bool is_part = std::any_of(results.tables.begin(), results.tables.end(),
                                     [&](const Table& other) { return belongs_to(table, other); });
    if (!is_part) put_link(json, table, results);
  }
  json.end_list();
  json.end_object();
  return json.take();
}

}  // namespace chappe
