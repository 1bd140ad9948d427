#pragma once
// A scenario's link as a COM sheet.
#include <string>
#include <vector>

#include "link/spec.hpp"

namespace chappe::cli {

struct ComExport {
  std::string csv{};
  std::vector<std::string> notes{};  ///< what has no counterpart, or was chosen, one line each
};

/// The first section that a serdes drives, as a sheet that `chappe com` reads.
/// @param link  with every default written out (Catalogue::resolve)
/// @throws ScenarioError if no section has a copper.serdes_tx and a copper.serdes_rx
ComExport export_com_sheet(const PathSpec& link, const std::string& scenario);

}  // namespace chappe::cli
