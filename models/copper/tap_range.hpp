#pragma once
// Ranges of equaliser settings as parts write them.
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"

namespace chappe {

/// A setting's range: [value] or [low, high, step].
struct SettingRange {
  double low{0.0}, high{0.0}, step{0.0};
  /// low, low + step, ... up to high (within 1e-9 of a step).
  std::vector<double> values() const;
};

/// @param given  where the key was written, for the message
/// @throws ScenarioError unless it has one value, or three with low <= high, step > 0, <= 1e4 values
SettingRange setting_range(const std::vector<double>& values, const std::string& element,
                           std::string_view key, const ParamMap& given);

}  // namespace chappe
