#include "solve/slicer_density.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"
#include "dsp/ffe_dfe.hpp"
#include "math/roots.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr double kLeastLog = -690.0;  // ln of what counts as probability 0

SymbolPulse whole_record(const std::vector<double>& period, int samples_per_symbol,
                         std::size_t sample) {
  const int symbols = static_cast<int>(period.size()) / samples_per_symbol;
  return sample_record(period, samples_per_symbol, sample,
                       {symbols / 4, symbols - symbols / 4 - 1});
}

/// The sample with which the symbol of an aggressor's peak begins.
std::size_t peak_symbol(const PulseBank& bank, std::size_t i) {
  const auto& record = bank.aggressors[i];
  const auto peak = std::max_element(record.begin(), record.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  const auto m = static_cast<std::size_t>(bank.samples_per_symbol);
  return static_cast<std::size_t>(peak - record.begin()) / m * m;
}

/// An aggressor's symbol pulse, sampled around `sample`, behind the FFEs that it passes.
SymbolPulse aggressor_pulse(const SectionSignals& signals, const SearchResult& search,
                            std::size_t i, std::size_t sample) {
  const PulseBank& bank = search.bank;
  SymbolPulse out = whole_record(bank.aggressors[i], bank.samples_per_symbol, sample);
  if (signals.section->aggressors[i].type == AggressorType::fext) {
    out = filter_symbols(out, search.settings.tx_ffe, search.settings.tx_cursor);
  }
  return filter_symbols(out, search.settings.rx_ffe, search.settings.rx_cursor);
}

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

/// Splits taps into those worth a place on the grid and the variance of the others.
double take_small(std::vector<double>& taps, double least, double level_variance) {
  double variance = 0.0;
  std::vector<double> kept;
  for (const double tap : taps) {
    if (std::abs(tap) >= least) {
      kept.push_back(tap);
    } else {
      variance += level_variance * tap * tap;
    }
  }
  taps = std::move(kept);
  return variance;
}

double mean_square(const std::vector<double>& levels) {
  return square_sum(levels) / static_cast<double>(levels.size());
}

}  // namespace

std::vector<std::size_t> worst_phases(const SectionSignals& signals, const SearchResult& search) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < search.bank.aggressors.size(); ++i) {
    const std::size_t first = peak_symbol(search.bank, i);
    std::size_t worst = 0;
    double most = -1.0;
    for (std::size_t phase = 0; phase < static_cast<std::size_t>(search.bank.samples_per_symbol);
         ++phase) {
      const double power = square_sum(aggressor_pulse(signals, search, i, first + phase).v);
      if (power > most) {
        most = power;
        worst = phase;
      }
    }
    out.push_back(worst);
  }
  return out;
}

SlicerDensity::SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                             const DensityOptions& options)
    : levels_(transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio)),
      cursor_v_(search.at_slicer.cursor_v),
      available_v_(signals.tx.level_mismatch_ratio * cursor_v_ / (signals.pam_levels - 1)),
      width_v_(4.0 * cursor_v_ / options.bins) {
  choose_window(signals, search, options.cases_max);
  add_rest(signals, search, options);
  add_crosstalk(signals, search, options);
  enumerate(signals, search);
  make_tables();
}

void SlicerDensity::add_rest(const SectionSignals& signals, const SearchResult& search,
                             const DensityOptions& options) {
  const Equalised& slicer = search.at_slicer;
  common_variance_ =
      std::pow(slicer.sigma_noise_v * options.noise_factor, 2) + std::pow(slicer.sigma_tx_v, 2);
  std::vector<double> taps;
  const auto& residual = slicer.residual;
  for (std::size_t i = 0; i < residual.v.size(); ++i) {
    const auto index =
        static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(residual.cursor);
    if (index < window_first_ || index > window_last_) taps.push_back(residual.v[i]);
  }
  common_variance_ += take_small(taps, 0.25 * width_v_, mean_square(levels_));
  (void)signals;
  rest_ = isi_density_of_width(taps, levels_, width_v_, scratch_);
}

void SlicerDensity::add_crosstalk(const SectionSignals& signals, const SearchResult& search,
                                  const DensityOptions& options) {
  const std::vector<std::size_t> worst =
      options.worst_phases.empty() ? worst_phases(signals, search) : options.worst_phases;
  for (std::size_t i = 0; i < worst.size(); ++i) {
    const auto levels =
        transmitted_levels(signals.pam_levels, signals.aggressor_tx[i].level_mismatch_ratio);
    std::vector<std::size_t> phases{worst[i]};
    if (signals.section->aggressors[i].phase == PhaseRule::uniform) {
      phases.clear();
      const auto m = static_cast<std::size_t>(search.bank.samples_per_symbol);
      for (std::size_t phase = 0; phase < m; phase += m / 8) phases.push_back(phase);
    }
    const std::size_t first = peak_symbol(search.bank, i);
    std::vector<Density> densities;
    double small = 0.0;
    for (const std::size_t phase : phases) {
      std::vector<double> taps = aggressor_pulse(signals, search, i, first + phase).v;
      small += take_small(taps, 0.25 * width_v_, mean_square(levels)) /
               static_cast<double>(phases.size());
      densities.push_back(isi_density_of_width(taps, levels, width_v_, scratch_));
    }
    common_variance_ += small;
    const std::vector<double> weights(phases.size(), 1.0 / static_cast<double>(phases.size()));
    rest_->add(Density::mixture(densities, weights), scratch_);
  }
}

