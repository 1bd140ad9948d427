#include "solve/com/com_case.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/errors.hpp"
#include "solve/com/com_burst.hpp"
#include "solve/com/com_c2m_merit.hpp"
#include "solve/com/com_final.hpp"
#include "solve/com/com_mlse.hpp"

namespace chappe {
namespace {

constexpr int kLongestBurst = 8;

double sum_of(const std::vector<double>& v, std::ptrdiff_t first, std::ptrdiff_t last) {
  const auto size = static_cast<std::ptrdiff_t>(v.size());
  first = std::clamp<std::ptrdiff_t>(first, 0, size);
  last = std::clamp<std::ptrdiff_t>(last, first, size);
  return std::accumulate(v.begin() + first, v.begin() + last, 0.0);
}

/// Norm of the samples behind the DFE's last tap.
double far_norm_v(const ComFinal& final, std::ptrdiff_t m) {
  const auto taps = static_cast<std::ptrdiff_t>(final.density_taps.size());
  const auto size = static_cast<std::ptrdiff_t>(final.thru_v.size());
  double sum = 0.0;
  for (std::ptrdiff_t i = final.instant + (taps + 1) * m; i < size; i += m) {
    sum += final.thru_v[static_cast<std::size_t>(i)] * final.thru_v[static_cast<std::size_t>(i)];
  }
  return std::sqrt(sum);
}

/// Figures of the pulses themselves.
void add_pulse_figures(const ComConfig& config, const ComSignals& signals, const ComFinal& final,
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
  const double far = com_sigma_x(config.levels) * far_norm_v(final, m);
  // Nothing beyond the taps: the ratio is that to the smallest number that is told apart.
  out.snr_isi_db = 20.0 * std::log10(s[static_cast<std::size_t>(peak)] / std::max(far, 1e-15));
  out.vmc_hf_mv = 1e3 * signals.vmc_hf_v;
  if (signals.vmc_hf_v > 0.0)
    out.scmr_db = 20.0 * std::log10(signals.pulse_peak_v / signals.vmc_hf_v);
  out.il_die_to_die_db = signals.il_die_to_die_db;
  out.il_vip_to_vmp_db = signals.il_vip_to_vmp_db;
  out.il_vtf_db = signals.il_vtf_db;
}

/// The correction for a sequence detector, where the sheet asks for one.
void apply_mlse(const ComConfig& config, const ComSolved& solved, const ComDensity& total,
                ComEye& eye) {
  if (config.mlse == 0 || solved.dfe.empty()) return;
  const std::array<ComMlseForm, 3> forms{ComMlseForm::cdf, ComMlseForm::scaled,
                                         ComMlseForm::correlated};
  const ComMlseForm form = config.mlse_178a ? ComMlseForm::annex_178a
                                            : forms.at(static_cast<std::size_t>(config.mlse - 1));
  const bool correlated = form == ComMlseForm::annex_178a || form == ComMlseForm::correlated;
  // The reference has these forms with a receive FFE only.
  if (correlated && solved.correlation.empty()) return;
  ComMlseInput input{total};
  input.a_s_v = eye.a_s_v;
  input.a_ni_v = eye.a_ni_v;
  input.com_db = eye.com_db;
  input.vec_db = eye.vec_db;
  input.alpha = solved.dfe.front();
  input.levels = config.levels;
  input.der0 = config.der0;
  input.rho = solved.correlation;
  const ComMlse mlse = com_mlse(input, form);
  eye.mlse_delta_db = mlse.applied ? mlse.delta_db : 0.0;
  if (!mlse.applied) return;
  eye.com_db = mlse.com_db;
  eye.vec_db = mlse.vec_db;
}

/// Chip to module: the eye over a window in place of that at one instant.
void apply_c2m(const ComConfig& config, const ComFinal& final, const ComDensities& densities,
               ComEye& eye) {
  const ComC2mInput input =
      com_c2m_input(config, final, densities.crosstalk.bin, &densities.crosstalk);
  const ComC2mEye window = com_c2m_eye(input);
  eye.a_ni_v = 0.5 * window.a_ni_v;  // of one level, as A_s is
  eye.veo_mv = window.veo_mv;
  eye.vec_db = window.vec_db;
  eye.com_db = eye.com_without_mlse_db = window.com_db;
}

}  // namespace

ComCase solve_com_case(const ComInput& input, const ComConfig& config, int number,
                       const ComControl& control) {
  ensure(number >= 1 && number <= static_cast<int>(config.cases.size()),
         "a test case of the sheet");
  const ComSignals signals = com_signals(
      input, config, config.cases[static_cast<std::size_t>(number - 1)], control.threads);
  com_check_stop(control);
  const ComSearchResult found = com_search(config, signals, control);
  const ComSolved solved = com_solved(config, signals, found);
  com_check_stop(control);
  const ComFinal& final = solved.final;
  const ComDensities densities = com_densities(config, final, com_bin_v(config, final));

  ComCase out;
  out.number = number;
  out.setting = found.setting;
  out.settings_tried = found.settings_tried;
  out.fom_db = found.fom_db;
  out.sigma = solved.sigma;
  out.sample = final.instant + 1;
  out.dfe = solved.dfe;
  out.floating = solved.floating;
  out.tail_rss = solved.tail_rss;
  out.rx_ffe = solved.rx_ffe;
  out.rx_ffe_floating = solved.rx_ffe_floating;
  out.eye = com_eye(config, final, densities);
  if (config.c2m) apply_c2m(config, final, densities, out.eye);
  apply_mlse(config, solved, densities.total, out.eye);
  out.burst_probability =
      com_burst(densities.total, final.available_v, out.dfe, config.levels, kLongestBurst).at_least;
  out.pulse_v = final.thru_v;
  out.pulse_step_s = 1.0 / (config.symbol_rate_bd * config.samples);
  add_pulse_figures(config, signals, final, out);
  return out;
}

}  // namespace chappe
