#pragma once
// Declared parameters, for reading and for programs.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/params.hpp"

namespace chappe::cli {

/// One line a parameter: key, unit, range, default, meaning.
std::string params_text(const std::vector<ParamDoc>& params);
/// The same as an object; ranges without an end are null.
nlohmann::ordered_json param_json(const ParamDoc& param);

}  // namespace chappe::cli
