#include "io/result_check.hpp"

#include <algorithm>
#include <set>

#include "base/errors.hpp"

namespace chappe {
namespace {

void check_name(const std::string& name, const std::string& where) {
  const bool fine = !name.empty() && name != "." && name != ".." &&
                    name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
  ensure(fine, where + ": '" + name + "' is no name");
}

void check_path(const std::string& path) {
  std::size_t begin = 0;
  while (true) {
    const std::size_t end = path.find('/', begin);
    check_name(path.substr(begin, end - begin), "table '" + path + "'");
    if (end == std::string::npos) return;
    begin = end + 1;
  }
}

void check_text(const std::string& text, const std::string& where) {
  ensure(text.find('\0') == std::string::npos, where + " has a text with a NUL");
}

template <class Variant>
void check_texts(const Variant& data, const std::string& where) {
  if (const auto* texts = std::get_if<std::vector<std::string>>(&data)) {
    for (const std::string& text : *texts) check_text(text, where);
  }
}

void check_column(const Table& table, const Column& column, const std::string& where) {
  check_name(column.name, where);
  check_text(column.unit + column.long_name, where);
  check_texts(column.data, where);
  const std::size_t has = std::visit([](const auto& v) { return v.size(); }, column.data);
  const std::size_t needs = table.size_of(column);
  ensure(has == needs,
         where + " has " + std::to_string(has) + " values, its axes span " + std::to_string(needs));
  const std::set<std::string> axes(column.axes.begin(), column.axes.end());
  ensure(axes.size() == column.axes.size(), where + " has an axis twice");
}

}  // namespace

void check_table(const Table& table) {
  check_path(table.name);
  check_text(table.title, "table '" + table.name + "'");
  std::set<std::string> names;
  for (const Axis& axis : table.axes) {
    const std::string where = "axis '" + axis.name + "' of table '" + table.name + "'";
    check_name(axis.name, where);
    check_text(axis.unit + axis.long_name, where);
    check_texts(axis.values, where);
    ensure(names.insert(axis.name).second, where + " is there twice");
  }
  for (const Column& column : table.columns) {
    const std::string where = "column '" + column.name + "' of table '" + table.name + "'";
    check_column(table, column, where);
    ensure(names.insert(column.name).second, where + " has a name that is taken");
  }
  ensure(table.signal.empty() || table.find(table.signal) != nullptr,
         "table '" + table.name + "' has no column '" + table.signal + "', its signal");
}

void check_results(const ResultSet& results) {
  std::set<std::string> taken;
  for (const Table& table : results.tables) {
    check_table(table);
    ensure(taken.insert(table.name).second, "table '" + table.name + "' is there twice");
  }
  for (const Table& table : results.tables) {  // "dac/ledger" and a dataset "ledger" of "dac"
    for (const Axis& axis : table.axes) {
      ensure(!taken.contains(table.name + "/" + axis.name), "axis named as a table: " + axis.name);
    }
    for (const Column& column : table.columns) {
      ensure(!taken.contains(table.name + "/" + column.name),
             "column named as a table: " + column.name);
    }
  }
  std::set<std::string> names;
  for (const auto& [name, value] : results.attributes) {
    check_name(name, "attribute");
    check_text(value, "attribute '" + name + "'");
    ensure(names.insert(name).second, "attribute '" + name + "' is there twice");
  }
}

}  // namespace chappe
