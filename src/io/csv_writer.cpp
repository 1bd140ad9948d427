#include "io/csv_writer.hpp"

#include <algorithm>
#include <cmath>

#include "base/atomic_file.hpp"
#include "io/case_grid.hpp"
#include "io/number_text.hpp"
#include "io/result_check.hpp"

namespace chappe {
namespace {

/// A field of text: quoted where RFC 4180 section 2 asks for it, and where blanks would get lost.
std::string field(const std::string& text) {
  const bool blanks = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  if (!blanks && text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string field(double value) { return std::isnan(value) ? "" : shortest_text(value); }
std::string field(std::int64_t value) { return std::to_string(value); }
std::string field(std::uint8_t value) { return std::to_string(value); }

template <class Variant>
std::string field_at(const Variant& data, std::size_t i) {
  return std::visit([i](const auto& list) { return field(list[i]); }, data);
}

void add_line(std::string& text, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) text += ',';
    text += fields[i];
  }
  text += '\n';
}

/// The header and a line for each point of `axes`.
std::string lines(const Table& table, const std::vector<std::string>& axes,
                  const std::vector<const Column*>& columns) {
  const CaseGrid grid(table, axes);
  std::string text;
  std::vector<std::string> fields;
  for (const std::string& name : axes) fields.push_back(field(name));
  for (const Column* column : columns) fields.push_back(field(column->name));
  add_line(text, fields);
  for (std::size_t point = 0; point < grid.size(); ++point) {
    fields.clear();
    for (std::size_t i = 0; i < axes.size(); ++i) {
      fields.push_back(field_at(grid.axes()[i]->values, grid.position(i, point)));
    }
    for (const Column* column : columns) {
      fields.push_back(field_at(column->data, grid.element(*column, point)));
    }
    add_line(text, fields);
  }
  return text;
}

std::string stem_of(const Table& table) {
  std::string stem = table.name;
  std::replace(stem.begin(), stem.end(), '/', '.');
  return stem;
}

}  // namespace

std::vector<CsvFile> csv_files(const Table& table) {
  check_table(table);
  const std::vector<std::string> cases = case_axes(table);
  // Sets of further axes in order of appearance; the first is empty: the cases themselves.
  std::vector<std::pair<std::vector<std::string>, std::vector<const Column*>>> groups(1);
  for (const Column& column : table.columns) {
    const auto further = further_axes(column, cases);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& g) { return g.first == further; });
    if (group == groups.end()) group = groups.insert(groups.end(), {further, {}});
    group->second.push_back(&column);
  }
  std::vector<CsvFile> files;
  for (const auto& [further, columns] : groups) {
    std::string name = stem_of(table);
    std::vector<std::string> axes = cases;
    for (const std::string& axis : further) {
      name += (axes.size() == cases.size() ? ".by_" : "_") + axis;
      axes.push_back(axis);
    }
    files.push_back({name + ".csv", lines(table, axes, columns)});
  }
  return files;
}

std::string csv_text(const Table& table) { return csv_files(table).front().text; }

std::vector<std::filesystem::path> write_csv(const std::filesystem::path& folder,
                                             const ResultSet& results,
                                             const std::filesystem::path& input) {
  check_results(results);
  std::vector<std::filesystem::path> paths;
  std::vector<std::string> texts;
  for (const Table& table : results.tables) {
    for (CsvFile& file : csv_files(table)) {
      paths.push_back(folder / file.name);
      texts.push_back(std::move(file.text));
      check_output_target(paths.back().string());
      refuse_overwriting(paths.back().string(), input);
    }
  }
  for (std::size_t i = 0; i < paths.size(); ++i) write_file_atomically(paths[i], texts[i]);
  return paths;
}

}  // namespace chappe
