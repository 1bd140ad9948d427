#pragma once
// What the tests of Touchstone files share.
#include <string>

#include "signal/touchstone.hpp"

namespace chappe::testing {

/// Version 1 text of a file "a.s<ports>p".
inline TouchstoneData parse(const std::string& text, int ports) {
  return parse_touchstone(text, "a.s" + std::to_string(ports) + "p", ports);
}

/// Version 2 text of a file "a.ts".
inline TouchstoneData parse_ts(const std::string& text) {
  return parse_touchstone(text, "a.ts", 0);
}

inline bool remarked(const TouchstoneData& data, const std::string& what) {
  for (const std::string& remark : data.remarks) {
    if (remark.find(what) != std::string::npos) return true;
  }
  return false;
}

}  // namespace chappe::testing
