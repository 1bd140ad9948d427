#include "fec/latency.hpp"

#include "base/errors.hpp"

namespace chappe {

double fec_accumulation_ns(const FecCode& code, double line_rate_bps, int codeword_interleave) {
  ensure(line_rate_bps > 0.0 && codeword_interleave > 0, "line rate and interleave are positive");
  if (!code.corrects()) return 0.0;
  return 1e9 * code.codeword_bits() * codeword_interleave / line_rate_bps;
}

std::vector<FecLatencyPart> fec_latency(const FecCode& code, double line_rate_bps,
                                        int codeword_interleave, double processing_ns,
                                        const std::string& processing_source,
                                        bool processing_verified) {
  if (!code.corrects()) return {};
  return {{"accumulation", fec_accumulation_ns(code, line_rate_bps, codeword_interleave),
           "codeword bits over line rate", true},
          {"processing", processing_ns, processing_source, processing_verified}};
}

std::vector<FecLatencyPart> inner_latency(const InnerCode& code, double lane_rate_bps,
                                          double outer_group_ns, const FecLatencyPart& processing) {
  ensure(lane_rate_bps > 0.0 && outer_group_ns >= 0.0, "a positive line rate, no negative time");
  if (!code.corrects()) return {};
  std::vector<FecLatencyPart> parts{
      {"inner accumulation", 1e9 * code.words_in_turn * code.line_bits / lane_rate_bps,
       "bits of " + std::to_string(code.words_in_turn) + " words (recalled) over line rate",
       code.verified}};
  if (outer_group_ns > 0.0) {
    parts.push_back({"inner interleaving", 2.0 * outer_group_ns,
                     "derived: twice a group of outer codewords, the least of three lines", false});
  }
  parts.push_back(processing);
  return parts;
}

}  // namespace chappe
