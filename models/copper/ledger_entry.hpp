#pragma once
// A ledger row whose number is a parameter: source and grade follow from where it was given.
#include <string>

#include "base/params.hpp"
#include "link/ledger.hpp"

namespace chappe {

/// @param key  the parameter behind the value; a default of the model has no source
inline LedgerRow ledger_entry(const std::string& element, const std::string& quantity, double value,
                              const std::string& unit, const ParamMap& given,
                              std::string_view key) {
  LedgerRow row{.element = element, .quantity = quantity, .value = value, .unit = unit};
  const auto it = given.find(key);
  row.source = it == given.end() ? "model default, no source" : it->second.provenance.source;
  row.verified = it != given.end() && it->second.provenance.verified;
  return row;
}

}  // namespace chappe
