#pragma once
// COM's search over CTLE, transmit FFE and sampling offset (annex 93A.1.6).
#include "solve/com/com_merit.hpp"
#include "solve/com/com_tx_grid.hpp"

namespace chappe {

struct ComSearchResult {
  ComSetting setting{};
  double fom_db{0.0};
  std::size_t gain{0}, hp_gain{0};  ///< indices of the CTLE's gains
  long settings_tried{0};
};

/// The pairs of CTLE gains that the sheet's bounds (GDC_MIN, G_Qual, G2_Qual) allow, in its order.
std::vector<std::array<std::size_t, 2>> com_ctle_pairs(const ComConfig& config);

/// The greatest figure of merit; of equals the first in the reference's order: g_DC slowest, then
/// g_DC_HP, then the transmit grid, then the offset. The whole grid is looked at; a setting is
/// given up only when its noise so far already loses. With control.local_search the reference's
/// pruning by `Local Search` instead, one setting after the other.
/// @throws DataError if no setting has a sampling instant and a positive cursor; Interrupted
ComSearchResult com_search(const ComConfig& config, const ComSignals& signals,
                           const ComControl& control);

}  // namespace chappe
