#pragma once
// What a path runs at, and the noise that elements add there.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "link/specs.hpp"
#include "signal/waveform.hpp"

namespace chappe {

/// What a path runs at: temperatures, rate, chosen settings.
struct OperatingPoint {
  double temperature_c{25.0};  ///< of elements that are not in the map [degC]
  std::map<std::string, double> element_temperature_c{};
  double symbol_rate_bd{0.0};
  double bits_per_symbol{2.0};
  std::optional<EqualiserSettings> equaliser{};
  std::optional<double> received_oma_w{};  ///< outer OMA at the detector, for its gain control
  double temperature_of(const std::string& element) const;
};

/// One-sided power spectral density over the grid that was asked for.
struct NoisePsd {
  enum class Unit { v2_per_hz, a2_per_hz, w_per_hz, w2_per_hz };
  Unit unit{Unit::v2_per_hz};
  std::vector<double> density{};
};

}  // namespace chappe
