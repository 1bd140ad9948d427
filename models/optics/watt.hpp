#pragma once
// Ledger rows of what is known in watts.
#include <string>

#include "link/operating_point.hpp"
#include "models/copper/ledger_entry.hpp"

namespace chappe {

/// Energy [pJ/bit of line rate] of one lane that takes `watt`; 0 where no rate is given.
/// @param key  the parameter whose source stands for it
inline LedgerRow energy_row(const std::string& element, double watt, const OperatingPoint& at,
                            const ParamMap& given, std::string_view key) {
  const double bits_per_s = at.symbol_rate_bd * at.bits_per_symbol;
  return ledger_entry(element, "energy", bits_per_s > 0.0 ? 1e12 * watt / bits_per_s : 0.0,
                      "pJ/bit", given, key);
}

}  // namespace chappe
