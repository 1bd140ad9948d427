#include "solve/measure/tdecq.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/errors.hpp"
#include "math/special.hpp"
#include "solve/measure/alignment.hpp"
#include "solve/measure/crossing.hpp"
#include "solve/measure/reference_noise.hpp"
#include "solve/measure/tdecq_search.hpp"

namespace chappe::measure {
namespace {

/// Below it the waveform is of other symbols: random ones of 1000 symbols reach 0.15.
constexpr double kLeastCorrelation = 0.3;

/// Of the windows' time, in UI.
constexpr double kLastStep = 0.01;

void check(const TdecqOptions& options) {
  const auto refuse = [](const std::string& what) { throw ScenarioError(what); };
  if (options.taps < 1 || options.taps > 31) refuse("taps is outside [1, 31]");
  if (options.precursors && *options.precursors >= options.taps) {
    refuse("pre-cursors: at most one less than the taps");
  }
  if (!(options.target_ser >= 1e-8 && options.target_ser <= 0.1)) {
    refuse("the target symbol error ratio is outside [1e-8, 0.1]");
  }
  if (!(options.scope_noise >= 0.0)) refuse("the oscilloscope's noise is below 0");
  if (!(options.threshold_travel >= 0.0 && options.threshold_travel <= 0.1)) {
    refuse("the thresholds' travel is outside [0, 0.1] of OMAouter");
  }
}

/// Everything that a search over time and cursor needs.
struct Bench {
  const PatternWave& wave;
  std::span<const std::uint8_t> symbols;
  const TdecqOptions& options;
  const TdecqResult& found;
  TapLimits limits;
  SearchSettings settings;

