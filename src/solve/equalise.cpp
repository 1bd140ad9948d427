#include "solve/equalise.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"
#include "dsp/mmse.hpp"
#include "solve/adc.hpp"
#include "solve/sequence_law.hpp"

namespace chappe {
namespace {

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

/// sum_n v[n] v[n + lag].
double correlation(const std::vector<double>& v, std::size_t lag) {
  if (lag >= v.size()) return 0.0;
  return std::inner_product(v.begin() + static_cast<std::ptrdiff_t>(lag), v.end(), v.begin(), 0.0);
}

/// Mean square of symbol-spaced noise r behind taps w: w' R w.
double power_behind(const std::vector<double>& r, const std::vector<double>& taps) {
  return correlation_behind(r, taps, 0);
}

struct NoiseSources {
  std::vector<double> receiver{}, crosstalk{}, transmitter{}, jitter{};
  double adc_v2{0.0};  ///< white
  std::vector<double> total() const {
    std::vector<double> sum(receiver.size());
    for (std::size_t m = 0; m < sum.size(); ++m) {
      sum[m] = receiver[m] + crosstalk[m] + transmitter[m] + jitter[m];
    }
    sum[0] += adc_v2;
    return sum;
  }
};

NoiseSources sources_at_slicer_input(const SectionSignals& signals, const NoiseTerms& noise,
                                     const Candidate& candidate, const SymbolPulse& bare,
                                     const SymbolPulse& edge, std::size_t lags) {
  const TransmitterSpec& tx = signals.tx;
  const double rms2 = std::pow(symbol_rms(signals.pam_levels), 2);
  const double tx2 = std::pow(field_ratio_from_db(-tx.snr_db), 2);
  const double jitter2 = std::pow(tx.random_jitter_ui, 2) + std::pow(tx.dual_dirac_jitter_ui, 2);
  const double edge2 = jitter2 * rms2 * edge_gain_squared(candidate.tx_ffe);
  NoiseSources out;
  for (std::size_t m = 0; m < lags; ++m) {
    out.receiver.push_back(noise.receiver[m]);
    out.transmitter.push_back(tx2 * correlation(bare.v, m));
    out.jitter.push_back(edge2 * correlation(edge.v, m));
    double crosstalk = 0.0;
    for (std::size_t i = 0; i < noise.crosstalk.size(); ++i) {
      const bool fext = signals.section->aggressors[i].type == AggressorType::fext;
      crosstalk += rms2 * (fext ? correlation_behind(noise.crosstalk[i], candidate.tx_ffe,
                                                     static_cast<int>(m))
                                : noise.crosstalk[i][m]);
    }
    out.crosstalk.push_back(crosstalk);
  }
  return out;
}

void apply_dfe(const ReceiverSpec& rx, Equalised& out) {
  out.residual = out.pulse;
  out.dfe.assign(rx.dfe.size(), 0.0);
  for (std::size_t n = 0; n < rx.dfe.size(); ++n) {
    const std::size_t at = out.pulse.cursor + 1 + n;
    if (at >= out.pulse.v.size()) break;
    out.dfe[n] = std::clamp(out.pulse.v[at] / out.cursor_v, rx.dfe[n].low, rx.dfe[n].high);
    out.residual.v[at] -= out.cursor_v * out.dfe[n];
  }
  out.residual.v[out.residual.cursor] = 0.0;
}

/// @return false where no FFE can be designed
bool design_rx_ffe(const SectionSignals& signals, const NoiseSources& sources, Equalised& out) {
  const ReceiverSpec& rx = signals.rx;
  const std::vector<double> total = sources.total();
  const int ffe_taps = rx.ffe_pre + 1 + rx.ffe_post;
  std::vector<double> limits(rx.ffe_limit > 0.0 ? static_cast<std::size_t>(ffe_taps) : 0,
                             rx.ffe_limit);
  if (!limits.empty()) limits[static_cast<std::size_t>(rx.ffe_pre)] = 1.0;
  std::vector<TapBounds> dfe;
  for (const TapLimit& limit : rx.dfe) dfe.push_back({limit.low, limit.high});
  MmseProblem problem;
  problem.pulse = out.pulse.v;
  problem.cursor = out.pulse.cursor;
  problem.symbol_variance = std::pow(symbol_rms(signals.pam_levels), 2);
  problem.noise = total;
  problem.pre = static_cast<std::size_t>(rx.ffe_pre);
  problem.post = static_cast<std::size_t>(rx.ffe_post);
  problem.dfe_taps = dfe.size();
  problem.ffe_limits = limits;
  problem.dfe_limits = dfe;
  const auto taps = design_mmse(problem);
  if (!taps) return false;
  out.rx_ffe = taps->ffe;
  out.rx_cursor = rx.ffe_pre;
  return true;
}

}  // namespace

double symbol_rms(int pam_levels) {
  const double l = pam_levels;
  return std::sqrt((l * l - 1.0) / (3.0 * (l - 1.0) * (l - 1.0)));
}

double edge_gain_squared(const std::vector<double>& taps) {
  double sum = 0.0, before = 0.0;
  for (const double tap : taps) {
    sum += (tap - before) * (tap - before);
    before = tap;
  }
  return sum + before * before;
}

double correlation_behind(const std::vector<double>& r, const std::vector<double>& taps, int lag) {
  // sum_d t[d] r[|lag + d|] with t[d] = sum_i taps[i] taps[i + |d|].
  const auto n = static_cast<int>(taps.size());
  double sum = 0.0;
  for (int d = 1 - n; d < n; ++d) {
    const auto at = static_cast<std::size_t>(std::abs(lag + d));
    if (at < r.size()) sum += correlation(taps, static_cast<std::size_t>(std::abs(d))) * r[at];
  }
  return sum;
}

int noise_lags(const SectionSignals& signals) {
  int first = 0, last = 0;  // positions of the transmit taps, the cursor among them
  for (const TapRange& range : signals.tx.ffe) {
    first = std::min(first, range.position);
    last = std::max(last, range.position);
  }
  const int of_events = signals.rx.mlse ? kLongestEvent : 0;
  return signals.rx.ffe_pre + signals.rx.ffe_post + 1 + last - first + of_events;
}

NoiseTerms noise_terms(const PulseMaker& maker, const PulseBank& bank, double ctle_gain_db,
                       double ctle_lf_gain_db) {
  return {bank.noise, maker.spectra().crosstalk({ctle_gain_db, ctle_lf_gain_db})};
}

SymbolPulse sample_record(const std::vector<double>& period, int samples_per_symbol,
                          std::size_t sample, const Window& window) {
  SymbolPulse out;
  out.cursor = static_cast<std::size_t>(window.pre);
  const auto n = static_cast<std::ptrdiff_t>(period.size());
  auto at =
      (static_cast<std::ptrdiff_t>(sample) - std::ptrdiff_t{window.pre} * samples_per_symbol) % n;
  if (at < 0) at += n;
  out.v.resize(static_cast<std::size_t>(window.pre + 1 + window.post));
  for (double& v : out.v) {
    v = period[static_cast<std::size_t>(at)];
    at += samples_per_symbol;
    if (at >= n) at -= n;
  }
  return out;
}

SymbolPulse filter_symbols(const SymbolPulse& in, const std::vector<double>& taps, int cursor) {
  SymbolPulse out;
  out.cursor = in.cursor;
  out.v.assign(in.v.size(), 0.0);
  const auto n = static_cast<std::ptrdiff_t>(in.v.size());
  for (std::size_t k = 0; k < taps.size(); ++k) {
    if (taps[k] == 0.0) continue;
    const std::ptrdiff_t shift = static_cast<std::ptrdiff_t>(k) - cursor;
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, shift);
    const std::ptrdiff_t last = std::min(n, n + shift);
    for (std::ptrdiff_t i = first; i < last; ++i) {
      out.v[static_cast<std::size_t>(i)] += taps[k] * in.v[static_cast<std::size_t>(i - shift)];
    }
  }
  return out;
}

