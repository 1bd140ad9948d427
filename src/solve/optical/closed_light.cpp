#include "solve/optical/closed_light.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace chappe {

std::vector<double> level_powers_w(int levels, double mean_w, double extinction_ratio) {
  const double low = 2.0 * mean_w / (extinction_ratio + 1.0);
  const double step = outer_oma_w(mean_w, extinction_ratio) / (levels - 1);
  std::vector<double> out;
  for (int i = 0; i < levels; ++i) out.push_back(low + step * i);
  return out;
}

double outer_oma_w(double mean_w, double extinction_ratio) {
  return 2.0 * mean_w * (extinction_ratio - 1.0) / (extinction_ratio + 1.0);
}

double mean_power_w(double oma_w, double extinction_ratio) {
  return 0.5 * oma_w * (extinction_ratio + 1.0) / (extinction_ratio - 1.0);
}

NoisyLevels detected_levels(std::span<const double> powers_w, double responsivity_a_per_w,
                            const DetectorNoise& noise) {
  NoisyLevels out;
  for (const double power : powers_w) {
    const double current = responsivity_a_per_w * power;
    const double density = noise.input_a2_per_hz +
                           2.0 * kElementaryCharge_c * noise.excess * current +
                           noise.rin_per_hz * current * current;
    out.mean.push_back(current);
    out.sigma.push_back(std::sqrt(density * noise.bandwidth_hz +
                                  noise.relative_variance * current * current + noise.added_a2));
  }
  return out;
}

double resistor_noise_a2_per_hz(double temperature_k, double resistance_ohm) {
  return 4.0 * kBoltzmann_j_per_k * temperature_k / resistance_ohm;
}

double rin_limited_x(int levels, double extinction_ratio, double rin_per_hz, double bandwidth_hz) {
  return (1.0 - 1.0 / extinction_ratio) /
         (2.0 * (levels - 1) * std::sqrt(rin_per_hz * bandwidth_hz));
}

}  // namespace chappe
