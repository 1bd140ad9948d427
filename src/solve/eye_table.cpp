#include "solve/eye_table.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

Axis number_axis(const char* name, const char* unit, const char* doc, std::vector<double> values) {
  return {name, unit, doc, std::move(values)};
}

/// Columns over the case axes and further ones, filled case by case.
class EyeColumns {
 public:
  EyeColumns(Table& table, const LinkResults& results) : table_(table), results_(results) {
    for (const Axis& axis : table.axes) case_axes_.push_back(axis.name);
  }

  /// @param values_of  the values of one eye over `further`, times `scale`
  template <class ValuesOf>
  void add(const char* name, const char* unit, const char* doc,
           const std::vector<std::string>& further, double scale, const ValuesOf& values_of) {
    Column column{name, unit, doc, case_axes_, std::vector<double>()};
    column.axes.insert(column.axes.end(), further.begin(), further.end());
    const std::size_t all = table_.size_of(column);
    const std::size_t block = results_.cases.empty() ? 0 : all / results_.cases.size();
    std::vector<double> data(all, std::nan(""));
    for (std::size_t i = 0; i < results_.cases.size(); ++i) {
      const auto& eye = results_.cases[i].eye;
      if (!eye) continue;
      const std::vector<double> values = values_of(*eye);
      ensure(values.size() == block, "eyes of one link have one shape");
      for (std::size_t k = 0; k < block; ++k) data[i * block + k] = scale * values[k];
    }
    column.data = std::move(data);
    table_.columns.push_back(std::move(column));
  }

 private:
  Table& table_;
  const LinkResults& results_;
  std::vector<std::string> case_axes_{};
};

void add_axes(const StatisticalEye& eye, Table& table) {
  std::vector<double> subeyes;
  for (int k = 0; k < eye.subeyes; ++k) subeyes.push_back(k);
  table.axes.push_back(number_axis("ber", "1", "error ratio of a contour", eye.ber));
  table.axes.push_back(number_axis("subeye", "1", "sub-eye, 0 is the lowest", subeyes));
  table.axes.push_back({"side", "", "of the contour", std::vector<std::string>{"lower", "upper"}});
  table.axes.push_back(
      number_axis("time_ui", "UI", "from the sampling instant, late is positive", eye.time_ui));
  table.axes.push_back(number_axis("threshold_offset", "1",
                                   "of a threshold from midway, over half the distance of levels",
                                   eye.offset));
}

void add_columns(EyeColumns& columns) {
  columns.add("contour_mv", "mV",
              "voltage that the level beside it passes with probability `ber`; taps, feedback and"
              " crosstalk's rule held",
              {"ber", "subeye", "side", "time_ui"}, 1e3,
              [](const StatisticalEye& eye) { return eye.contour_v; });
  columns.add("threshold_mv", "mV", "decision threshold, midway between levels", {"subeye"}, 1e3,
              [](const StatisticalEye& eye) { return eye.threshold_v; });
  columns.add("time_bathtub", "1",
              "slicer's bit error ratio at another instant, thresholds held, error-free feedback",
              {"time_ui"}, 1.0, [](const StatisticalEye& eye) { return eye.time_bathtub; });
  columns.add("voltage_bathtub", "1",
              "bit errors a bit that one threshold makes at the sampling instant",
              {"subeye", "threshold_offset"}, 1.0,
              [](const StatisticalEye& eye) { return eye.voltage_bathtub; });
  columns.add("half_distance_mv", "mV", "half the distance of two levels, R_LM cursor/(L - 1)", {},
              1e3, [](const StatisticalEye& eye) { return std::vector<double>{eye.available_v}; });
}

}  // namespace

std::optional<Table> eye_table(const Table& figures, const LinkResults& results) {
  const auto first = std::find_if(results.cases.begin(), results.cases.end(),
                                  [](const CaseResult& result) { return result.eye.has_value(); });
  const Column* status = figures.find("status");
  if (first == results.cases.end() || status == nullptr) return std::nullopt;
  Table table;
  table.name = figures.name + "/eye";
  table.title = "statistical eyes of " + figures.name;
  table.signal = "time_bathtub";
  table.axes = figures.axes;
  table.columns.push_back(*status);
  EyeColumns columns(table, results);
  add_axes(*first->eye, table);
  add_columns(columns);
  return table;
}

}  // namespace chappe
