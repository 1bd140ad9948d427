#pragma once
// All cases of a link's study: its axes and the results over them.
#include <optional>
#include <string_view>
#include <vector>

#include "solve/case.hpp"
#include "solve/study.hpp"

namespace chappe {

/// Results over a link's axes, row-major, the first sweep slowest.
struct LinkResults {
  const LinkStudy* study{nullptr};
  std::vector<CaseResult> cases{};  ///< one a combination of sweep values; one without sweeps
};

/// Combinations of a study's sweep values.
std::size_t case_count(const LinkStudy& study);
/// Index along each sweep of case i.
std::vector<std::size_t> case_indices(const LinkStudy& study, std::size_t i);
/// The spec of case i: every sweep's value set.
PathSpec case_spec(const LinkStudy& study, std::size_t i);
/// The spec of case i with another value for sweep `axis`.
PathSpec case_spec(const LinkStudy& study, std::size_t i, std::size_t axis, double value);

/// Where paths come from; the cache is shared by all cases of a run.
struct CaseBuilder {
  const Catalogue& catalogue;
  ElementCache& cache;
};

/// solve_case with what lies outside validity turned into a status: figures NaN but for what is
/// known.
CaseResult solve_case_or_status(const PathSpec& spec, const CaseBuilder& builder,
                                const CaseRequest& request);

/// Metres in one unit of a key that is a length; nothing for one that does not end in _m, _mm or
/// _km.
std::optional<double> metres_per_unit(std::string_view target);

/// Reach along the sweep that [solve] reach names, for every combination of the other sweeps: the
/// first crossing from met to missed is refined by bisection to `reach_tolerance`, with the
/// equalisers searched anew at each length. Fills reach_m and reach_min_m of every case; status
/// no_reach where none is met.
/// @returns one line for each combination whose reach was not bracketed
std::vector<std::string> find_reach(LinkResults& results, const CaseBuilder& builder,
                                    const CaseRequest& request, const RunControl& control);

}  // namespace chappe
