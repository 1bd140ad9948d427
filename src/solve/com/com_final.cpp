#include "solve/com/com_final.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"
#include "solve/com/com_mlse.hpp"
#include "solve/com/com_rx_merit.hpp"

namespace chappe {
namespace {

constexpr double kAny = -std::numeric_limits<double>::infinity();

/// An aggressor's pulse behind CTLE and, far end, the transmit FFE.
std::vector<double> aggressor_pulse(const ComConfig& config, const ComCtleSetting& ctle,
                                    const std::vector<double>& impulse,
                                    std::span<const ComTxTap> taps, int shift_max) {
  const std::vector<double> pulse = com_ctle_pulse(config, ctle, impulse);
  if (taps.empty()) return pulse;
  return ComPulse(pulse, config.samples, shift_max).equalised(taps);
}

/// Pulses ahead of a receive FFE.
ComFinal pulses_of(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
                   const ComMerit& merit, int shift_max) {
  ComFinal out;
  const std::span<const ComTxTap> taps(merit.taps());
  out.thru_v = bank.thru.equalised(taps);
  for (std::size_t i = 1; i < signals.impulse_v.size(); ++i) {
    const bool fext = i <= signals.fext_count;
    (fext ? out.fext_v : out.next_v)
        .push_back(aggressor_pulse(config, bank.ctle, signals.impulse_v[i],
                                   fext ? taps : std::span<const ComTxTap>(), shift_max));
  }
  out.instant = merit.instant();
  out.cursor_v = merit.cursor_v();
  out.available_v = merit.available_v();
  out.slopes_v_per_ui = merit.slopes().v_per_ui;
  return out;
}

double post_of(const ComFinal& final, int n, int samples) {
  const auto at = static_cast<std::size_t>(final.instant + n * samples);
  return at < final.thru_v.size() ? final.thru_v[at] : 0.0;
}

ComSolved without_ffe(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
                      const ComSetting& setting, int shift_max) {
  ComMerit merit(config, signals);
  const auto fom_db = merit.evaluate(bank, setting.tx, setting.cursor, setting.offset, kAny);
  ensure(fom_db.has_value(), "the best setting can be evaluated again");
  ComSolved out;
  out.final = pulses_of(config, signals, bank, merit, shift_max);
  out.sigma = merit.sigmas();
  out.dfe = merit.dfe().taps();
  out.floating = merit.dfe().floating();
  out.tail_rss = merit.dfe().tail_rss();
  ComFinal& final = out.final;
  for (int n = 1; n <= config.dfe.total(); ++n) {
    final.density_taps.push_back(
        merit.dfe().density_tap(n, post_of(final, n, config.samples) / final.cursor_v));
  }
  final.sigma_n_v = out.sigma.n_v;
  final.sigma_tx_v = out.sigma.tx_v;
  final.sigma_rj_v = config.sigma_rj_ui * com_sigma_x(config.levels) * merit.slopes().norm();
  return out;
}

/// Step 6 of the reference: every pulse behind the FFE, the NEXT too.
void apply_ffe(const ComConfig& config, const ComRxFfeDesign& design, ComFinal& final) {
  const auto apply = [&](std::vector<double>& pulse) {
    pulse = com_rx_apply(pulse, design.taps, design.pre, config.samples);
  };
  apply(final.thru_v);
  for (std::vector<double>& pulse : final.fext_v) apply(pulse);
  for (std::vector<double>& pulse : final.next_v) apply(pulse);
  final.cursor_v = final.thru_v[static_cast<std::size_t>(final.instant)];
  final.available_v = config.r_lm * final.cursor_v / (config.levels - 1);
  final.slopes_v_per_ui = com_slopes(config, ComPulse(final.thru_v, config.samples, 0),
                                     std::vector<ComTxTap>{{1.0, 0}}, final.instant)
                              .v_per_ui;
  for (int n = 1; n <= config.dfe.taps; ++n) {
    const auto i = static_cast<std::size_t>(n - 1);
    const double tap = post_of(final, n, config.samples) / final.cursor_v;
    final.density_taps.push_back(std::min(std::max(tap, config.dfe.b_min[i]), config.dfe.b_max[i]));
  }
}

/// Of residual interference and noise behind the equaliser, one lag a symbol.
std::vector<double> correlation_of(const ComConfig& config, const ComFinal& final,
                                   std::span<const double> noise_v2) {
  const std::vector<double> samples =
      com_rx_samples(final.thru_v, final.instant, config.samples, config.rx_ffe.noise_ui);
  const auto taps = static_cast<std::size_t>(config.dfe.taps);
  return com_mlse_correlation(noise_v2, samples, com_rx_cursor(final.instant, config.samples),
                              final.cursor_v, std::span(config.dfe.b_min).first(taps),
                              std::span(config.dfe.b_max).first(taps), com_sigma_x(config.levels));
}

ComSolved with_ffe(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
                   const ComSearchResult& found, int shift_max) {
  ComRxMerit merit(config, signals, bank, found.gain, found.hp_gain, shift_max);
  const ComSetting& setting = found.setting;
  const auto fom_db = merit.evaluate(setting.tx, setting.cursor, setting.offset, kAny);
  ensure(fom_db.has_value(), "the best setting can be evaluated again");
  const ComRxFfeDesign& design = merit.design();
  ComSolved out;
  out.rx_ffe = design.taps;
  out.rx_ffe_floating = design.floating;
  out.final = pulses_of(config, signals, bank, merit.merit(), shift_max);
  ComFinal& final = out.final;
  apply_ffe(config, design, final);
  out.dfe = final.density_taps;
  final.phases = merit.phases();
  const ComRxSigmas sigmas =
      com_rx_sigmas(merit.noise(static_cast<int>(design.taps.size())), design.taps);
  final.sigma_n_v = out.sigma.n_v = sigmas.n_v;
  final.sigma_tx_v = out.sigma.tx_v = sigmas.tx_v;
  final.sigma_rj_v = sigmas.rj_v;
  if (config.mlse >= 3 || config.mlse_178a) {
    const std::vector<double> noise_v2 =
        com_rx_filtered(merit.noise(config.rx_ffe.noise_ui).total(), design.taps);
    out.correlation = correlation_of(config, final, noise_v2);
  }
  return out;
}

}  // namespace

ComSolved com_solved(const ComConfig& config, const ComSignals& signals,
                     const ComSearchResult& found) {
  const int shift_max = ComTxGrid(config).shift_max();
  const ComBank bank =
      com_bank(config, signals, com_ctle_setting(config, found.gain, found.hp_gain), shift_max);
  return config.rx_ffe.on() ? with_ffe(config, signals, bank, found, shift_max)
                            : without_ffe(config, signals, bank, found.setting, shift_max);
}

}  // namespace chappe
