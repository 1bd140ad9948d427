#include "solve/com/com_case.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"
#include "solve/com/com_search.hpp"
#include "solve/com/com_statistics.hpp"

namespace chappe {
namespace {

double sum_of(const std::vector<double>& v, std::ptrdiff_t first, std::ptrdiff_t last) {
  const auto size = static_cast<std::ptrdiff_t>(v.size());
  first = std::clamp<std::ptrdiff_t>(first, 0, size);
  last = std::clamp<std::ptrdiff_t>(last, first, size);
  return std::accumulate(v.begin() + first, v.begin() + last, 0.0);
}

/// Figures of the pulses themselves.
void add_pulse_figures(const ComConfig& config, const ComSignals& signals, const ComMerit& merit,
                       ComCase& out) {
  const std::ptrdiff_t m = config.samples;
  const std::vector<double>& p = signals.unequalised_v;
  const auto top = std::max_element(p.begin(), p.end()) - p.begin();
  const double v_f = sum_of(p, top - config.d_p * m - m / 2, top + config.n_v * m - m / 2 + 1) /
                     static_cast<double>(m);
  out.pulse_peak_mv = 1e3 * signals.pulse_peak_v;
  out.pulse_peak_time_s = static_cast<double>(signals.impulse_peak) * signals.time_step_s;
  out.steady_state_mv = 1e3 * v_f;
  out.pmax_by_vf = p[static_cast<std::size_t>(top)] / v_f;
  const std::vector<double>& s = out.pulse_v;
  const auto peak = std::max_element(s.begin(), s.end()) - s.begin();
  out.steady_state_equalised_mv =
      1e3 * sum_of(s, 0, peak + config.n_v * m + 1) / static_cast<double>(m);
  const double far = com_sigma_x(config.levels) * merit.far_norm_v();
  // Nothing beyond the taps: the ratio is that to the smallest number that is told apart.
  out.snr_isi_db = 20.0 * std::log10(s[static_cast<std::size_t>(peak)] / std::max(far, 1e-15));
  out.vmc_hf_mv = 1e3 * signals.vmc_hf_v;
  if (signals.vmc_hf_v > 0.0)
    out.scmr_db = 20.0 * std::log10(signals.pulse_peak_v / signals.vmc_hf_v);
  out.il_die_to_die_db = signals.il_die_to_die_db;
  out.il_vip_to_vmp_db = signals.il_vip_to_vmp_db;
  out.il_vtf_db = signals.il_vtf_db;
}

/// An aggressor's pulse behind CTLE and, far end, the transmit FFE.
std::vector<double> aggressor_pulse(const ComConfig& config, const ComCtleSetting& ctle,
                                    const std::vector<double>& impulse,
                                    std::span<const ComTxTap> taps, int shift_max) {
  const std::vector<double> pulse = com_ctle_pulse(config, ctle, impulse);
  if (taps.empty()) return pulse;
  return ComPulse(pulse, config.samples, shift_max).equalised(taps);
}

ComFinal final_of(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
                  const ComMerit& merit, const ComSetting& setting, int shift_max) {
  ComFinal out;
  const std::vector<ComTxTap> taps = com_tx_taps(setting.tx, setting.cursor);
  out.thru_v = bank.thru.equalised(taps);
  for (std::size_t i = 1; i < signals.impulse_v.size(); ++i) {
    const bool fext = i <= signals.fext_count;
    (fext ? out.fext_v : out.next_v)
        .push_back(aggressor_pulse(
            config, bank.ctle, signals.impulse_v[i],
            fext ? std::span<const ComTxTap>(taps) : std::span<const ComTxTap>(), shift_max));
  }
  out.instant = merit.instant();
  out.cursor_v = merit.cursor_v();
  out.available_v = merit.available_v();
  const std::ptrdiff_t m = config.samples;
  for (int n = 1; n <= config.dfe.total(); ++n) {
    const auto at = static_cast<std::size_t>(out.instant + n * m);
    const double post = at < out.thru_v.size() ? out.thru_v[at] : 0.0;
    out.density_taps.push_back(merit.dfe().density_tap(n, post / out.cursor_v));
  }
  out.slopes_v_per_ui = merit.slopes().v_per_ui;
  out.sigma_n_v = merit.sigmas().n_v;
  out.sigma_tx_v = merit.sigmas().tx_v;
  out.sigma_rj_v = config.sigma_rj_ui * com_sigma_x(config.levels) * merit.slopes().norm();
  return out;
}

}  // namespace

ComCase solve_com_case(const ComInput& input, const ComConfig& config, int number,
                       const ComControl& control) {
  ensure(number >= 1 && number <= static_cast<int>(config.cases.size()),
         "a test case of the sheet");
  const ComSignals signals = com_signals(
      input, config, config.cases[static_cast<std::size_t>(number - 1)], control.threads);
  const ComSearchResult found = com_search(config, signals, control);
  const int shift_max = ComTxGrid(config).shift_max();
  const ComBank bank =
      com_bank(config, signals, com_ctle_setting(config, found.gain, found.hp_gain), shift_max);
  ComMerit merit(config, signals);
  const auto fom_db =
      merit.evaluate(bank, found.setting.tx, found.setting.cursor, found.setting.offset, -1e300);
  ensure(fom_db.has_value(), "the best setting can be evaluated again");

  ComCase out;
  out.number = number;
  out.setting = found.setting;
  out.settings_tried = found.settings_tried;
  out.fom_db = *fom_db;
  out.sigma = merit.sigmas();
  out.sample = merit.instant() + 1;
  out.dfe = merit.dfe().taps();
  out.floating = merit.dfe().floating();
  out.tail_rss = merit.dfe().tail_rss();
  const ComFinal final = final_of(config, signals, bank, merit, found.setting, shift_max);
  const ComDensities densities = com_densities(config, final, com_bin_v(config, final.available_v));
  out.eye = com_eye(config, final, densities);
  out.pulse_v = final.thru_v;
  out.pulse_step_s = 1.0 / (config.symbol_rate_bd * config.samples);
  add_pulse_figures(config, signals, merit, out);
  return out;
}

}  // namespace chappe
