#pragma once
// One case: a path at one point of its sweeps -> figures and ledger.
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "link/figures.hpp"
#include "link/ledger.hpp"
#include "link/path.hpp"
#include "solve/options.hpp"
#include "solve/section_outcome.hpp"
#include "solve/sensitivity.hpp"
#include "solve/yield.hpp"

namespace chappe {

struct CaseResult {
  Figures figures{};
  std::vector<LedgerRow> ledger{};
  std::vector<std::string> missed{};  ///< limits that are not met
  std::vector<std::string> assumptions{};
  std::vector<CrossCheckRow> cross_check{};
  YieldFigures yield{};
  std::vector<SensitivityRow> sensitivity{};
  std::vector<EqualiserSettings> settings{};  ///< of each section
  std::optional<StatisticalEye> eye{};        ///< of the section with the least margin
};

/// How a case is solved; `threads` are for its waveform only.
struct CaseRequest {
  SolveOptions solve{};
  Requirements require{};
  bool allow_extrapolation{false};
  bool allow_outside{false};  ///< of the valid ranges that parts state
  std::uint64_t seed{1};
  int threads{1};
  const std::atomic<bool>* stop{nullptr};
  /// A sample of tolerances: error ratios and what `require` limits; other figures are left NaN.
  bool sample{false};
  std::vector<EqualiserSettings> near{};  ///< of the nominal link, where a sample's search begins
  SpreadCache* spreads{nullptr};  ///< shared by the cases of a run; none: the case makes its own
};

/// @throws ModelError outside validity, DataError, ScenarioError (an unknown code), Interrupted
CaseResult solve_case(const Path& path, const CaseRequest& request);

}  // namespace chappe