  EyeWindows eye(double centre_ui, Reading reading) const {
    return {wave,
            symbols,
            found.delay_ui + centre_ui,
            found.levels.balanced_average(),
            found.levels.oma_outer(),
            options.taps,
            reading};
  }
};

struct Trial {
  double centre_ui{0.0};
  Solution solution{};
};

/// A quick look at one time, on from given taps.
std::optional<Trial> from_taps(const Bench& bench, double centre_ui, const Equaliser& start) {
  const auto solution = optimise(bench.eye(centre_ui, Reading::middle), start, bench.limits,
                                 bench.settings, Effort::quick);
  if (!solution) return std::nullopt;
  return Trial{centre_ui, *solution};
}

/// Quick looks from the taps of least mean square error.
std::optional<Trial> best_cursor(const Bench& bench, double centre_ui) {
  std::optional<Trial> best;
  const EyeWindows eye = bench.eye(centre_ui, Reading::middle);
  const double sigma = 1.0 / (1.3 * bench.found.q_target);
  const std::size_t most = bench.options.precursors.value_or(bench.limits.most_precursors);
  const std::size_t least = bench.options.precursors.value_or(0);
  for (std::size_t cursor = least; cursor <= most; ++cursor) {
    const Equaliser start = mmse_equaliser(eye, bench.options.taps, cursor, sigma, bench.settings);
    const auto solution = optimise(eye, start, bench.limits, bench.settings, Effort::quick);
    if (solution && (!best || solution->sigma_in > best->solution.sigma_in)) {
      best = Trial{centre_ui, *solution};
    }
  }
  return best;
}

/// Steps towards the time of most noise; each halves the step where neither side is better.
Trial best_time(const Bench& bench, Trial best) {
  constexpr double kFirst = 0.04, kFarthest = 0.25;
  for (double step = kFirst; step >= kLastStep;) {
    bool moved = false;
    for (const double side : {-1.0, 1.0}) {
      const double centre = best.centre_ui + side * step;
      if (std::abs(centre) > kFarthest) continue;
      const auto trial = from_taps(bench, centre, best.solution.equaliser);
      if (!trial || trial->solution.sigma_in <= best.solution.sigma_in) continue;
      best = *trial;
      moved = true;
      break;
    }
    if (!moved) step *= 0.5;
  }
  return best;
}

/// Moves to the middle between mean crossings, which move a little with the taps.
Trial crossing_time(const Bench& bench, Trial trial) {
  for (int i = 0; i < 4; ++i) {
    const auto crossing =
        mean_crossing(bench.wave, bench.symbols, bench.found.delay_ui + trial.centre_ui,
                      trial.solution.equaliser, bench.found.levels.balanced_average());
    if (!crossing || std::abs(*crossing - 0.5) < 1e-3) break;
    const auto next = from_taps(bench, trial.centre_ui + *crossing - 0.5, trial.solution.equaliser);
    if (!next) break;
    trial = *next;
  }
  return trial;
}

/// The figure itself.
std::optional<Trial> in_full(const Bench& bench, const Trial& trial) {
  const EyeWindows eye = bench.eye(trial.centre_ui, Reading::full);
  const auto solution =
      optimise(eye, trial.solution.equaliser, bench.limits, bench.settings, Effort::full);
  if (!solution) return std::nullopt;
  return Trial{trial.centre_ui, *solution};
}

TdecqEye describe(const Bench& bench, const Trial& trial) {
  const double half_gap = bench.found.levels.oma_outer() / 6.0;
  const double ceq = trial.solution.noise_gain;
  TdecqEye eye;
  eye.sigma_g = trial.solution.sigma_in * half_gap;
  const double r = std::hypot(eye.sigma_g, bench.options.scope_noise);
  eye.tdecq_db = 10.0 * std::log10(half_gap / (bench.found.q_target * r));
  eye.ceq_db = 10.0 * std::log10(ceq);
  eye.tdecq_less_ceq_db = std::abs(eye.tdecq_db - eye.ceq_db);
  eye.equaliser = trial.solution.equaliser;
  for (std::size_t t = 0; t < 3; ++t) {
    eye.thresholds[t] =
        bench.found.levels.balanced_average() + half_gap * trial.solution.thresholds[t];
  }
  eye.centre_ui = trial.centre_ui;
  return eye;
}

std::vector<std::uint8_t> as_sent(std::span<const std::uint8_t> symbols, bool inverted) {
  std::vector<std::uint8_t> sent(symbols.begin(), symbols.end());
  if (inverted) {
    for (std::uint8_t& s : sent) s = static_cast<std::uint8_t>(3 - s);
  }
  return sent;
}

}  // namespace

TdecqResult measure_tdecq(const PatternWave& wave, std::span<const std::uint8_t> symbols,
                          const TdecqOptions& options) {
  check(options);
  TdecqResult found;
  const Alignment alignment = align(wave, symbols);
  if (alignment.correlation < kLeastCorrelation) {
    throw DataError(
        "the waveform does not follow the symbols: their correlation is nowhere above " +
        std::to_string(alignment.correlation).substr(0, 5));
  }
  found.delay_ui = alignment.delay_ui;
  found.correlation = alignment.correlation;
  found.inverted = alignment.inverted;
  const std::vector<std::uint8_t> sent = as_sent(symbols, found.inverted);
  found.levels = measure_levels(wave, sent, found.delay_ui);
  if (!(found.levels.oma_outer() > 0.0)) {
    throw DataError("no outer OMA: the runs of threes are not above the runs of zeros");
  }
  found.rlm = level_mismatch_ratio(found.levels.level);
  found.transition = transition_time(wave, sent, found.delay_ui, found.levels);
  found.excursions = excursions(wave, found.levels);
  found.q_target = q_inverse(options.target_ser / 1.5);
  const std::vector<double> correlation =
      filtered_noise_correlation(options.receiver_bandwidth, options.taps);
  const Bench bench{wave,
                    sent,
                    options,
                    found,
                    tap_limits(options.limits, options.taps),
                    {options.target_ser, 6.0 * options.threshold_travel, correlation}};
  // Where the pulse peaks, or, if the eye is closed there, beside it.
  std::optional<Trial> best = best_cursor(bench, 0.0);
  for (const double beside : {-0.12, 0.12, -0.24, 0.24}) {
    if (best) break;
    best = best_cursor(bench, beside);
  }
  if (best) {
    best = options.timing == Timing::best ? best_time(bench, *best) : crossing_time(bench, *best);
  }
  if (best) best = in_full(bench, *best);
  // The quick look may be a step beside.
  for (const double side : {-kLastStep, kLastStep}) {
    if (!best || options.timing != Timing::best) break;
    const auto beside = in_full(bench, {best->centre_ui + side, best->solution});
    if (beside && beside->solution.sigma_in > best->solution.sigma_in) best = beside;
  }
  if (best) found.eye = describe(bench, *best);
  return found;
}

}  // namespace chappe::measure
