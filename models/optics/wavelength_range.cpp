#include "models/optics/wavelength_range.hpp"

#include <array>
#include <cstdio>

#include "base/errors.hpp"

namespace chappe {

void check_wavelength(const std::string& what, double wavelength_m, double low_nm, double high_nm,
                      const ParamMap& given, std::string_view key) {
  const double nm = wavelength_m * 1e9;
  // A wavelength that is the limit itself, but for the rounding of its unit, is inside.
  if (nm >= low_nm * (1.0 - 1e-12) && nm <= high_nm * (1.0 + 1e-12)) return;
  std::array<char, 160> text{};
  std::snprintf(text.data(), text.size(), ": light of %.8g nm is outside [%.8g, %.8g] nm", nm,
                low_nm, high_nm);
  const auto it = given.find(key);
  const std::string source = it == given.end() ? "" : it->second.provenance.source;
  throw ModelError(what + text.data() + (source.empty() ? "" : " (" + source + ")"));
}

}  // namespace chappe
