#include "models/copper/tap_range.hpp"

#include <cmath>

namespace chappe {

std::vector<double> SettingRange::values() const {
  std::vector<double> out{low};
  if (step <= 0.0) return out;
  const auto n = static_cast<int>(std::floor((high - low) / step + 1e-9));
  for (int i = 1; i <= n; ++i) out.push_back(low + i * step);
  return out;
}

SettingRange setting_range(const std::vector<double>& values, const std::string& element,
                           std::string_view key, const ParamMap& given) {
  if (values.size() == 1) return {values[0], values[0], 0.0};
  const bool three = values.size() == 3 && values[0] <= values[1] && values[2] > 0.0 &&
                     (values[1] - values[0]) / values[2] <= 1e4;
  if (three) return {values[0], values[1], values[2]};
  const auto it = given.find(key);
  const Origin where = it == given.end() ? Origin{} : it->second.origin;
  throw ScenarioError({{where, std::string(key) + " = " + to_text(Value{values}) + " of element '" +
                                   element +
                                   "' must be [value] or [low, high, step] with low <= high, step > 0"
                                   " and at most 10001 values"}});
}

}  // namespace chappe
