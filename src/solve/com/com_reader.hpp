#pragma once
// A COM sheet -> ComConfig: units, defaults of the reference program, ranges.
#include <string>
#include <vector>

#include "solve/com/com_config.hpp"
#include "solve/com/com_sheet.hpp"

namespace chappe {

struct ComReading {
  ComConfig config{};
  std::vector<std::string> remarks{};  ///< what was assumed, one line each
  /// Keywords whose value the sheet itself marks: a cell behind it begins with "unverified". What
  /// --set replaced is not among them.
  std::vector<std::string> unverified{};
};

/// Beside the reference's keywords two of our own: EDGE_FILTER = none | gaussian2 | gaussian1 |
/// bessel in place of FORCE_TR, T_r_filter_type and T_r_meas_point; MLSE_FORM = 178A in place of
/// MLSE option 3.
/// @throws ScenarioError with all faults of the sheet, each with file:line:column
ComReading read_com_config(const ComSheet& sheet);

}  // namespace chappe
