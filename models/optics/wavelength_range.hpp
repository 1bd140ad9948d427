#pragma once
// The wavelengths that a fibre's data cover.
#include <string>
#include <string_view>

#include "base/params.hpp"

namespace chappe {

/// @param what  "element 'fibre' (optics.smf)"   @param given, key  whose source bounds the range
/// @throws ModelError outside [low, high], naming value, range and source
void check_wavelength(const std::string& what, double wavelength_m, double low_nm, double high_nm,
                      const ParamMap& given, std::string_view key);

}  // namespace chappe
