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

}  // namespace chappe
