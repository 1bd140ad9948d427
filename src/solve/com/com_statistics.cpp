#include "solve/com/com_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/special.hpp"

namespace chappe {
namespace {

constexpr double kFinest = 1.0 / 2000.0;   // a bin over the rms of all that disturbs
constexpr double kLeast = 1.0 / 30'000.0;  // a bin over that or the signal: 0.0003 dB

double square(double x) { return x * x; }

double sigma_g_v(const ComFinal& final) {
  return std::hypot(final.sigma_rj_v, final.sigma_n_v, final.sigma_tx_v);
}

/// Whole symbols of a record, the incomplete one rounded.
std::ptrdiff_t symbols(std::size_t samples, int m) {
  return static_cast<std::ptrdiff_t>(
      std::round(static_cast<double>(samples) / static_cast<double>(m)));
}

/// Samples phase + j m, j = 1 .. symbols - 2.
std::vector<double> sliced(const std::vector<double>& pulse, std::ptrdiff_t phase, int m) {
  std::vector<double> out;
  const std::ptrdiff_t last = symbols(pulse.size(), m) - 2;
  for (std::ptrdiff_t j = 1; j <= last; ++j) {
    const auto at = static_cast<std::size_t>(phase + j * m);
    if (at < pulse.size()) out.push_back(pulse[at]);
  }
  return out;
}

ComDensity all_of(const ComConfig& config, const std::vector<std::vector<double>>& pulses,
                  std::span<const std::ptrdiff_t> phases, double bin_v) {
  ComDensity out{bin_v, {1.0}};
  for (std::size_t i = 0; i < pulses.size(); ++i) {
    const std::vector<double> samples = com_aggressor_samples(
        pulses[i], config.samples, bin_v, config.levels, phases.empty() ? -1 : phases[i]);
    out = com_convolve(out, com_density(samples, bin_v, config.levels));
  }
  return out;
}

}  // namespace

double com_crest_factor(const ComConfig& config) {
  return config.noise_crest_factor > 0.0 ? config.noise_crest_factor : q_inverse(config.der0);
}

std::vector<double> com_residual(const ComFinal& final, int samples) {
  const std::ptrdiff_t m = samples;
  std::vector<double> pulse = final.thru_v;
  const auto taps = static_cast<std::ptrdiff_t>(final.density_taps.size());
  const auto needed = static_cast<std::size_t>(final.instant + (taps + 1) * m + 1);
  if (pulse.size() < needed) pulse.resize(needed, 0.0);
  for (std::ptrdiff_t n = 0; n <= taps; ++n) {
    const double tap = n == 0 ? 1.0 : final.density_taps[static_cast<std::size_t>(n - 1)];
    pulse[static_cast<std::size_t>(final.instant + n * m)] -= final.cursor_v * tap;
  }
  return sliced(pulse, final.instant % m, samples);
}

double com_bin_v(const ComConfig& config, const ComFinal& final) {
  // One phase of each pulse stands for its rms: it only sets how fine the bins need to be.
  double v2 = square(sigma_g_v(final));
  const auto add = [&](const std::vector<double>& samples, double scale) {
    for (const double v : samples) v2 += square(scale * v);
  };
  add(com_residual(final, config.samples), 1.0);
  add(final.slopes_v_per_ui, config.a_dd_ui);
  for (const auto* group : {&final.fext_v, &final.next_v}) {
    for (const std::vector<double>& pulse : *group) add(sliced(pulse, 0, config.samples), 1.0);
  }
  const double rms_v = std::sqrt(v2), size_v = std::max(std::abs(final.available_v), rms_v);
  const double bin_v = std::max(final.available_v / 1000.0, kFinest * rms_v);
  return std::max(std::min(bin_v, config.pdf_bin_v), kLeast * size_v);
}

std::vector<double> com_aggressor_samples(const std::vector<double>& pulse, int samples, double bin,
                                          int levels, std::ptrdiff_t phase) {
  if (phase >= 0) return sliced(pulse, phase, samples);
  double largest = -1.0;
  std::vector<double> out;
  for (std::ptrdiff_t k = 0; k < samples; ++k) {
    std::vector<double> here = sliced(pulse, k, samples);
    const double variance = com_variance(here, bin, levels);
    if (variance <= largest) continue;
    largest = variance;
    out = std::move(here);
  }
  return out;
}

ComDensities com_densities(const ComConfig& config, const ComFinal& final, double bin_v) {
  ComDensities out;
  const std::span<const std::ptrdiff_t> phases(final.phases);
  const std::size_t fext = final.fext_v.size();
  out.isi = com_density(com_residual(final, config.samples), bin_v, config.levels);
  out.fext = all_of(config, final.fext_v, phases.empty() ? phases : phases.first(fext), bin_v);
  out.next = all_of(config, final.next_v, phases.empty() ? phases : phases.subspan(fext), bin_v);
  out.gaussian = com_gaussian(sigma_g_v(final), com_crest_factor(config), bin_v);
  std::vector<double> jumps = final.slopes_v_per_ui;
  for (double& v : jumps) v *= config.a_dd_ui;
  out.dual_dirac = com_density(jumps, bin_v, config.levels);
  out.crosstalk = com_convolve(out.fext, out.next);
  out.isi_crosstalk = com_convolve(out.isi, out.crosstalk);
  out.noise = com_convolve(out.gaussian, out.dual_dirac);
  out.total = com_convolve(out.isi_crosstalk, out.noise);
  return out;
}

ComEye com_eye(const ComConfig& config, const ComFinal& final, const ComDensities& d) {
  ComEye out;
  const double a_s = final.available_v, eps = std::numeric_limits<double>::epsilon();
  out.bin_v = d.total.bin;
  out.a_s_v = a_s;
  out.a_ni_v = std::abs(com_quantile_above(d.total, config.der0));
  // No interference as large as a bin: half a bin is the bound that the grid allows.
  out.com_db = 20.0 * std::log10(a_s / std::max(out.a_ni_v, 0.5 * out.bin_v));
  out.com_without_mlse_db = out.com_db;
  out.veo_mv = 2e3 * (a_s - out.a_ni_v);
  out.vec_db = -20.0 * std::log10(std::max((a_s - out.a_ni_v) / a_s, eps));
  out.der_at_threshold = com_tail(d.total, -a_s / std::pow(10.0, config.com_pass_db / 20.0));
  const auto peak = [&](const ComDensity& density) {
    return std::abs(com_quantile(density, config.der0));
  };
  out.peak_isi_xt_v = peak(d.isi_crosstalk);
  out.peak_isi_v = peak(d.isi);
  out.peak_xt_v = peak(d.crosstalk);
  out.peak_fext_v = peak(d.fext);
  out.peak_next_v = peak(d.next);
  out.sgm_total_v = com_sigma(d.total);
  out.sgm_isi_xt_v = com_sigma(d.isi_crosstalk);
  out.sgm_isi_v = com_sigma(d.isi);
  out.sgm_xt_v = com_sigma(d.crosstalk);
  out.sgm_noise_v = com_sigma(d.noise);
  out.sgm_dd_v = com_sigma(d.dual_dirac);
  out.sgm_gaussian_v = com_sigma(d.gaussian);
  out.sgm_g_v = sigma_g_v(final);
  out.sgm_rj_v = final.sigma_rj_v;
  out.sgm_n_v = final.sigma_n_v;
  out.sgm_tx_v = final.sigma_tx_v;
  return out;
}

}  // namespace chappe
