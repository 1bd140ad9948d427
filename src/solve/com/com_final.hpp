#pragma once
// From a setting of the search to the pulses and noise that the densities are made of, with or
// without a receive FFE.
#include "solve/com/com_search.hpp"
#include "solve/com/com_statistics.hpp"

namespace chappe {

/// What solving a case finds before its densities.
struct ComSolved {
  ComFinal final{};
  ComSigmas sigma{};
  std::vector<double> dfe{};  ///< relative to the cursor
  std::vector<int> floating{};
  double tail_rss{0.0};
  std::vector<double> rx_ffe{};  ///< empty without
  std::vector<int> rx_ffe_floating{};
  /// Correlation of interference and noise behind the equaliser (MLSE of the forms that need it).
  std::vector<double> correlation{};
};

ComSolved com_solved(const ComConfig& config, const ComSignals& signals,
                     const ComSearchResult& found);

}  // namespace chappe