Equalised evaluate(const SectionSignals& signals, const PulseBank& bank, const NoiseTerms& noise,
                   const Candidate& candidate, const Window& window) {
  const auto sampled = [&](const std::vector<double>& record) {
    return sample_record(record, bank.samples_per_symbol, candidate.sample, window);
  };
  return equalise(signals, sampled(bank.victim), sampled(bank.edge), noise, candidate);
}

Equalised equalise(const SectionSignals& signals, const SymbolPulse& bare, const SymbolPulse& edge,
                   const NoiseTerms& noise, const Candidate& candidate) {
  Equalised out;
  const bool has_rx_ffe = signals.rx.ffe_pre + signals.rx.ffe_post > 0;
  out.bare = bare;
  out.edge = edge;
  out.pulse = filter_symbols(bare, candidate.tx_ffe, candidate.tx_cursor);
  if (out.pulse.v[out.pulse.cursor] <= 0.0) return out;

  const std::size_t lags =
      has_rx_ffe ? static_cast<std::size_t>(signals.rx.ffe_pre + signals.rx.ffe_post + 1) : 1;
  NoiseSources sources = sources_at_slicer_input(signals, noise, candidate, bare, out.edge, lags);
  const double rms = symbol_rms(signals.pam_levels);
  out.adc_step_v = adc_step_v(signals.rx, rms * rms * square_sum(out.pulse.v));
  out.sigma_at_adc_v = std::sqrt(std::max(0.0, sources.total()[0]));
  if (out.adc_step_v > 0.0) out.at_adc = out.pulse;
  sources.adc_v2 = out.adc_step_v * out.adc_step_v / 12.0;
  if (has_rx_ffe) {
    if (!design_rx_ffe(signals, sources, out)) return out;
    out.pulse = filter_symbols(out.pulse, out.rx_ffe, out.rx_cursor);
    out.bare = filter_symbols(out.bare, out.rx_ffe, out.rx_cursor);
    out.edge = filter_symbols(out.edge, out.rx_ffe, out.rx_cursor);
  }
  out.cursor_v = out.pulse.v[out.pulse.cursor];
  if (out.cursor_v <= 0.0) return out;
  apply_dfe(signals.rx, out);

  out.sigma_adc_v = std::sqrt(sources.adc_v2 * square_sum(out.rx_ffe));
  out.sigma_isi_v = rms * std::sqrt(square_sum(out.residual.v));
  out.sigma_noise_v = std::sqrt(std::max(0.0, power_behind(sources.receiver, out.rx_ffe)));
  out.sigma_tx_v = std::sqrt(std::max(0.0, power_behind(sources.transmitter, out.rx_ffe)));
  out.sigma_crosstalk_v = std::sqrt(std::max(0.0, power_behind(sources.crosstalk, out.rx_ffe)));
  out.sigma_jitter_v = std::sqrt(std::max(0.0, power_behind(sources.jitter, out.rx_ffe)));
  const double available =
      signals.tx.level_mismatch_ratio * out.cursor_v / (signals.pam_levels - 1);
  const double total2 = std::pow(out.sigma_isi_v, 2) + std::pow(out.sigma_noise_v, 2) +
                        std::pow(out.sigma_tx_v, 2) + std::pow(out.sigma_crosstalk_v, 2) +
                        std::pow(out.sigma_jitter_v, 2) + std::pow(out.sigma_adc_v, 2);
  // With neither ISI nor noise at all the merit is capped at 400 dB.
  out.fom_db =
      total2 > 0.0 ? std::min(400.0, 20.0 * std::log10(available / std::sqrt(total2))) : 400.0;
  return out;
}

}  // namespace chappe
