#pragma once
// What a FEC adds to the one-way latency.
#include <string>
#include <vector>

#include "fec/code.hpp"
#include "fec/inner_code.hpp"

namespace chappe {

/// One part of a FEC's latency, for the ledger.
struct FecLatencyPart {
  std::string what{};  ///< "accumulation", "processing"
  double ns{0.0};
  std::string source{};
  bool verified{false};
};

/// Time in which the receiver gathers the interleaved codewords that it needs before it can correct
/// the first: g n m / line rate. 0 without FEC.
/// @param line_rate_bps  of the whole port, all lanes of one direction, FEC overhead included, > 0
/// @param codeword_interleave  g >= 1
/// E.g. RS(544,514): 51.2 ns at 106.25 Gb/s, 25.6 ns for two words at 425 Gb/s.
double fec_accumulation_ns(const FecCode& code, double line_rate_bps, int codeword_interleave);

/// Accumulation, then processing of encoder and decoder (given, with its source); empty without
/// FEC.
std::vector<FecLatencyPart> fec_latency(const FecCode& code, double line_rate_bps,
                                        int codeword_interleave, double processing_ns,
                                        const std::string& processing_source,
                                        bool processing_verified);

/// The same of an inner code: accumulation of the words that a lane sends in turn; interleaving;
/// processing as given. Three delay lines bring the three blocks of 40 bits of an inner word from
/// outer codewords apart: of lines with delays 0, D and 2D the total is 2D, and 3D at least a group
/// of outer codewords of the lane, so that it costs twice the time that the group takes. (A public
/// model's 46,080 bits for D = 192 and a group of 21,760 bits: 2.12 times.) Empty without a code.
/// @param lane_rate_bps  line rate of one lane   @param outer_group_ns  accumulation of the outer
/// codewords at the inner payload rate, 0 = no outer code, not interleaved
std::vector<FecLatencyPart> inner_latency(const InnerCode& code, double lane_rate_bps,
                                          double outer_group_ns, const FecLatencyPart& processing);

}  // namespace chappe
