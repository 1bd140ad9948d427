#pragma once
// From bursts on the line to what the user sees: fec/outcome.hpp for errors that are not
// independent.
#include "fec/lane_mux.hpp"
#include "fec/outcome.hpp"

namespace chappe {

/// As FecOutcome; beside it how far the words of a group fail together.
struct BurstOutcome {
  FecOutcome fec{};
  /// Mean events that hit a codeword, and mean symbols that one of them hits.
  double events_per_codeword{0.0}, symbols_per_event{0.0};
  /// P(a word of the group fails), and bounds of it: equal for one or two codewords.
  /// frame_loss_ratio goes by the first.
  std::optional<double> log10_group_failure{};
  std::optional<double> log10_group_failure_low{}, log10_group_failure_high{};
};

/// Ratios of a FEC under bursts. The wrong symbols of a word are a compound sum of events
/// (fec/hit_series.hpp). A group of g words is marked when one fails:
///   g = 1, 2: sum P_i - sum P_ij, with P_ij from the joint distribution of two words;
///   g = 3, 4: between (k = 1 + floor(2 S2 / S1), S1 = sum P_i, S2 = sum_{i<j} P_ij)
///     2 S1 / (k+1) - 2 S2 / (k (k+1))         D. Dawson, D. Sankoff, Proc. AMS 18 (1967) 504
///     S1 - max(2 S2 / g, max_i sum_j P_ij)    D. Hunter, J. Appl. Prob. 13 (1976) 597 (recalled)
///   the middle of the two is given.
/// FLR = min(1, P_any (1 + 1/F)), BER_post = BER / Ps sum_{i>t} (i/n) f(i), as in fec/outcome.hpp.
/// For events of one symbol it is fec_outcome(code, BER = events / 2) but for two bits of a PAM4
/// symbol, which there are independent and here are never both wrong: a relative 8 p in CER, and
/// for P_any, which there is the union bound.
/// @param spread  made by burst_spread from the same code, mux and kind of model
/// @throws InternalError without FEC, or if framing.codeword_interleave is not the spread's
BurstOutcome burst_outcome(const FecCode& code, const BurstSpread& spread, const BurstModel& model,
                           const FecFraming& framing);

}  // namespace chappe
