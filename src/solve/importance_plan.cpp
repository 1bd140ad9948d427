#include "solve/importance_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"
#include "math/roots.hpp"
#include "solve/importance_response.hpp"

namespace chappe {
namespace {

constexpr double kLeastTap = 2e-3;         // of the rms at the slicer: smaller ones stay unbiased
constexpr double kMostLeak = 2e-3;         // relative effect of the tilts of other instants
constexpr std::size_t kLeastSpacing = 64;  // symbols between instants

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

/// Sets `matched` and the noise's part of the power spectrum of the slicer's autocovariance.
std::vector<cd> add_noise(ImportancePlan& plan) {
  const WaveformPlan& wave = plan.waveform;
  const auto n = static_cast<double>(wave.symbols);
  std::vector<double> ffe(wave.symbols, 0.0);
  ffe[0] = 1.0;
  ffe = ring_fir(ffe, wave.settings.rx_ffe, wave.settings.rx_cursor);
  std::vector<cd> gain(wave.coarse.spectrum_size());
  wave.coarse.forward(ffe, gain);
  std::vector<cd> power(gain.size());
  for (std::size_t k = 0; k < wave.noise.size(); ++k) {
    const std::size_t q = k % wave.symbols;
    const cd g = q < gain.size() ? gain[q] : std::conj(gain[wave.symbols - q]);
    const double share = k == 0 ? 1.0 / n : 2.0 / n;
    plan.matched.push_back(share * std::conj(wave.noise[k] * g));
    if (k == 0) plan.matched[0] = plan.matched[0].real();
    const double square = std::norm(plan.matched.back());
    plan.noise_variance_v2 += square;
    fold(power, wave.symbols, k, k == 0 ? n * square : 0.5 * n * square);
  }
  return power;
}

/// A tilted neighbour moves the decision by tilt R(distance), up as often as down: the error ratio
/// grows by (tilt^2 R)^2/2.
double leak_of(const std::vector<double>& covariance, double tilt_per_v, std::size_t instants,
               std::size_t spacing) {
  double sum = 0.0;
  for (std::size_t k = 1; k < instants; ++k) sum += std::pow(covariance[k * spacing], 2);
  return 0.5 * std::pow(tilt_per_v, 4) * sum;
}

/// Symbols oldest first, from the largest lag of ISI or edge to the smallest.
ChainInput chain_input(ImportancePlan& plan, const SlicerRings& rings, double least) {
  const WaveformPlan& wave = plan.waveform;
  const auto n = static_cast<std::ptrdiff_t>(wave.symbols);
  const Lags isi = near_lags(rings.isi, least, plan.spacing);
  const auto reach = static_cast<std::ptrdiff_t>(plan.spacing / 4);
  std::ptrdiff_t newest = std::max(std::min<std::ptrdiff_t>(isi.first, -1), -reach);
  plan.oldest_lag = std::min(std::max<std::ptrdiff_t>(isi.last(), 1), 3 * reach - 1);
  if (!plan.edge.v.empty()) {
    newest = std::max(std::min(newest, plan.edge.first), -reach);
    plan.oldest_lag = std::min(std::max(plan.oldest_lag, plan.edge.last()), 3 * reach - 1);
  }
  ChainInput out;
  out.levels = wave.levels;
  out.cursor = static_cast<std::size_t>(plan.oldest_lag);
  out.jitter = {wave.signals->tx.random_jitter_ui, wave.signals->tx.dual_dirac_jitter_ui};
  const double main_tap = wave.settings.tx_ffe[static_cast<std::size_t>(wave.settings.tx_cursor)];
  for (std::ptrdiff_t lag = plan.oldest_lag; lag >= newest; --lag) {
    out.isi_v.push_back(rings.isi[static_cast<std::size_t>((lag + n) % n)]);
    const bool tilted = lag >= plan.edge.first && lag <= plan.edge.last();
    out.edge_v.push_back(
        tilted ? -main_tap * plan.edge.v[static_cast<std::size_t>(lag - plan.edge.first)] : 0.0);
  }
  return out;
}

/// ln of the mean of exp(tilt * the ADC's quantisation at the slicer), one uniform variable a tap.
double quantisation_cumulant(const WaveformPlan& wave, double tilt) {
  double sum = 0.0;
  for (const double tap : wave.settings.rx_ffe) {
    const double x = 0.5 * std::abs(tilt * tap) * wave.adc_step_v;
    if (x > 1e-4) sum += x + std::log(-std::expm1(-2.0 * x) / (2.0 * x));
  }
  return sum;
}

/// ln E exp(tilt * (slicer - what was sent)), of all that is tilted and of quantisation, which is
/// not: it goes its part of the way by itself.
double cumulant(const ImportancePlan& plan, const ChainInput& chain, double tilt,
                std::size_t level) {
  double sum = SymbolChain(chain, tilt, level).cumulant() +
               0.5 * tilt * tilt * (plan.noise_variance_v2 + plan.tx_variance_v2) +
               quantisation_cumulant(plan.waveform, tilt);
  for (std::size_t i = 0; i < plan.crosstalk.size(); ++i) {
    std::vector<double> of_phase;
    for (const Lags& lags : plan.crosstalk[i]) {
      of_phase.push_back(0.0);
      for (const double v : lags.v) {
        of_phase.back() += level_cumulant(plan.waveform.aggressors[i].levels, tilt * v);
      }
    }
    sum += *std::max_element(of_phase.begin(), of_phase.end());
  }
  return sum;
}

/// The tilt whose mean lies `distance_v` away: where the cumulant's slope is the distance.
double tilt_to(const ImportancePlan& plan, const ChainInput& chain, double distance_v,
               std::size_t level, double guess) {
  const auto excess = [&](double tilt) {
    const double step = 1e-3 * tilt;
    return (cumulant(plan, chain, tilt + step, level) - cumulant(plan, chain, tilt - step, level)) /
               (2.0 * step * distance_v) -
           1.0;
  };
  double low = guess, high = guess;
  for (int i = 0; i < 60 && excess(low) > 0.0; ++i) low *= 0.7;
  for (int i = 0; i < 60 && excess(high) < 0.0; ++i) high *= 1.4;
  const auto root =
      find_root(excess, std::min(low, high), std::max(low, high), 1e-3 * std::abs(guess));
  if (!root) {
    throw ModelError("section '" + plan.waveform.signals->section->name +
                     "': importance sampling finds no tilt to the decision threshold");
  }
  return *root;
}

void add_components(ImportancePlan& plan, const ChainInput& chain, double variance_v2,
                    double factor) {
  const WaveformPlan& wave = plan.waveform;
  for (std::size_t level = 0; level < wave.levels.size(); ++level) {
    plan.first_of_level.push_back(plan.components.size());
    for (std::size_t k = 0; k < wave.thresholds.size(); ++k) {
      if (k + 1 != level && k != level) continue;
      const double distance = (wave.thresholds[k] - wave.levels[level]) * wave.cursor_v;
      const double tilt = factor * tilt_to(plan, chain, distance, level, distance / variance_v2);
      plan.components.push_back({level, tilt, SymbolChain(chain, tilt, level)});
    }
  }
  plan.first_of_level.push_back(plan.components.size());
}

double largest_tilt(const ImportancePlan& plan) {
  double out = 0.0;
  for (const TiltComponent& here : plan.components) out = std::max(out, std::abs(here.tilt_per_v));
  return out;
}

/// As many instants as leave each other alone, a whole number of each component.
void place_instants(ImportancePlan& plan, const std::vector<double>& covariance,
                    double tilt_per_v) {
  const std::size_t symbols = plan.waveform.symbols;
  const std::size_t components = 2 * (plan.waveform.levels.size() - 1);
  std::size_t each = std::max<std::size_t>(1, symbols / (kLeastSpacing * components));
  const auto leaks = [&](std::size_t instants) {
    return leak_of(covariance, tilt_per_v, instants, symbols / instants) > kMostLeak;
  };
  while (each > 1 && leaks(each * components)) --each;
  plan.instants = each * components;
  plan.spacing = symbols / plan.instants;
}

/// Everything that hangs on the space between instants.
void set_tilts(ImportancePlan& plan, const SlicerRings& rings, double variance_v2, double factor) {
  const double least = kLeastTap * std::sqrt(variance_v2);
  const TransmitterSpec& tx = plan.waveform.signals->tx;
  const double jitter_ui = std::hypot(tx.random_jitter_ui, tx.dual_dirac_jitter_ui);
  plan.tx_noise = near_lags(rings.tx_noise, least, plan.spacing);
  plan.tx_variance_v2 = square_sum(plan.tx_noise.v);
  if (jitter_ui > 0.0) plan.edge = near_lags(rings.edge, least / jitter_ui, plan.spacing);
  plan.crosstalk.clear();
  for (const auto& of_phase : rings.crosstalk) {
    plan.crosstalk.emplace_back();
    for (const auto& ring : of_phase)
      plan.crosstalk.back().push_back(near_lags(ring, least, plan.spacing));
  }
  plan.components.clear();
  plan.first_of_level.clear();
  add_components(plan, chain_input(plan, rings, least), variance_v2, factor);
}

}  // namespace

double level_cumulant(const std::vector<double>& levels, double x) {
  double sum = 0.0;
  for (const double level : levels) sum += std::exp(x * level);
  return std::log(sum / static_cast<double>(levels.size()));
}

ImportancePlan make_importance_plan(const SectionSignals& signals, const SearchResult& search,
                                    const AggressorPhases& phases,
                                    const ImportanceOptions& options) {
  WaveformOptions waveform;
  waveform.samples_per_symbol = options.samples_per_symbol;
  waveform.noise_factor = options.noise_factor;
  ImportancePlan plan{.waveform = make_waveform_plan(signals, search, phases, waveform),
                      .seed = options.seed};
  const WaveformPlan& wave = plan.waveform;
  const SlicerRings rings = slicer_rings(wave, search);
  const std::vector<double> covariance = slicer_autocovariance(wave, rings, add_noise(plan));
  // First with the tilt of Gaussian noise; bounded interference asks for more, and for more space.
  const double distance = 0.5 * (wave.levels[1] - wave.levels[0]) * wave.cursor_v;
  place_instants(plan, covariance, distance / covariance[0]);
  set_tilts(plan, rings, covariance[0], options.tilt_factor);
  if (leak_of(covariance, largest_tilt(plan), plan.instants, plan.spacing) > kMostLeak) {
    place_instants(plan, covariance, largest_tilt(plan));
    set_tilts(plan, rings, covariance[0], options.tilt_factor);
  }
  plan.leak = leak_of(covariance, largest_tilt(plan), plan.instants, plan.spacing);
  return plan;
}

}  // namespace chappe
