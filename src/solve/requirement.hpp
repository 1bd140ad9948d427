#pragma once
// What a case must meet, as one bit error ratio for margins and as a verdict on its figures.
#include <string>
#include <vector>

#include "fec/inner_code.hpp"
#include "link/figures.hpp"
#include "link/path.hpp"
#include "solve/options.hpp"
#include "solve/span_bursts.hpp"

namespace chappe {

/// The limits in force: those given, or by default a frame loss of 6.2e-11 (IEEE 802.3 PHYs of 200
/// Gb/s and more, 64-octet frames) with FEC, a BER of 1e-12 without.
Requirements requirements_in_force(const Requirements& given, const Path& path);

/// Largest BER ahead of a FEC span (of a section without FEC: `span` = nullptr) that meets every
/// limit on error ratios. 0.5 if there is none. Of a section with an inner code: ahead of both.
double required_ber(const Requirements& limits, const FecSpan* span, int frame_bytes,
                    const InnerCode& inner = inner_code("none"));

/// The same where errors come in bursts: the largest BER, with error-free feedback, that meets the
/// limits on frame loss and BER behind the FEC. @param independent  what required_ber gives
double required_ber_of_bursts(const Requirements& limits, const SpanBursts& bursts,
                              double independent);

/// The limits that the figures miss: "frame_loss_ratio = 3e-9 is above 6.2e-11"; empty if all are
/// met.
std::vector<std::string> missed_limits(const Requirements& limits, const Figures& figures);

}  // namespace chappe
