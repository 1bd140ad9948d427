#include "solve/slicer_density.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dsp/ffe_dfe.hpp"
#include "math/roots.hpp"
#include "solve/shared_jitter.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

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

std::vector<std::vector<SymbolPulse>> crosstalk_pulses(const SectionSignals& signals,
                                                       const SearchResult& search,
                                                       const DensityOptions& options) {
  std::vector<std::vector<SymbolPulse>> out;
  const std::vector<std::size_t> worst =
      options.worst_phases.empty() ? worst_phases(signals, search) : options.worst_phases;
  for (std::size_t i = 0; i < worst.size(); ++i) {
    std::vector<std::size_t> phases{worst[i]};
    if (signals.section->aggressors[i].phase == PhaseRule::uniform) {
      phases.clear();
      const auto m = static_cast<std::size_t>(search.bank.samples_per_symbol);
      for (std::size_t phase = 0; phase < m; phase += m / 8) phases.push_back(phase);
    }
    const std::size_t first = peak_symbol(search.bank, i);
    out.emplace_back();
    for (const std::size_t phase : phases) {
      out.back().push_back(aggressor_pulse(signals, search, i, first + phase));
    }
  }
  return out;
}

std::vector<CrosstalkDensity> densities_of_crosstalk(
    const SectionSignals& signals, std::span<const std::vector<SymbolPulse>> pulses,
    double width_v) {
  DensityScratch scratch;
  std::vector<CrosstalkDensity> out;
  for (std::size_t i = 0; i < pulses.size(); ++i) {
    const auto levels =
        transmitted_levels(signals.pam_levels, signals.aggressor_tx[i].level_mismatch_ratio);
    const auto phases = static_cast<double>(pulses[i].size());
    std::vector<Density> densities;
    double small = 0.0;
    for (const SymbolPulse& pulse : pulses[i]) {
      std::vector<double> taps = pulse.v;
      small += take_small(taps, width_v, levels) / phases;
      densities.push_back(isi_density_of_width(taps, levels, width_v, scratch));
    }
    const std::vector<double> weights(pulses[i].size(), 1.0 / phases);
    out.push_back({Density::mixture(densities, weights), small});
  }
  return out;
}

std::vector<CrosstalkDensity> crosstalk_densities(const SectionSignals& signals,
                                                  const SearchResult& search,
                                                  const DensityOptions& options) {
  return densities_of_crosstalk(signals, crosstalk_pulses(signals, search, options),
                                bin_width_v(search.at_slicer.cursor_v, options));
}

SlicerDensity::SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                             const DensityOptions& options)
    : SlicerDensity(signals, search, crosstalk_densities(signals, search, options), options) {}

SlicerDensity::SlicerDensity(const SectionSignals& signals, const SearchResult& search,
                             std::span<const CrosstalkDensity> crosstalk,
                             const DensityOptions& options)
    : levels_(signals.pam_levels),
      cursor_v_(search.at_slicer.cursor_v),
      available_v_(signals.tx.level_mismatch_ratio * cursor_v_ / (signals.pam_levels - 1)) {
  for (const Instant& instant : shared_jitter_instants(signals, options.offset_ui)) {
    parts_.emplace_back(signals, search.settings, slicer_at(signals, search, instant), crosstalk,
                        options);
  }
}

SlicerErrors SlicerDensity::errors(double distance_scale) const {
  const auto count = static_cast<double>(parts_.size());
  SlicerErrors sum;
  for (const InstantDensity& part : parts_) {
    const SlicerErrors here = part.errors(distance_scale);
    sum.ber += here.ber / count;
    sum.ser += here.ser / count;
  }
  return sum;
}

double SlicerDensity::tail(double distance_v) const {
  double sum = 0.0;
  for (const InstantDensity& part : parts_) sum += part.tail(distance_v);
  return sum / static_cast<double>(parts_.size());
}

double SlicerDensity::below(int symbol, double v) const {
  double sum = 0.0;
  for (const InstantDensity& part : parts_) sum += part.below(symbol, v);
  return sum / static_cast<double>(parts_.size());
}

double SlicerDensity::threshold_errors(int subeye, double v) const {
  double sum = 0.0;
  for (int sent = 0; sent < levels_; ++sent) {
    const bool above = subeye >= sent;
    const int farther = bit_distance(levels_, sent, above ? subeye + 1 : subeye);
    const int nearer = bit_distance(levels_, sent, above ? subeye : subeye + 1);
    // All is symmetric: above v for a level is below -v for its opposite.
    const double p = above ? below(levels_ - 1 - sent, -v) : below(sent, v);
    sum += p * (farther - nearer);
  }
  return std::max(0.0, sum / (levels_ * counted_bits(levels_)));
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
