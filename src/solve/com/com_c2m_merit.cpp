#include "solve/com/com_c2m_merit.hpp"

#include <cmath>
#include <limits>

namespace chappe {
namespace {

double square(double x) { return x * x; }

/// Squares of ISI: precursors of the instant, what follows from `ahead` samples earlier.
double isi_v2(const ComConfig& config, const ComMerit& merit, const std::vector<double>& pulse) {
  const std::ptrdiff_t m = config.samples, t = merit.instant();
  const auto ahead =
      static_cast<std::ptrdiff_t>(std::floor(config.t_o_mui * config.samples / 1000.0));
  const auto size = static_cast<std::ptrdiff_t>(pulse.size());
  const auto at = [&](std::ptrdiff_t i) {
    return i >= 0 && i < size ? pulse[static_cast<std::size_t>(i)] : 0.0;
  };
  double sum = 0.0;
  for (std::ptrdiff_t i = t - m; i >= 0; i -= m) sum += square(at(i));
  const auto taps = static_cast<std::ptrdiff_t>(merit.dfe().taps().size());
  for (std::ptrdiff_t n = 1; t - ahead + n * m < size; ++n) {
    const double tap = n <= taps ? merit.dfe().taps()[static_cast<std::size_t>(n - 1)] : 0.0;
    sum += square(at(t - ahead + n * m) - merit.cursor_v() * tap);
  }
  return sum;
}

}  // namespace

ComC2mInput com_c2m_input(const ComConfig& config, const ComFinal& final, double bin_v,
                          const ComDensity* crosstalk) {
  ComC2mInput input;
  input.pulse = final.thru_v;
  input.instant = final.instant;
  input.samples = config.samples;
  input.dfe = final.density_taps;
  input.r_lm = config.r_lm;
  input.levels = config.levels;
  input.sigma_rj_ui = config.sigma_rj_ui;
  input.a_dd_ui = config.a_dd_ui;
  input.sigma_n_v = final.sigma_n_v;
  input.sigma_tx_v = final.sigma_tx_v;
  input.crest_factor = com_crest_factor(config);
  input.der0 = config.der0;
  input.t_o_mui = config.t_o_mui;
  input.samples_c2m = config.samples_c2m;
  input.window = com_window(config.window);
  input.sigma_r_ui = config.sigma_r_ui;
  input.bin_v = bin_v;
  input.crosstalk = crosstalk;
  return input;
}

std::optional<double> com_c2m_fom_db(const ComConfig& config, const ComBank& bank, ComMerit& merit,
                                     std::span<const double> tx, int cursor, int offset,
                                     double beat_db) {
  const double any = -std::numeric_limits<double>::infinity();
  if (!merit.evaluate(bank, tx, cursor, offset, any)) return std::nullopt;
  ComFinal final;
  final.thru_v = bank.thru.equalised(merit.taps());
  const ComSigmas& sigma = merit.sigmas();
  const double noise_v2 = square(com_sigma_x(config.levels)) * isi_v2(config, merit, final.thru_v) +
                          square(sigma.jitter_v) + square(sigma.xt_v) + square(sigma.n_v) +
                          square(sigma.tx_v);
  const double a_s = merit.available_v(), least_v = config.eh_min_test_v;
  if (2.0 * (a_s - com_crest_factor(config) * std::sqrt(noise_v2)) <= least_v - 1e-3) {
    return std::nullopt;
  }
  final.instant = merit.instant();
  final.cursor_v = merit.cursor_v();
  final.available_v = a_s;
  final.density_taps = merit.dfe().taps();
  final.sigma_n_v = sigma.n_v;
  final.sigma_tx_v = sigma.tx_v;
  const auto fom_db = [a_s](double height_v) {
    return 20.0 * std::log10(a_s / (a_s - 0.5 * height_v));
  };
  const ComC2mInput input = com_c2m_input(config, final, com_bin_v(config, final), nullptr);
  const double most_v = com_c2m_height_bound_v(input);
  if (most_v <= least_v || fom_db(most_v) < beat_db) return std::nullopt;
  const double height_v = com_c2m_eye(input).height_v;
  if (height_v <= least_v) return std::nullopt;
  return fom_db(height_v);
}

}  // namespace chappe