void SlicerDensity::make_tables() {
  const auto [low, high] = std::minmax_element(
      cases_.begin(), cases_.end(),
      [](const Case& a, const Case& b) { return a.log_variance < b.log_variance; });
  const double from = low->log_variance, to = high->log_variance;
  // Cubic interpolation in ln variance: steps of 0.12 leave less than 1e-3 at a tail of 1e-18.
  const auto intervals =
      static_cast<std::size_t>(std::clamp(std::ceil((to - from) / 0.12), 0.0, 60.0));
  const std::size_t nodes = intervals == 0 ? 1 : std::max<std::size_t>(intervals + 1, 4);
  for (std::size_t i = 0; i < nodes; ++i) {
    TailTable table;
    table.log_variance =
        nodes == 1 ? from
                   : from + (to - from) * static_cast<double>(i) / static_cast<double>(nodes - 1);
    Density total = *rest_;
    total.add_gaussian(std::exp(0.5 * table.log_variance), scratch_);
    const auto mass = total.mass();
    table.first_v = total.amplitude(0) - 0.5 * width_v_;
    const std::size_t n = mass.size();
    table.log_below.resize(n + 1);
    table.log_above.resize(n + 1);
    double sum = 0.0;
    for (std::size_t k = 0; k <= n; ++k) {
      table.log_below[k] = sum > 0.0 ? std::max(std::log(sum), kLeastLog) : kLeastLog;
      if (k < n) sum += mass[k];
    }
    sum = 0.0;
    for (std::size_t k = n + 1; k-- > 0;) {
      table.log_above[k] = sum > 0.0 ? std::max(std::log(sum), kLeastLog) : kLeastLog;
      if (k > 0) sum += mass[k - 1];
    }
    tables_.push_back(std::move(table));
  }
}

/// ln P(rest + Gaussian > distance) or ln P(... < -distance).
double SlicerDensity::log_tail(double log_variance, double distance_v, bool above) const {
  const auto at_node = [&](const TailTable& table) {
    const auto& log_of = above ? table.log_above : table.log_below;
    const double x = ((above ? distance_v : -distance_v) - table.first_v) / width_v_;
    if (x <= 0.0) return log_of.front();
    const auto last = static_cast<double>(log_of.size() - 1);
    if (x >= last) return log_of.back();
    const auto k = static_cast<std::size_t>(x);
    const double part = x - static_cast<double>(k);
    return log_of[k] + part * (log_of[k + 1] - log_of[k]);
  };
  const std::size_t n = tables_.size();
  if (n == 1) return at_node(tables_.front());
  const double step =
      (tables_.back().log_variance - tables_.front().log_variance) / static_cast<double>(n - 1);
  const double position = (log_variance - tables_.front().log_variance) / step;
  const auto base = static_cast<std::size_t>(
      std::clamp(std::floor(position) - 1.0, 0.0, static_cast<double>(n - 4)));
  const double t = position - static_cast<double>(base);
  const double y0 = at_node(tables_[base]), y1 = at_node(tables_[base + 1]);
  const double y2 = at_node(tables_[base + 2]), y3 = at_node(tables_[base + 3]);
  if (std::min({y0, y1, y2, y3}) <= kLeastLog) return std::min({y0, y1, y2, y3});
  return -y0 * (t - 1) * (t - 2) * (t - 3) / 6 + y1 * t * (t - 2) * (t - 3) / 2 -
         y2 * t * (t - 1) * (t - 3) / 2 + y3 * t * (t - 1) * (t - 2) / 6;
}

SlicerErrors SlicerDensity::errors(double distance_scale) const {
  const auto levels = static_cast<int>(levels_.size());
  const std::vector<double> decisions = midway_thresholds(levels_);
  SlicerErrors sum;
  for (const Case& here : cases_) {
    const int sent = here.symbol;
    const double level = levels_[here.symbol];
    for (int k = 0; k + 1 < levels; ++k) {
      const double gap =
          (decisions[static_cast<std::size_t>(k)] - level) * cursor_v_ * distance_scale;
      const bool above = k >= sent;
      const double distance = above ? gap - here.shift_v : here.shift_v - gap;
      const double p = std::min(1.0, std::exp(log_tail(here.log_variance, distance, above)));
      const int farther = bit_distance(levels, sent, above ? k + 1 : k);
      const int nearer = bit_distance(levels, sent, above ? k : k + 1);
      sum.ber += p * (farther - nearer);
      if (k == sent || k + 1 == sent) sum.ser += p;
    }
  }
  const auto count = static_cast<double>(cases_.size());
  return {sum.ber / (count * counted_bits(levels)), sum.ser / count};
}

double SlicerDensity::tail(double distance_v) const {
  double sum = 0.0;
  for (const Case& here : cases_) {
    sum += std::exp(log_tail(here.log_variance, distance_v + here.shift_v, false));
    sum += std::exp(log_tail(here.log_variance, distance_v - here.shift_v, true));
  }
  return 0.5 * sum / static_cast<double>(cases_.size());
}

double SlicerDensity::interference_v(double probability) const {
  const double wanted = std::log(probability);
  const auto excess = [&](double v) { return std::log(std::max(tail(v), 1e-300)) - wanted; };
  double low = available_v_, high = available_v_;
  while (excess(high) > 0.0 && high < 1e3 * cursor_v_) {
    low = high;
    high *= 1.5;
  }
  while (low > 1e-6 * cursor_v_ && excess(low) < 0.0) {
    high = low;
    low *= 0.7;
  }
  return find_root(excess, low, high, 1e-6 * cursor_v_).value_or(0.0);
}

}  // namespace chappe
