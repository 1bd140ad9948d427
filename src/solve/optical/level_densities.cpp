#include "solve/optical/level_densities.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace chappe {
namespace {

constexpr int kPhases = 32;

/// Equally likely values of amplitude cos(phase) over levels: Chebyshev nodes of the arcsine law.
std::vector<double> beats(double field_ratio, double volts_per_a, double own_a,
                          const std::vector<double>& levels_a) {
  std::vector<double> out;
  for (const double other_a : levels_a) {
    const double amplitude = 2.0 * field_ratio * std::sqrt(own_a * other_a) * volts_per_a;
    for (int i = 0; i < kPhases; ++i) {
      out.push_back(amplitude * std::cos(kPi * (i + 0.5) / kPhases));
    }
  }
  return out;
}

}  // namespace

LevelDensities level_densities(const OpticalChain& chain, const PatternAtSlicer& slicer,
                               const std::vector<double>& levels_a, double width_v) {
  LevelDensities out;
  if (chain.echoes.empty() && chain.crosstalk.empty()) return out;
  double mean_v = 0.0;
  for (const double v : slicer.level_v) mean_v += v / static_cast<double>(slicer.level_v.size());
  const double volts_per_a = std::abs(slicer.kernel.front().real());
  for (const double own_a : levels_a) {
    DensityScratch scratch;
    Density density(width_v);
    for (const EchoPair& echo : chain.echoes) {
      density.add_deltas(beats(echo.field_ratio, volts_per_a, own_a, levels_a), scratch);
    }
    for (const LightCrosstalk& crosstalk : chain.crosstalk) {
      std::vector<double> values;
      for (const double v : slicer.level_v) values.push_back(crosstalk.power_ratio * (v - mean_v));
      for (int i = 0; i < crosstalk.channels; ++i) density.add_deltas(values, scratch);
    }
    out.push_back(std::move(density));
  }
  return out;
}

}  // namespace chappe
