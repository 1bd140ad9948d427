#include "models/copper/lumped.hpp"

#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// S11 = sign x/(2 + x), S21 = 2/(2 + x).
Network symmetric(const FrequencyGrid& grid, std::span<const cd> immittance, double scale,
                  double sign, double z0_ohm) {
  ensure(immittance.size() == grid.size(), "an element is known at every frequency");
  Network out(grid, 2, z0_ohm);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    const cd x = scale * immittance[k];
    const bool open = !std::isfinite(std::abs(x));
    out.at(0, 0)[k] = out.at(1, 1)[k] = open ? sign : sign * x / (2.0 + x);
    out.at(1, 0)[k] = out.at(0, 1)[k] = open ? 0.0 : 2.0 / (2.0 + x);
  }
  return out;
}

}  // namespace

Network shunt_admittance(const FrequencyGrid& grid, std::span<const cd> admittance_s,
                         double z0_ohm) {
  return symmetric(grid, admittance_s, z0_ohm, -1.0, z0_ohm);
}

Network series_impedance(const FrequencyGrid& grid, std::span<const cd> impedance_ohm,
                         double z0_ohm) {
  return symmetric(grid, impedance_ohm, 1.0 / z0_ohm, 1.0, z0_ohm);
}

}  // namespace chappe
