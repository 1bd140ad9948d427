#include "solve/optical/linearised.hpp"

#include <cmath>
#include <numeric>

#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr int kSamples = 32;  // a symbol, of the grid on which the search works

/// dP/dv behind the modulator, over its light's power, for small signals at f, unfolded: D(0) = 1.
std::vector<cd> modulation(const OpticalChain& chain, cd e0, cd e1) {
  const std::size_t n = chain.grid.samples(), half = chain.grid.half();
  std::vector<cd> out(half);
  for (std::size_t k = 0; k < half; ++k) {
    const cd above = chain.field.empty() ? cd(1.0) : chain.field[k];
    const cd below = chain.field.empty() ? cd(1.0) : chain.field[(n - k) % n];
    out[k] = std::conj(e0) * e1 * above + e0 * std::conj(e1) * std::conj(below);
  }
  return out;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// The straight line through the levels' powers over the slope at the middle.
double secant_ratio(const OpticalChain& chain) {
  constexpr double kSmall = 1e-4;
  const auto levels = transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio);
  const std::vector<double> powers = held_powers_w(chain, levels);
  double along = 0.0, square = 0.0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    along += powers[i] * levels[i];
    square += levels[i] * levels[i];
  }
  const std::vector<double> beside = held_powers_w(chain, {-kSmall, kSmall});
  const double slope = (beside[1] - beside[0]) / (2.0 * kSmall);
  if (slope == 0.0) {
    throw ModelError("the modulator's light does not change with its voltage about its mean level");
  }
  return along / square / slope;
}

}  // namespace

std::vector<double> held_currents_a(const OpticalChain& chain) {
  std::vector<double> out =
      held_powers_w(chain, transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio));
  for (double& power : out) power *= chain.gain() * chain.responsivity_a_per_w;
  return out;
}

SectionSignals linearised_signals(const Section& section, const OpticalChain& chain) {
  const std::size_t half = chain.grid.half();
  SectionSignals out;
  out.section = &section;
  out.tx = chain.tx;
  out.rx = chain.rx;
  out.pam_levels = chain.pam_levels;
  SectionResponse& response = out.response;
  response.symbol_rate_bd = chain.grid.symbol_rate_bd;
  response.grid = {.record_symbols = chain.grid.symbols,
                   .samples_per_symbol = kSamples,
                   .df_hz = chain.grid.df_hz(),
                   .size = chain.grid.symbols * kSamples / 2 + 1,
                   .data_end_hz = static_cast<double>(half - 1) * chain.grid.df_hz()};
  const MapTable& map = *chain.drive.back().map;
  const cd e0 = map.value(0.0), e1 = map.slope(0.0);
  const double of_map = chain.gain() * chain.power_w * chain.responsivity_a_per_w;
  double constant = of_map * secant_ratio(chain);
  for (std::size_t i = 0; i + 1 < chain.drive.size(); ++i) {
    if (chain.drive[i].map) constant *= chain.drive[i].map->slope(0.0).real();
  }
  const std::vector<cd> to_power = modulation(chain, e0, e1);
  const std::vector<cd> of_intensity = modulation(chain, 1.0, 0.5);
  response.victim.assign(response.grid.size, cd{});
  response.added_noise.assign(half, 0.0);
  const std::vector<double> currents = held_currents_a(chain);
  const double current = mean(currents);
  double square = 0.0;
  for (const double i : currents) square += i * i / static_cast<double>(currents.size());
  for (std::size_t k = 0; k < half; ++k) {
    const cd behind = chain.post[k] * (chain.intensity.empty() ? cd(1.0) : chain.intensity[k]);
    cd through = constant * to_power[k] * behind;
    for (const DriveStage& stage : chain.drive) through *= stage.filter[k];
    response.victim[k] = through;
    double noise = (chain.thermal[k] + chain.shot_a * current) * std::norm(chain.post[k]);
    if (!chain.rin.empty()) noise += chain.rin[k] * square * std::norm(of_intensity[k] * behind);
    if (!chain.drive_noise.empty()) {
      noise += chain.drive_noise[k] * std::norm(of_map * to_power[k] * behind);
    }
    response.added_noise[k] = noise;
  }
  return out;
}

}  // namespace chappe
