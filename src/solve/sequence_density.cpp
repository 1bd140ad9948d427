#include "solve/sequence_density.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"
#include "solve/shared_jitter.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

using Pulses = std::vector<std::vector<SymbolPulse>>;

constexpr std::size_t kMostDensities = 6;
constexpr double kLeastErrors = 1e-3;  // of all: longer events go by their Gaussian

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

double correlation(const std::vector<double>& v, std::size_t lag) {
  if (lag >= v.size()) return 0.0;
  return std::inner_product(v.begin() + static_cast<std::ptrdiff_t>(lag), v.end(), v.begin(), 0.0);
}

/// Receiver noise at the slicer, lags 0 to kLongestEvent.
std::vector<double> noise_at_slicer(const SearchResult& search) {
  ensure(!search.bank.noise.empty(), "MLSE needs the noise's correlation");
  std::vector<double> out;
  for (int lag = 0; lag <= kLongestEvent; ++lag) {
    out.push_back(correlation_behind(search.bank.noise, search.at_slicer.rx_ffe, lag));
  }
  return out;
}

/// Correlation of all that disturbs the detector.
std::vector<double> disturbance(const SectionSignals& signals, const SearchResult& search,
                                const Pulses& crosstalk, double noise_factor) {
  const TransmitterSpec& tx = signals.tx;
  const Equalised& slicer = search.at_slicer;
  const double rms2 = std::pow(symbol_rms(signals.pam_levels), 2);
  const double tx2 = std::pow(field_ratio_from_db(-tx.snr_db), 2);
  const double jitter2 = std::pow(tx.random_jitter_ui, 2) + std::pow(tx.dual_dirac_jitter_ui, 2);
  const double edge2 = jitter2 * rms2 * edge_gain_squared(search.settings.tx_ffe);
  const double adc2 = slicer.adc_step_v * slicer.adc_step_v / 12.0;
  std::vector<double> out = noise_at_slicer(search);
  for (std::size_t m = 0; m < out.size(); ++m) {
    out[m] *= noise_factor * noise_factor;
    out[m] += tx2 * correlation(slicer.bare.v, m) + edge2 * correlation(slicer.edge.v, m) +
              rms2 * correlation(slicer.residual.v, m) + adc2 * correlation(slicer.rx_ffe, m);
    for (const std::vector<SymbolPulse>& phases : crosstalk) {
      for (const SymbolPulse& pulse : phases) {
        out[m] += rms2 * correlation(pulse.v, m) / static_cast<double>(phases.size());
      }
    }
  }
  // Without any disturbance: so little that it counts for nothing.
  out[0] = std::max(out[0], std::pow(1e-9 * slicer.cursor_v, 2));
  return out;
}

SequenceLaw law_of(const SectionSignals& signals, const SearchResult& search,
                   const Pulses& crosstalk, double noise_factor) {
  if (search.at_slicer.dfe.empty()) {
    throw ModelError("section '" + signals.section->name +
                     "': MLSE stands in for the first DFE tap, and the receiver has no DFE");
  }
  return {transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio),
          search.at_slicer.dfe.front(), search.at_slicer.cursor_v,
          disturbance(signals, search, crosstalk, noise_factor)};
}

/// sum_j u[j] y[n + j]: a pulse of samples that meet even and odd edges in turn.
SymbolPulse combined(const SymbolPulse& even, const SymbolPulse& odd, std::span<const double> u) {
  SymbolPulse out;
  if (even.v.empty()) return out;
  const std::size_t later = u.size() - 1;
  out.cursor = even.cursor + later;
  out.v.assign(even.v.size() + later, 0.0);
  for (std::size_t j = 0; j < u.size(); ++j) {
    const std::vector<double>& from = j % 2 == 0 ? even.v : odd.v;
    for (std::size_t i = 0; i < from.size(); ++i) out.v[i + later - j] += u[j] * from[i];
  }
  return out;
}

