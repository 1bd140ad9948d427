#pragma once
// Models and their parameters, from their own declarations.
#include <string>

#include "cli/list.hpp"

namespace chappe::cli {

/// Every model with its one line, then the FEC codes.
Listing models_listing();

/// The parameters of one model: key, unit, range, default, meaning; or the numbers of one FEC code.
/// @throws ScenarioError with a suggestion if there is none of that name
Listing model_listing(const std::string& name);

}  // namespace chappe::cli
