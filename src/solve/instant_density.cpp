#include "solve/instant_density.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dsp/ffe_dfe.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kAll = -1e300;  // ln of the least tail that is wanted exactly

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

double mean_square(const std::vector<double>& levels) {
  return square_sum(levels) / static_cast<double>(levels.size());
}

/// ln of a term that need not be exact beside a sum so far: a million of them are below 1e-11 of
/// it.
double negligible(double sum) { return sum > 0.0 ? std::log(sum) - 40.0 : kAll; }

}  // namespace

double bin_width_v(double cursor_v, const DensityOptions& options) {
  return 4.0 * cursor_v / options.bins;
}

double take_small(std::vector<double>& taps, double width_v, const std::vector<double>& levels) {
  const double level_variance = mean_square(levels);
  double variance = 0.0;
  std::vector<double> kept;
  for (const double tap : taps) {
    if (std::abs(tap) >= 0.25 * width_v) {
      kept.push_back(tap);
    } else {
      variance += level_variance * tap * tap;
    }
  }
  taps = std::move(kept);
  return variance;
}

InstantDensity::InstantDensity(const SectionSignals& signals, const EqualiserSettings& settings,
                               const Equalised& slicer, std::span<const CrosstalkDensity> crosstalk,
                               const DensityOptions& options, std::span<const int> event)
    : levels_(transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio)),
      event_(event.begin(), event.end()),
      cursor_v_(slicer.cursor_v),
      width_v_(bin_width_v(cursor_v_, options)) {
  choose_window(signals.tx, settings, slicer.edge, options.cases_max);
  add_rest(slicer, options);
  for (const CrosstalkDensity& aggressor : crosstalk) {
    common_variance_ += aggressor.small_v2;
    rest_->add(aggressor.density, scratch_);
  }
  add_quantisation(slicer);
  enumerate(signals.tx, settings, slicer);
  make_tables();
}

void InstantDensity::add_rest(const Equalised& slicer, const DensityOptions& options) {
  common_variance_ =
      std::pow(slicer.sigma_noise_v * options.noise_factor, 2) + std::pow(slicer.sigma_tx_v, 2);
  std::vector<double> taps;
  std::vector<std::vector<double>> of_event;
  const auto& residual = slicer.residual;
  for (std::size_t i = 0; i < residual.v.size(); ++i) {
    const auto index =
        static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(residual.cursor);
    if (index >= window_first_ && index <= window_last_) continue;
    if (index <= 0 && -index < static_cast<std::ptrdiff_t>(event_.size())) {
      of_event.push_back(event_levels(static_cast<std::size_t>(-index)));
      for (double& level : of_event.back()) level *= residual.v[i];
    } else {
      taps.push_back(residual.v[i]);
    }
  }
  common_variance_ += take_small(taps, width_v_, levels_);
  rest_ = isi_density_of_width(taps, levels_, width_v_, scratch_);
  for (const std::vector<double>& amplitudes : of_event) rest_->add_deltas(amplitudes, scratch_);
}

/// Levels on which a symbol of the event can take its step.
std::vector<double> InstantDensity::event_levels(std::size_t symbol) const {
  const auto first = levels_.begin() + (event_[symbol] > 0 ? 0 : 1);
  return {first, first + static_cast<std::ptrdiff_t>(levels_.size()) - 1};
}

/// One uniform variable a tap; those below a bin are as good as Gaussian.
void InstantDensity::add_quantisation(const Equalised& slicer) {
  if (slicer.adc_step_v == 0.0) return;
  for (const double tap : slicer.rx_ffe) {
    const double range_v = std::abs(tap) * slicer.adc_step_v;
    if (range_v < width_v_) {
      common_variance_ += range_v * range_v / 12.0;
    } else {
      rest_->add_uniform(range_v, scratch_);
    }
  }
}

void InstantDensity::make_tables() {
  const auto [low, high] = std::minmax_element(
      cases_.begin(), cases_.end(),
      [](const Case& a, const Case& b) { return a.log_variance < b.log_variance; });
  tails_ = TailTables(*rest_, low->log_variance, high->log_variance, scratch_);
}

SlicerErrors InstantDensity::errors(double distance_scale) const {
  const auto levels = static_cast<int>(levels_.size());
  const std::vector<double> decisions = midway_thresholds(levels_);
  SlicerErrors sum;
  for (const Case& here : cases_) {
    const double least = negligible(sum.ser);
    const int sent = here.symbol;
    const double level = levels_[here.symbol];
    for (int k = 0; k + 1 < levels; ++k) {
      const double gap =
          (decisions[static_cast<std::size_t>(k)] - level) * cursor_v_ * distance_scale;
      const bool above = k >= sent;
      const double distance = above ? gap - here.shift_v : here.shift_v - gap;
      const double log_p = tails_.log_tail(here.log_variance, distance, above, least);
      if (log_p < least) continue;
      const double p = std::min(1.0, std::exp(log_p));
      const int farther = bit_distance(levels, sent, above ? k + 1 : k);
      const int nearer = bit_distance(levels, sent, above ? k : k + 1);
      sum.ber += p * (farther - nearer);
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  const auto count = static_cast<double>(cases_.size());
  return {sum.ber / (count * counted_bits(levels)), sum.ser / count};
}

double InstantDensity::tail(double distance_v) const {
  double sum = 0.0;
  for (const Case& here : cases_) {
    const double least = negligible(sum);
    sum += std::exp(tails_.log_tail(here.log_variance, distance_v + here.shift_v, false, least));
    sum += std::exp(tails_.log_tail(here.log_variance, distance_v - here.shift_v, true, least));
  }
  return 0.5 * sum / static_cast<double>(cases_.size());
}

double InstantDensity::event_tail(double distance_v) const {
  double sum = 0.0;
  std::size_t count = 0;
  for (const Case& here : cases_) {
    const double least = negligible(sum);
    const auto add = [&](double shift_v) {
      sum += std::exp(tails_.log_tail(here.log_variance, distance_v - shift_v, true, least));
      ++count;
    };
    if (here.as_is) add(here.shift_v);
    if (here.mirrored) add(-here.shift_v);
  }
  return sum / static_cast<double>(count);
}

double InstantDensity::below(int symbol, double v) const {
  constexpr double kNegligible = 41.0;  // ln: less than 1e-17 of the largest, each
  const int opposite = static_cast<int>(levels_.size()) - 1 - symbol;
  double sum = 0.0, largest = TailTables::kLeastLog;
  std::size_t count = 0;
  const auto add = [&](const Case& here, double distance_v, bool above) {
    ++count;
    const double log_p =
        tails_.log_tail(here.log_variance, distance_v, above, largest - kNegligible);
    if (log_p < largest - kNegligible) return;
    largest = std::max(largest, log_p);
    sum += std::exp(log_p);
  };
  for (const Case& here : cases_) {
    const double middle = levels_[here.symbol] * cursor_v_ + here.shift_v;
    // Half of the cases stand for all: the others are their mirror images.
    if (here.symbol == symbol) add(here, middle - v, false);
    if (here.symbol == opposite) add(here, -middle - v, true);
  }
  return std::min(1.0, sum / static_cast<double>(count));
}

}  // namespace chappe
