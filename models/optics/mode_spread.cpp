#include "models/optics/mode_spread.hpp"

#include <cmath>
#include <limits>

#include "base/constants.hpp"

namespace chappe {

double chromatic_bandwidth_hz(double dispersion_s_per_m2, double width_m, double length_m) {
  const double spread_s = std::abs(dispersion_s_per_m2) * width_m * length_m;
  if (spread_s == 0.0) return std::numeric_limits<double>::infinity();
  return std::sqrt(2.0 * std::log(2.0)) / (2.0 * kPi * spread_s);
}

std::vector<cd> gaussian_response(const FrequencyGrid& grid, double bandwidth_hz) {
  std::vector<cd> out;
  out.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    const double ratio = f_hz / bandwidth_hz;
    out.emplace_back(std::exp(-std::log(2.0) * ratio * ratio));
  }
  return out;
}

double partition_variance(const LightSpec& light, double symbol_rate_bd, double dispersion_s_per_m2,
                          double length_m) {
  const double spread =
      kPi * symbol_rate_bd * dispersion_s_per_m2 * length_m * light.spectral_width_m;
  const double share = -std::expm1(-spread * spread);
  return 0.5 * light.partition_factor * light.partition_factor * share * share;
}

}  // namespace chappe