/// What the detector sees of an event, as a slicer's input. @param odd  of the samples between
Equalised combined(const SectionSignals& signals, const SearchResult& search, const Equalised& even,
                   const Equalised& odd, std::span<const double> u) {
  Equalised out = even;
  out.pulse = {};
  out.residual = combined(even.residual, odd.residual, u);
  out.bare = combined(even.bare, odd.bare, u);
  out.edge = combined(even.edge, odd.edge, u);
  out.edge_slope = combined(even.edge_slope, odd.edge_slope, u);
  const SymbolPulse taps{even.rx_ffe, 0};
  out.rx_ffe = combined(taps, taps, u).v;
  out.sigma_tx_v = field_ratio_from_db(-signals.tx.snr_db) * std::sqrt(square_sum(out.bare.v));
  const std::vector<double> noise = noise_at_slicer(search);
  double variance = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    for (std::size_t k = 0; k < u.size(); ++k) {
      variance += u[i] * u[k] * noise[i > k ? i - k : k - i];
    }
  }
  out.sigma_noise_v = std::sqrt(std::max(0.0, variance));
  return out;
}

/// Lengths worth a density.
std::size_t densities(const SequenceLaw& law) {
  const SequenceErrors gaussian = law.gaussian_errors(1.0);
  std::size_t count = 1;
  for (std::size_t l = 2; l <= std::min(gaussian.length.size(), kMostDensities); ++l) {
    const double wrong = static_cast<double>(l) * gaussian.length[l - 1] * gaussian.events;
    if (wrong >= kLeastErrors * gaussian.ser) count = l;
  }
  return count;
}

}  // namespace

SequenceDensity::SequenceDensity(const SectionSignals& signals, const SearchResult& search,
                                 const DensityOptions& options)
    : law_(law_of(signals, search, crosstalk_pulses(signals, search, options),
                  options.noise_factor)) {
  const Pulses crosstalk = crosstalk_pulses(signals, search, options);
  const double width_v = bin_width_v(search.at_slicer.cursor_v, options);
  const std::vector<Instant> instants = shared_jitter_instants(signals, options.offset_ui);
  for (std::size_t l = 1; l <= densities(law_); ++l) {
    const std::vector<double> u = law_.direction(l);
    const std::vector<int> event = law_.steps(l);
    Pulses together = crosstalk;
    for (std::vector<SymbolPulse>& phases : together) {
      for (SymbolPulse& pulse : phases) pulse = combined(pulse, pulse, u);
    }
    const auto of_crosstalk = densities_of_crosstalk(signals, together, width_v);
    parts_.emplace_back();
    for (const Instant& instant : instants) {
      const Equalised even = slicer_at(signals, search, instant);
      const Equalised odd = slicer_at(signals, search, {instant.offset_ui, -instant.parity});
      parts_.back().emplace_back(signals, search.settings, combined(signals, search, even, odd, u),
                                 of_crosstalk, options, event);
    }
  }
}

double SequenceDensity::log_tail(std::size_t length, double distance_v) const {
  double sum = 0.0;
  for (const InstantDensity& part : parts_[length - 1]) sum += part.event_tail(distance_v);
  return std::log(std::max(sum / static_cast<double>(parts_[length - 1].size()), 1e-300));
}

SequenceErrors SequenceDensity::errors(double distance_scale) const {
  const std::size_t last = parts_.size();
  const double last_v = distance_scale * law_.distance_v(last);
  const double beside_gaussian = log_tail(last, last_v) - law_.log_gaussian_tail(last, last_v);
  return law_.errors(distance_scale, [&](std::size_t l, double v) {
    return l <= last ? log_tail(l, v) : law_.log_gaussian_tail(l, v) + beside_gaussian;
  });
}

SequenceErrors gaussian_sequence_errors(const SectionSignals& signals, const SearchResult& search,
                                        double noise_factor, double distance_scale) {
  return law_of(signals, search, crosstalk_pulses(signals, search, {}), noise_factor)
      .gaussian_errors(distance_scale);
}

}  // namespace chappe
