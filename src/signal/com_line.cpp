#include "signal/com_line.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "signal/lines.hpp"

namespace chappe {

std::vector<cd> ComLine::gamma_per_m(const FrequencyGrid& grid) const {
  std::vector<cd> out;
  out.reserve(grid.size());
  for (const double f_hz : grid.f_hz) {
    const double f = f_hz * 1e-9;
    cd gamma = gamma0_per_mm;
    if (f > 0.0) {
      gamma += a1_per_mm_sqrt_ghz * cd{1.0, 1.0} * std::sqrt(f);
      gamma +=
          (a2_per_mm_ghz * cd{1.0, -2.0 / kPi * std::log(f)} + cd{0.0, 2.0 * kPi * tau_ns_per_mm}) *
          f;
    }
    out.push_back(gamma * 1e3);
  }
  return out;
}

Network ComLine::network(const FrequencyGrid& grid, double impedance_ohm, double length_mm,
                         double z0_ohm) const {
  return uniform_line(grid, gamma_per_m(grid), impedance_ohm, length_mm * 1e-3, z0_ohm);
}

}  // namespace chappe
