#include "solve/tables.hpp"

#include <cmath>
#include <map>
#include <tuple>

#include "solve/eye_table.hpp"

namespace chappe {
namespace {

Axis axis_of(const Sweep& sweep) {
  Axis axis;
  axis.name = sweep.target;
  // Names carry their unit as suffix; the axis says it in full where the suffix is a known one.
  static constexpr std::pair<const char*, const char*> kSuffixes[] = {
      {"_m", "m"},     {"_km", "km"},   {"_mm", "mm"}, {"_db", "dB"}, {"_ohm", "ohm"},
      {"_gbd", "GBd"}, {"_ghz", "GHz"}, {"_hz", "Hz"}, {"_ns", "ns"}, {"_ps", "ps"},
      {"_v", "V"},     {"_c", "degC"},  {"_ui", "UI"}, {"_mv", "mV"}, {"_w", "W"},
      {"_ff", "fF"},   {"_ph", "pH"}};
  axis.long_name = "swept " + sweep.target;
  axis.unit = "1";
  for (const auto& [suffix, unit] : kSuffixes) {
    if (sweep.target.ends_with(suffix)) axis.unit = unit;
  }
  if (std::holds_alternative<std::string>(sweep.values.front())) {
    std::vector<std::string> texts;
    for (const Value& value : sweep.values) texts.push_back(std::get<std::string>(value));
    axis.values = std::move(texts);
    axis.unit = "";
    return axis;
  }
  std::vector<double> numbers;
  for (const Value& value : sweep.values) {
    const auto* integer = std::get_if<std::int64_t>(&value);
    const auto* flag = std::get_if<bool>(&value);
    numbers.push_back(integer ? static_cast<double>(*integer)
                              : (flag ? (*flag ? 1.0 : 0.0) : std::get<double>(value)));
  }
  axis.values = std::move(numbers);
  return axis;
}

std::vector<std::string> axis_names(const Table& table) {
  std::vector<std::string> names;
  for (const Axis& axis : table.axes) names.push_back(axis.name);
  return names;
}

/// Collects one figure over all cases.
class ColumnCollector {
 public:
  explicit ColumnCollector(Table& table, std::size_t cases) : table_(table), cases_(cases) {}
  void take(std::size_t i, const CaseResult& result) {
    Figures copy = result.figures;
    YieldFigures yield = result.yield;
    std::size_t column = 0;
    const auto put_next = [&](const Info& info, auto& value) { put(i, column++, info, value); };
    copy.visit(put_next);
    yield.visit(put_next);
  }

 private:
  void put(std::size_t i, std::size_t column, const Info& info, double value) {
    at<std::vector<double>>(column, info)[i] = value;
  }
  void put(std::size_t i, std::size_t column, const Info& info, int value) {
    at<std::vector<std::int64_t>>(column, info)[i] = value;
  }
  void put(std::size_t i, std::size_t column, const Info& info, bool value) {
    at<std::vector<std::uint8_t>>(column, info)[i] = value ? 1 : 0;
  }
  void put(std::size_t i, std::size_t column, const Info& info, const std::string& value) {
    at<std::vector<std::string>>(column, info)[i] = value;
  }
  template <class V>
  V& at(std::size_t column, const Info& info) {
    if (column == table_.columns.size()) {
      table_.columns.push_back({std::string(info.key), std::string(info.unit),
                                std::string(info.doc), axis_names(table_), V(cases_)});
    }
    return std::get<V>(table_.columns[column].data);
  }

