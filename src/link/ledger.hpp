#pragma once
// The ledger: where each dB, ps, pJ and V of noise comes from, and whether its number has a source.
#include <string>
#include <vector>

namespace chappe {

/// One entry. Elements write what ONE lane costs in ONE direction; `solve` fills `section` and
/// scales.
struct LedgerRow {
  std::string section{};
  std::string element{};
  std::string quantity{};  ///< "latency", "energy", "loss", "noise", "budget", "fit"
  double value{0.0};
  std::string unit{};  ///< "ns", "pJ/bit", "dB", "dBm", "mV", "1e-9/h"
  std::string source{};
  bool verified{false};
};

}  // namespace chappe
