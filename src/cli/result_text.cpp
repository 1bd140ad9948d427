#include "cli/result_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "cli/case_view.hpp"
#include "cli/cross_check_text.hpp"
#include "cli/reach_text.hpp"
#include "cli/sensitivity_text.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

/// How one figure is shown.
struct Figure {
  const char* name;
  int decimals;  ///< -1 = a probability
};

// In the order of the table; what a table lacks is left out.
constexpr Figure kFigures[] = {{"ber_pre_fec", -1},  {"frame_loss_ratio", -1},
                               {"latency_ns", 2},    {"energy_pj_per_bit", 2},
                               {"margin_db", 2},     {"com_db", 2},
                               {"il_nyquist_db", 3}, {"burst_factor", 2},
                               {"eye_height_mv", 2}, {"eye_width_ui", 3},
                               {"yield", 4}};

std::string short_axis(const std::string& name) {
  return name.starts_with("element.") ? name.substr(8) : name;
}

std::string in_brackets(const std::string& unit) {
  return unit.empty() || unit == "1" ? "" : "[" + unit + "]";
}

std::string shown(double value, int decimals) {
  return decimals < 0 ? probability(value) : fixed(value, decimals);
}

/// A column with its name over as many lines as its cells are narrow, and its unit below.
TextColumn headed(const std::string& name, const std::string& below, std::vector<std::string> cells,
                  bool left) {
  std::size_t width = below.size();
  for (const std::string& cell : cells) width = std::max(width, cell.size());
  const auto [first, second] = over_two_lines(name, width);
  return {{first, second, below}, std::move(cells), left};
}

TextColumn axis_column(const CaseView& view, std::size_t axis) {
  const Axis& from = *view.axes()[axis];
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < view.size(); ++i) cells.push_back(view.coordinate(axis, i));
  const bool text = std::holds_alternative<std::vector<std::string>>(from.values);
  return headed(short_axis(without_unit(from.name, from.unit)), in_brackets(from.unit),
                std::move(cells), text);
}

TextColumn status_column(const CaseView& view, const Column& status) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < view.size(); ++i) cells.push_back(view.text(status, i));
  return headed("status", "", std::move(cells), true);
}

/// Whether [require] is met; no column where it is met everywhere.
void add_requirement(const CaseView& view, const Table& table, std::vector<TextColumn>& columns) {
  const Column* met = table.find("requirement_met");
  if (met == nullptr || !view.holds(*met)) return;
  bool missed = false;
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < view.size(); ++i) {
    cells.emplace_back(view.number(*met, i) != 0.0 ? "met" : "missed");
    missed = missed || cells.back() == "missed";
  }
  if (missed) columns.push_back(headed("require", "", std::move(cells), true));
}

TextColumn figure_column(const CaseView& view, const Table& table, const Column& from,
                         const Figure& figure) {
  const Column* low = table.find(from.name + "_low");
  const Column* high = table.find(from.name + "_high");
  const bool interval = low != nullptr && high != nullptr && view.holds(*low) && view.holds(*high);
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < view.size(); ++i) {
    std::string cell = shown(view.number(from, i).value_or(0.0), figure.decimals);
    if (interval && cell != "-") {
      cell += " [" + shown(view.number(*low, i).value_or(0.0), figure.decimals) + ", " +
              shown(view.number(*high, i).value_or(0.0), figure.decimals) + "]";
    }
    cells.push_back(std::move(cell));
  }
  if (interval) return headed(from.name, "[low, high]", std::move(cells), true);
  return headed(without_unit(from.name, from.unit), in_brackets(from.unit), std::move(cells),
                false);
}

/// True of a burst factor of 1 in every case: no bursts to speak of.
bool is_plain(const CaseView& view, const Column& column) {
  if (column.name != "burst_factor") return false;
  for (std::size_t i = 0; i < view.size(); ++i) {
    if (std::abs(view.number(column, i).value_or(1.0) - 1.0) > 5e-3) return false;
  }
  return true;
}

/// Which section's signal figures stand in the table, where a link has several.
std::string section_line(const CaseView& view, const Table& table, const Table* ledger) {
  const Column* worst = table.find("worst_section");
  const Column* sections = ledger == nullptr ? nullptr : ledger->find("section");
  if (worst == nullptr || sections == nullptr || !view.holds(*worst)) return "";
  std::set<std::string> all, shown;
  const CaseView rows(*ledger, sections->axes);
  for (std::size_t i = 0; i < rows.size(); ++i) all.insert(rows.text(*sections, i));
  all.erase("link");
  if (all.size() < 2) return "";
  for (std::size_t i = 0; i < view.size(); ++i) shown.insert(view.text(*worst, i));
  shown.erase("");
  std::string list;
  for (const std::string& name : shown) list += (list.empty() ? "" : ", ") + name;
  return "  margin, com, il_nyquist: of the section with the least margin (" + list + ")\n";
}

