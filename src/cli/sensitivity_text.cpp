#include "cli/sensitivity_text.hpp"

#include <cmath>
#include <cstdio>

#include "cli/case_view.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

std::string three_digits(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%+.3g", value);
  return text;
}

}  // namespace

std::string sensitivity_text(const Table& sensitivity) {
  std::vector<std::string> axes;
  for (const Axis& axis : sensitivity.axes) axes.push_back(axis.name);
  const CaseView view(sensitivity, axes);
  std::vector<TextColumn> columns;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    TextColumn column{{axes[axis]}, {}, axis + 1 == axes.size()};
    for (std::size_t i = 0; i < view.size(); ++i) column.cells.push_back(view.coordinate(axis, i));
    columns.push_back(std::move(column));
  }
  constexpr std::pair<const char*, const char*> kShown[] = {
      {"d_margin_db", "margin [dB]"},
      {"d_log10_ber_pre_fec", "log10 ber_pre_fec"},
      {"d_log10_frame_loss_ratio", "log10 frame_loss_ratio"}};
  for (const auto& [name, head] : kShown) {
    const Column* from = sensitivity.find(name);
    if (from == nullptr) continue;
    TextColumn column{{head}, {}, false};
    for (std::size_t i = 0; i < view.size(); ++i) {
      column.cells.push_back(three_digits(view.number(*from, i).value_or(NAN)));
    }
    columns.push_back(std::move(column));
  }
  return "  sensitivity: change of a figure per unit of a parameter\n" + columns_text(columns, 4);
}

}  // namespace chappe::cli
