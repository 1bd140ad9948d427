#include "cli/cross_check_text.hpp"

#include "cli/case_view.hpp"
#include "cli/text.hpp"

namespace chappe::cli {
namespace {

enum class Form { text, whole, probability, two_decimals, yes_no };

struct Shown {
  const char* name;
  const char* head;
  Form form;
};

constexpr Shown kShown[] = {{"case", "case", Form::whole},
                            {"section", "section", Form::text},
                            {"noise_factor", "noise factor", Form::two_decimals},
                            {"ber_density", "density", Form::probability},
                            {"ber_closed_form", "Gaussian", Form::probability},
                            {"ber_count", "counted", Form::probability},
                            {"ber_count_low", "low", Form::probability},
                            {"ber_count_high", "high", Form::probability},
                            {"ber_feedback", "real DFE", Form::probability},
                            {"ber_adapted", "adapted", Form::probability},
                            {"adapted", "adapts", Form::text},
                            {"method", "method", Form::text},
                            {"events", "events", Form::whole},
                            {"z", "z", Form::two_decimals},
                            {"agrees", "agrees", Form::yes_no}};

std::string cell(const CaseView& view, const Column& column, std::size_t row, Form form) {
  const double value = view.number(column, row).value_or(0.0);
  switch (form) {
    case Form::text:
      return view.text(column, row);
    case Form::whole:
      return fixed(value, 0);
    case Form::probability:
      return probability(value, 2);
    case Form::two_decimals:
      return fixed(value, 2);
    case Form::yes_no:
      return value != 0.0 ? "yes" : "no";
  }
  return "";
}

}  // namespace

std::string cross_check_text(const Table& cross_check) {
  const CaseView view(cross_check, case_axes(cross_check));
  std::vector<TextColumn> columns;
  for (const Shown& shown : kShown) {
    const Column* from = cross_check.find(shown.name);
    if (from == nullptr || !view.holds(*from)) continue;
    TextColumn column{{shown.head}, {}, shown.form == Form::text};
    for (std::size_t row = 0; row < view.size(); ++row) {
      column.cells.push_back(cell(view, *from, row, shown.form));
    }
    columns.push_back(std::move(column));
  }
  return "  cross-check of ber_pre_fec at raised receiver noise; agrees: |z| <= 3.5\n" +
         columns_text(columns, 4);
}

}  // namespace chappe::cli
