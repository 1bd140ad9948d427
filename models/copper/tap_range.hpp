#pragma once
// Ranges of equaliser settings as parts write them.
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.hpp"

namespace chappe {

/// A setting's range: [value] or [low, high, step].
struct SettingRange {
  double low{0.0}, high{0.0}, step{0.0};  ///< step 0: the one value `low`
  /// low, low + step, ... up to high (within 1e-9 of a step).
  std::vector<double> values() const;
};

/// Where the key was written; nowhere if it was not.
Origin origin_of(const ParamMap& given, std::string_view key);

/// A fault unless `values` has one value, or three with low <= high, step > 0 and at most 10001
/// settings. @param what  for the message: "element 'rx' (copper.serdes_rx)"
void check_setting(const std::vector<double>& values, const std::string& what, std::string_view key,
                   const ParamMap& given, Faults& faults);

/// The range of values that check_setting() found good.
SettingRange setting_range(std::span<const double> values);

}  // namespace chappe
