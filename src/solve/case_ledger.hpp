#pragma once
// The ledger of a case, scaled to the whole link.
#include <vector>

#include "link/ledger.hpp"
#include "link/path.hpp"
#include "solve/section_outcome.hpp"

namespace chappe {

/// Rates of a path, per direction and all lanes.
struct PathRates {
  double line_rate_bps{0.0};  ///< of the last section, FEC overhead included
  double net_rate_bps{0.0};   ///< payload
};
PathRates path_rates(const Path& path);

/// Rows of all elements and FEC spans: "latency" [ns] sums to latency_ns; "energy" [pJ/bit of
/// payload] to energy_pj_per_bit; "fit" to fit; "loss" [dB at half the symbol rate] and "noise" [mV
/// rms at the slicer], "budget" (of light) and "setting" (what the equaliser search chose) are
/// there to be read.
std::vector<LedgerRow> case_ledger(const Path& path, const std::vector<SectionOutcome>& outcomes);

/// Sum of a quantity's rows.
double ledger_total(const std::vector<LedgerRow>& rows, const std::string& quantity);

}  // namespace chappe
