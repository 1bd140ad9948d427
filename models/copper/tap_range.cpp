#include "models/copper/tap_range.hpp"

#include <cmath>

namespace chappe {
namespace {

constexpr double kMostSteps = 1e4;

bool is_setting(std::span<const double> values) {
  if (values.size() == 1) return true;
  return values.size() == 3 && values[0] <= values[1] && values[2] > 0.0 &&
         (values[1] - values[0]) / values[2] <= kMostSteps;
}

}  // namespace

std::vector<double> SettingRange::values() const {
  std::vector<double> out{low};
  if (step <= 0.0) return out;
  const auto n = static_cast<int>(std::floor((high - low) / step + 1e-9));
  for (int i = 1; i <= n; ++i) out.push_back(low + i * step);
  return out;
}

Origin origin_of(const ParamMap& given, std::string_view key) {
  const auto it = given.find(key);
  return it == given.end() ? Origin{} : it->second.origin;
}

void check_setting(const std::vector<double>& values, const std::string& what, std::string_view key,
                   const ParamMap& given, Faults& faults) {
  if (is_setting(values)) return;
  faults.add(origin_of(given, key),
             what + ": " + std::string(key) + " = " + to_text(Value{values}) +
                 " is not [value] or [low, high, step] with low <= high, step > 0 and at most 10001"
                 " values");
}

SettingRange setting_range(std::span<const double> values) {
  ensure(is_setting(values), "a setting was checked");
  if (values.size() == 1) return {values[0], values[0], 0.0};
  return {values[0], values[1], values[2]};
}

}  // namespace chappe
