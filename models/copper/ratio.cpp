#include "models/copper/ratio.hpp"

#include <array>
#include <cstdio>

#include "base/errors.hpp"

namespace chappe {

void check_ratio(const char* what, const char* of, double value, double low, double high) {
  if (value >= low && value <= high) return;
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(),
                "%s = %.6g %s is outside [%.6g, %.6g], where the impedance was checked", what,
                value, of, low, high);
  throw ModelError(text.data());
}

}  // namespace chappe
