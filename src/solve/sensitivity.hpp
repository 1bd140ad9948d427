#pragma once
// Sensitivity of a case: how its figures move with each parameter that varies.
#include <limits>
#include <string>
#include <vector>

#include "base/table.hpp"

namespace chappe {

struct LinkResults;
struct CaseBuilder;
struct CaseRequest;
struct RunControl;

/// Central differences by one parameter; NaN where a side has no figures.
struct SensitivityRow {
  std::string parameter{};
  double step{0.0};  ///< to each side, in the parameter's unit
  double margin_db{std::numeric_limits<double>::quiet_NaN()};  ///< d margin_db/d parameter
  double log10_ber_pre_fec{std::numeric_limits<double>::quiet_NaN()};
  double log10_frame_loss_ratio{std::numeric_limits<double>::quiet_NaN()};
};

/// Fills the rows of every case: its tolerances, over +-0.5 standard deviations, and its swept
/// numbers, over +-1e-2 of their value. Equalisers are searched anew on either side, so that small
/// steps of settings are in the differences. A parameter that no case can vary has no rows.
void find_sensitivity(LinkResults& results, const CaseBuilder& builder, const CaseRequest& request,
                      const RunControl& control);

/// "<link>/sensitivity" over the axes of the cases and "parameter".
Table sensitivity_table(const Table& figures, const LinkResults& results);

}  // namespace chappe
