#include "solve/waveform_plan.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "dsp/ffe_dfe.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr std::size_t kUniformPhases = 8;  // of an aggressor whose phases are all alike
constexpr double kLeastBandShare = 1e-6;   // of signal and of noise power beyond the bins in use

double sinc(double x) { return x == 0.0 ? 1.0 : std::sin(x) / x; }

/// Bins from 0 Hz on beyond which neither signal nor noise have power.
std::size_t bins_in_use(const std::vector<cd>& path, const std::vector<cd>& noise) {
  const auto enough = [](const std::vector<cd>& h) {
    double all = 0.0, beyond = 0.0;
    for (const cd& v : h) all += std::norm(v);
    std::size_t k = h.size();
    while (k > 1 && beyond + std::norm(h[k - 1]) <= kLeastBandShare * all)
      beyond += std::norm(h[--k]);
    return k;
  };
  return std::max(enough(path), enough(noise));
}

CrosstalkPlan make_crosstalk(const SectionSignals& signals, std::size_t i, std::size_t worst_phase,
                             const CtleShape& shape, std::size_t spectrum_size) {
  const SectionResponse& response = signals.response;
  const auto samples = static_cast<std::size_t>(response.grid.samples_per_symbol);
  CrosstalkPlan out;
  out.levels = transmitted_levels(signals.pam_levels, signals.aggressor_tx[i].level_mismatch_ratio);
  out.fext = signals.section->aggressors[i].type == AggressorType::fext;
  std::vector<std::size_t> phases{worst_phase};
  if (signals.section->aggressors[i].phase == PhaseRule::uniform) {
    phases.clear();
    for (std::size_t p = 0; p < kUniformPhases; ++p) phases.push_back(p * samples / kUniformPhases);
  }
  out.at_phase.assign(phases.size(), std::vector<cd>(spectrum_size));
  for (std::size_t k = 0; k < response.grid.size; ++k) {
    if (response.aggressors[i][k] == cd{}) continue;
    const double f_hz = static_cast<double>(k) * response.grid.df_hz;
    const double x = kPi * f_hz / response.symbol_rate_bd;
    const cd value = signals.aggressor_tx[i].amplitude_v * response.aggressors[i][k] *
                     receiver_filter(signals.rx, f_hz) * ctle_response(shape, f_hz) * sinc(x);
    for (std::size_t p = 0; p < phases.size(); ++p) {
      const double phase = static_cast<double>(phases[p]) / static_cast<double>(samples);
      fold(out.at_phase[p], response.grid.record_symbols, k,
           value * std::polar(1.0, x * (2.0 * phase - 1.0)));
    }
  }
  return out;
}

/// Edges are put on the fine grid by a cubic B-spline, whose spectrum sinc^4 is divided out again;
/// what is left of images at f is (f/(fs - f))^4. A waveform is the integral of its edges: / (j 2
/// pi f).
void add_paths(WaveformPlan& plan, const CtleShape& shape) {
  const SectionSignals& signals = *plan.signals;
  const SectionResponse& response = signals.response;
  const auto m = static_cast<std::size_t>(plan.options.samples_per_symbol);
  const double rate = response.symbol_rate_bd;
  const double instant_s = plan.settings.sampling_time_s + signals.rx.sampling_offset_ui / rate;
  const double scale = 1.0 / static_cast<double>(m);  // of the coarse inverse transform
  const double unit = plan.options.noise_factor *
                      std::sqrt(0.25 * rate * static_cast<double>(plan.symbols * m * m));
  const std::size_t bins = std::min(plan.symbols * m / 2, response.grid.size);
  for (std::size_t k = 0; k < bins; ++k) {
    const double f_hz = static_cast<double>(k) * response.grid.df_hz;
    const double cell = kPi * f_hz / (rate * static_cast<double>(m));
    const cd receiver = receiver_filter(signals.rx, f_hz) * ctle_response(shape, f_hz);
    const cd integral = k == 0 ? cd(1.0) : 1.0 / (cd(0.0, 2.0 * cell) * std::pow(sinc(cell), 4));
    const cd advance = std::polar(1.0, 2.0 * kPi * f_hz * instant_s);
    plan.path.push_back(scale * signals.tx.amplitude_v * response.victim[k] * receiver * advance *
                        integral);
    const double density = signals.rx.noise_v2_per_hz +
                           (k < response.added_noise.size() ? response.added_noise[k] : 0.0);
    plan.noise.push_back(scale * unit * std::sqrt(density) * receiver);
  }
  // Edges' steps are white, so the path's own power tells where it ends.
  const std::size_t used = bins_in_use({plan.path.begin() + 1, plan.path.end()}, plan.noise) + 1;
  plan.path.resize(std::min(used, bins));
  plan.noise.resize(plan.path.size());
}

}  // namespace

void fold(std::vector<cd>& folded, std::size_t symbols, std::size_t k, cd value) {
  const std::size_t q = k % symbols;
  const std::size_t mirror = (symbols - q) % symbols;
  if (q < folded.size()) folded[q] += value;
  if (k != 0 && mirror < folded.size()) folded[mirror] += std::conj(value);
}

WaveformPlan make_waveform_plan(const SectionSignals& signals, const SearchResult& search,
                                const AggressorPhases& phases, const WaveformOptions& options) {
  const std::size_t symbols = signals.response.grid.record_symbols;
  WaveformPlan plan{
      .signals = &signals,
      .settings = search.settings,
      .cursor_v = search.at_slicer.cursor_v,
      .adc_step_v = search.at_slicer.adc_step_v,
      .options = options,
      .symbols = symbols,
      .levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio),
      .fine = RealFft(symbols * static_cast<std::size_t>(options.samples_per_symbol)),
      .coarse = RealFft(symbols)};
  ensure(symbols % 2 == 0, "a record holds as many even as odd symbols");
  plan.thresholds = midway_thresholds(plan.levels);
  const CtleShape shape =
      ctle_shape(signals.rx, plan.settings.ctle_gain_db, plan.settings.ctle_lf_gain_db);
  add_paths(plan, shape);
  for (std::size_t i = 0; i < signals.response.aggressors.size(); ++i) {
    plan.aggressors.push_back(
        make_crosstalk(signals, i, phases[i], shape, plan.coarse.spectrum_size()));
  }
  return plan;
}

}  // namespace chappe