  Table& table_;
  std::size_t cases_;
};

/// Columns that no case has a number for are left out; codeword_error_ratio stays (DESIGN.md
/// section 3).
void drop_empty(Table& table) {
  std::erase_if(table.columns, [](const Column& column) {
    const auto* numbers = std::get_if<std::vector<double>>(&column.data);
    if (numbers == nullptr || column.name == "codeword_error_ratio") return false;
    for (const double v : *numbers) {
      if (!std::isnan(v)) return false;
    }
    return true;
  });
}

Table ledger_table(const Table& figures, const LinkResults& results) {
  using Key = std::tuple<std::string, std::string, std::string>;
  std::map<Key, std::size_t> index;
  std::vector<LedgerRow> rows;
  for (const CaseResult& result : results.cases) {
    for (const LedgerRow& row : result.ledger) {
      const auto [it, fresh] =
          index.emplace(Key{row.section, row.element, row.quantity}, rows.size());
      if (fresh) rows.push_back(row);
    }
  }
  Table table;
  table.name = figures.name + "/ledger";
  table.title = "ledger of " + figures.name;
  table.axes = figures.axes;
  std::vector<double> numbers(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r) numbers[r] = static_cast<double>(r);
  table.axes.push_back({"row", "1", "row of the ledger", numbers});
  table.signal = "value";
  const auto add_text = [&](const char* name, const char* doc, std::string LedgerRow::*member) {
    std::vector<std::string> texts;
    for (const LedgerRow& row : rows) texts.push_back(row.*member);
    table.columns.push_back({name, "", doc, {"row"}, std::move(texts)});
  };
  add_text("section", "section of the path", &LedgerRow::section);
  add_text("element", "element or contribution", &LedgerRow::element);
  add_text("quantity", "what the value is", &LedgerRow::quantity);
  add_text("unit", "unit of the value", &LedgerRow::unit);
  add_text("source", "where its number comes from", &LedgerRow::source);
  std::vector<std::uint8_t> verified;
  for (const LedgerRow& row : rows) verified.push_back(row.verified ? 1 : 0);
  table.columns.push_back(
      {"verified", "1", "1 if the source was seen", {"row"}, std::move(verified)});
  std::vector<double> values(results.cases.size() * rows.size(), 0.0);
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    for (const LedgerRow& row : results.cases[i].ledger) {
      values[i * rows.size() + index.at({row.section, row.element, row.quantity})] += row.value;
    }
  }
  table.columns.push_back(
      {"value", "1", "in the unit of its row", axis_names(table), std::move(values)});
  return table;
}

/// Rows of all cases one after another, each with the index of its case.
Table cross_check_table(const Table& figures, const LinkResults& results) {
  Table table;
  table.name = figures.name + "/cross_check";
  table.title = "density, Gaussian and counted error ratios at raised receiver noise";
  std::vector<double> numbers;
  std::vector<std::string> sections, methods, adapted;
  std::vector<double> cases;
  std::vector<std::uint8_t> agrees;
  using Member = double CrossCheckRow::*;
  const std::tuple<const char*, const char*, const char*, Member> declared[] = {
      {"target_ber", "1", "bit error ratio asked for", &CrossCheckRow::target_ber},
      {"noise_factor", "1", "of the receiver noise voltage", &CrossCheckRow::noise_factor},
      {"ber_density", "1", "by density", &CrossCheckRow::ber_density},
      {"ber_closed_form", "1", "by one Gaussian", &CrossCheckRow::ber_closed_form},
      {"ber_count", "1", "counted, error-free feedback", &CrossCheckRow::ber_count},
      {"ber_count_low", "1", "95 % interval", &CrossCheckRow::ber_count_low},
      {"ber_count_high", "1", "95 % interval", &CrossCheckRow::ber_count_high},
      {"ber_feedback", "1", "counted at the slicer, real decision feedback",
       &CrossCheckRow::ber_feedback},
      {"ber_adapted", "1", "counted, receiver that finds clock and taps by itself",
       &CrossCheckRow::ber_adapted},
      {"adapted_phase_ui", "UI", "its sampling instant, late of the searched one",
       &CrossCheckRow::adapted_phase_ui},
      {"events", "1", "independent error events", &CrossCheckRow::events},
      {"bits", "1", "bits simulated", &CrossCheckRow::bits},
      {"z", "1", "counted less expected over standard deviation", &CrossCheckRow::z}};
  std::vector<std::vector<double>> columns(std::size(declared));
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    for (const CrossCheckRow& row : results.cases[i].cross_check) {
      numbers.push_back(static_cast<double>(numbers.size()));
      cases.push_back(static_cast<double>(i));
      sections.push_back(row.section);
      methods.push_back(row.method);
      adapted.push_back(row.adapted);
      agrees.push_back(row.agrees ? 1 : 0);
      for (std::size_t c = 0; c < columns.size(); ++c)
        columns[c].push_back(row.*std::get<3>(declared[c]));
    }
  }
  table.axes.push_back({"row", "1", "row of the comparison", numbers});
  table.columns.push_back({"case", "1", "index of the case, first axis slowest", {"row"}, cases});
  table.columns.push_back({"section", "", "section of the path", {"row"}, sections});
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const auto& [name, unit, doc, member] = declared[c];
    // What not every row has (feedback of importance samples, the adapted receiver) is left out.
    const bool whole = std::none_of(columns[c].begin(), columns[c].end(),
                                    [](double value) { return std::isnan(value); });
    if (whole) table.columns.push_back({name, unit, doc, {"row"}, columns[c]});
  }
  table.columns.push_back({"method", "", "of ber_count: count, importance", {"row"}, methods});
  const bool any_adapted = std::any_of(adapted.begin(), adapted.end(),
                                       [](const std::string& status) { return !status.empty(); });
  if (any_adapted) {
    table.columns.push_back({"adapted", "", "of ber_adapted: ok, no_lock", {"row"}, adapted});
  }
  table.columns.push_back({"agrees", "1", "1 if |z| <= 3.5", {"row"}, agrees});
  table.signal = "ber_count";
  return table;
}

}  // namespace

std::vector<Table> result_tables(const LinkResults& results) {
  Table figures;
  figures.name = results.study->spec.name;
  figures.title = "figures of link " + figures.name;
  // A link without a valid case has no error ratio to show.
  if (figures.find("ber_pre_fec") != nullptr) figures.signal = "ber_pre_fec";
  for (const Sweep& sweep : results.study->sweeps) figures.axes.push_back(axis_of(sweep));
  ColumnCollector collector(figures, results.cases.size());
  for (std::size_t i = 0; i < results.cases.size(); ++i) collector.take(i, results.cases[i]);
  drop_empty(figures);
  std::vector<Table> tables;
  tables.push_back(std::move(figures));
  tables.push_back(ledger_table(tables.front(), results));
  const bool varied = !results.cases.front().sensitivity.empty();
  if (varied) tables.push_back(sensitivity_table(tables.front(), results));
  bool crossed = false;
  for (const CaseResult& result : results.cases) crossed = crossed || !result.cross_check.empty();
  if (crossed) tables.push_back(cross_check_table(tables.front(), results));
  if (auto eye = eye_table(tables.front(), results)) tables.push_back(std::move(*eye));
  return tables;
}

std::vector<ParamDoc> figure_columns() {
  std::vector<ParamDoc> docs = describe_params<Figures>();
  for (ParamDoc& doc : describe_params<YieldFigures>()) docs.push_back(std::move(doc));
  return docs;
}

}  // namespace chappe