/// "name value unit" if the column has one value in all cases, else "".
std::string common_value(const CaseView& view, const Table& table, const std::string& name,
                         const std::string& after) {
  const Column* column = table.find(name);
  if (column == nullptr || !view.holds(*column) || view.size() == 0) return "";
  const std::string value = view.text(*column, 0);
  for (std::size_t i = 1; i < view.size(); ++i) {
    if (view.text(*column, i) != value) return "";
  }
  return value + after;
}

std::string title(const CaseView& view, const Table& table) {
  const std::string lanes = common_value(view, table, "lanes", "");
  const std::string parts[] = {common_value(view, table, "family", ""),
                               lanes.empty() ? "" : lanes + (lanes == "1" ? " lane" : " lanes"),
                               common_value(view, table, "symbol_rate_gbd", " GBd a lane"),
                               common_value(view, table, "line_rate_gbps", " Gb/s line rate"),
                               common_value(view, table, "net_rate_gbps", " Gb/s net"),
                               common_value(view, table, "ber_method", "")};
  std::string text = table.name;
  const char* separator = ": ";
  for (const std::string& part : parts) {
    if (part.empty()) continue;
    text += separator + part;
    separator = ", ";
  }
  return text + "\n";
}

std::string unverified_line(const Table& ledger) {
  const Column* quantity = ledger.find("quantity");
  const Column* verified = ledger.find("verified");
  if (quantity == nullptr || verified == nullptr || quantity->axes != verified->axes) return "";
  const CaseView view(ledger, verified->axes);
  std::set<std::string> names;
  for (std::size_t i = 0; i < view.size(); ++i) {
    if (view.number(*verified, i).value_or(0.0) == 0.0) names.insert(view.text(*quantity, i));
  }
  if (names.empty()) return "";
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return "  rest on numbers without a verified source: " + list + " (see chappe explain)\n";
}

}  // namespace

std::string link_text(const Table& table, const Table* ledger, const Table* cross_check,
                      const Table* sensitivity) {
  const CaseView view(table, case_axes(table));
  std::vector<TextColumn> columns;
  for (std::size_t axis = 0; axis < view.axes().size(); ++axis) {
    columns.push_back(axis_column(view, axis));
  }
  if (const Column* status = table.find("status")) columns.push_back(status_column(view, *status));
  add_requirement(view, table, columns);
  for (const Figure& figure : kFigures) {
    const Column* column = table.find(figure.name);
    if (column == nullptr || !view.holds(*column) || is_plain(view, *column)) continue;
    columns.push_back(figure_column(view, table, *column, figure));
  }
  std::string text = title(view, table) + columns_text(columns, 2);
  text += section_line(view, table, ledger);
  text += reach_text(table);
  if (cross_check != nullptr) text += cross_check_text(*cross_check);
  if (sensitivity != nullptr) text += sensitivity_text(*sensitivity);
  if (table.find("eye_height_mv") != nullptr) {
    text += "  contours and bathtubs of the eye: table '" + table.name + "/eye' of -o or --json\n";
  }
  if (ledger != nullptr) text += unverified_line(*ledger);
  return text;
}

bool is_link_table(const Table& table) { return table.name.find('/') == std::string::npos; }

std::string results_text(const std::vector<Table>& tables) {
  const auto named = [&](const std::string& name) -> const Table* {
    const auto found = std::find_if(tables.begin(), tables.end(),
                                    [&](const Table& other) { return other.name == name; });
    return found == tables.end() ? nullptr : &*found;
  };
  std::string text;
  for (const Table& table : tables) {
    if (!is_link_table(table)) continue;
    if (!text.empty()) text += "\n";
    text += link_text(table, named(table.name + "/ledger"), named(table.name + "/cross_check"),
                      named(table.name + "/sensitivity"));
  }
  return text;
}

std::string case_summary(const std::vector<Table>& tables) {
  std::map<std::string, std::size_t> counts;
  std::size_t total = 0;
  for (const Table& table : tables) {
    const Column* status = table.find("status");
    if (!is_link_table(table) || status == nullptr) continue;
    const CaseView view(table, status->axes);
    for (std::size_t i = 0; i < view.size(); ++i) ++counts[view.text(*status, i)];
    total += view.size();
  }
  std::string text = std::to_string(counts["ok"]) + " of " + std::to_string(total) + " cases ok";
  for (const auto& [status, count] : counts) {
    if (status != "ok") text += ", " + std::to_string(count) + " " + status;
  }
  return text;
}

}  // namespace chappe::cli
