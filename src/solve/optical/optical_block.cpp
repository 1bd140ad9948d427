#include "solve/optical/optical_block.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "dsp/gaussian.hpp"
#include "solve/slicer.hpp"
#include "solve/waveform_plan.hpp"

namespace chappe {
namespace {

/// Uses of random numbers, one stream each.
enum Stream : std::uint32_t {
  kSymbols = 300,
  kTxNoise,
  kJitter,
  kJitterSign,
  kDriveNoise,
  kRin,
  kShot,
  kThermal,
  kEcho,
  kLaser
};

/// rms of a bin's real part for samples of a one-sided density: RealFft's scaling.
double bin_rms(double density, const OpticalGrid& grid) {
  return std::sqrt(0.25 * density * static_cast<double>(grid.samples()) / grid.sample_s());
}

}  // namespace

OpticalBlocks::OpticalBlocks(const OpticalChain& chain, const OpticalDecisions& decisions,
                             const WaveformOptions& options)
    : chain_(chain),
      decisions_(decisions),
      options_(options),
      levels_(transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio)),
      edges_(chain.grid.symbols, static_cast<std::size_t>(chain.grid.samples_per_symbol)),
      fine_(chain.grid.samples()),
      coarse_(chain.grid.symbols) {
  if (!chain.field.empty()) both_.emplace(chain.grid.samples());
  const EqualiserSettings& settings = decisions_.settings;
  const CtleShape shape = ctle_shape(chain.rx, settings.ctle_gain_db, settings.ctle_lf_gain_db);
  const double instant_s =
      settings.sampling_time_s + chain.rx.sampling_offset_ui / chain.grid.symbol_rate_bd;
  const double scale = 1.0 / chain.grid.samples_per_symbol;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) {
    const double f_hz = static_cast<double>(k) * chain.grid.df_hz();
    const cd receiver = receiver_filter(chain.rx, f_hz) * ctle_response(shape, f_hz);
    path_.push_back(scale * chain.post[k] * receiver *
                    std::polar(1.0, 2.0 * kPi * f_hz * instant_s));
    const double density = chain.thermal[k] * std::norm(chain.post[k]) + chain.rx.noise_v2_per_hz;
    noise_.push_back(options.noise_factor * scale * std::abs(receiver) *
                     bin_rms(density, chain.grid));
  }
  for (const double density : chain.drive_noise) {
    drive_noise_.push_back(bin_rms(density, chain.grid));
  }
  const bool flat = std::all_of(chain.rin.begin(), chain.rin.end(),
                                [&](double s) { return s == chain.rin.front(); });
  if (flat && !chain.rin.empty()) {
    flat_rin_ = std::sqrt(0.5 * chain.rin.front() / chain.grid.sample_s());
  }
  if (flat) return;
  for (const double density : chain.rin) rin_.push_back(bin_rms(density, chain.grid));
}

std::vector<std::uint8_t> OpticalBlocks::symbols(std::uint64_t block) const {
  Rng rng({options_.seed, kSymbols}, block);
  std::vector<std::uint8_t> out(chain_.grid.symbols);
  draw_symbols(rng, out, levels_.size());
  return out;
}

std::vector<double> OpticalBlocks::gaussian(std::uint32_t stream, std::uint64_t block,
                                            std::size_t n) const {
  GaussianSource<double> source(BlockKey{{options_.seed, stream}, block});
  std::vector<double> out(n);
  source.fill(out);
  return out;
}

/// At the last map's input [V]; what goes to rate equations is one filter earlier.
std::vector<double> OpticalBlocks::driven(std::span<const std::uint8_t> sent,
                                          std::uint64_t block) const {
  const std::size_t n = sent.size();
  std::vector<double> data(n);
  for (std::size_t i = 0; i < n; ++i) data[i] = chain_.tx.amplitude_v * levels_[sent[i]];
  std::vector<double> x =
      ring_filter(data, decisions_.settings.tx_ffe, decisions_.settings.tx_cursor);
  const std::vector<double> tx_noise = gaussian(kTxNoise, block, n);
  const double tx_rms = chain_.tx.amplitude_v * field_ratio_from_db(-chain_.tx.snr_db);
  for (std::size_t i = 0; i < n; ++i) x[i] += tx_rms * tx_noise[i];
  std::vector<double> shift = gaussian(kJitter, block, n);
  Rng sign({options_.seed, kJitterSign}, block);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < n; ++i) {
    word = i % 64 == 0 ? sign.next() : word >> 1;
    shift[i] =
        shift[i] * chain_.tx.random_jitter_ui +
        ((word & 1U) != 0 ? chain_.tx.dual_dirac_jitter_ui : -chain_.tx.dual_dirac_jitter_ui);
  }
  std::vector<cd> spectrum(fine_.spectrum_size());
  edges_.spectrum(x, shift, spectrum);
  std::vector<double> v(fine_.size());
  for (std::size_t i = 0; i < chain_.drive.size(); ++i) {
    const DriveStage& stage = chain_.drive[i];
    const bool last = i + 1 == chain_.drive.size();
    const std::vector<cd>& filter =
        last && chain_.laser != nullptr ? chain_.ahead_of_laser : stage.filter;
    for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= filter[k];
    if (last && !drive_noise_.empty()) {
      const std::vector<double> noise = gaussian(kDriveNoise, block, 2 * spectrum.size());
      for (std::size_t k = 0; k < spectrum.size(); ++k) {
        spectrum[k] += drive_noise_[k] * cd(noise[2 * k], noise[2 * k + 1]);
      }
    }
    fine_.inverse(spectrum, v);
    if (last) break;
    if (stage.map) stage.map->real_values(v, v);
    fine_.forward(v, spectrum);
  }
  return v;
}

/// The field behind the modulator, with the light's intensity noise.
std::vector<cd> OpticalBlocks::launched(std::vector<double> v, std::uint64_t block) const {
  std::vector<cd> field(v.size());
  if (chain_.laser != nullptr) {
    Waveform in;
    in.sample_rate_hz = 1.0 / chain_.grid.sample_s();
    in.samples.assign(v.begin(), v.end());
    Rng rng({options_.seed, kLaser}, block);
    return chain_.laser->run(in, chain_.at, &rng).samples;
  }
  chain_.drive.back().map->values(v, field);
  if (chain_.rin.empty()) return field;
  std::vector<double> r;
  if (rin_.empty()) {
    r = gaussian(kRin, block, v.size());
    for (double& value : r) value *= flat_rin_;
  } else {
    const std::vector<double> noise = gaussian(kRin, block, 2 * fine_.spectrum_size());
    std::vector<cd> spectrum(fine_.spectrum_size());
    for (std::size_t k = 0; k < spectrum.size(); ++k) {
      spectrum[k] = rin_[k] * cd(noise[2 * k], noise[2 * k + 1]);
    }
    r.resize(v.size());
    fine_.inverse(spectrum, r);
  }
  for (std::size_t i = 0; i < field.size(); ++i) field[i] *= std::sqrt(std::max(0.0, 1.0 + r[i]));
  return field;
}

void OpticalBlocks::add_echoes(std::vector<double>& current, std::uint64_t block) const {
  if (chain_.echoes.empty()) return;
  Rng rng({options_.seed, kEcho}, block);
  const auto m = static_cast<std::size_t>(chain_.grid.samples_per_symbol);
  const std::vector<double> own = current;
  for (const EchoPair& echo : chain_.echoes) {
    const double beat = 2.0 * echo.field_ratio * std::cos(2.0 * kPi * rng.uniform());
    const std::size_t late = m * (64 + rng.below(chain_.grid.symbols - 128));
    for (std::size_t i = 0; i < own.size(); ++i) {
      current[i] += beat * std::sqrt(std::max(0.0, own[i] * own[(i + late) % own.size()]));
    }
  }
}

/// Current with its shot noise [A].
std::vector<double> OpticalBlocks::detected(const std::vector<cd>& launched,
                                            std::uint64_t block) const {
  const std::size_t n = launched.size();
  std::vector<double> current(n);
  const double scale = chain_.power_w * chain_.gain() * chain_.responsivity_a_per_w;
  if (both_) {
    std::vector<cd> spectrum(n), field(n);
    both_->forward(launched, spectrum);
    for (std::size_t k = 0; k < n; ++k) spectrum[k] *= chain_.field[k];
    both_->inverse(spectrum, field);
    for (std::size_t i = 0; i < n; ++i) current[i] = scale * std::norm(field[i]);
  } else {
    for (std::size_t i = 0; i < n; ++i) current[i] = scale * std::norm(launched[i]);
  }
  if (!chain_.intensity.empty()) {
    std::vector<cd> spectrum(fine_.spectrum_size());
    fine_.forward(current, spectrum);
    for (std::size_t k = 0; k < spectrum.size(); ++k) spectrum[k] *= chain_.intensity[k];
    fine_.inverse(spectrum, current);
  }
  add_echoes(current, block);
  if (chain_.shot_a <= 0.0) return current;
  const std::vector<double> shot = gaussian(kShot, block, n);
  const double per_a = 0.5 * chain_.shot_a / chain_.grid.sample_s();
  for (std::size_t i = 0; i < n; ++i) {
    current[i] += std::sqrt(per_a * std::max(0.0, current[i])) * shot[i];
  }
  return current;
}

std::vector<double> OpticalBlocks::received(std::span<const std::uint8_t> sent,
                                            std::uint64_t block) const {
  const std::vector<double> current = detected(launched(driven(sent, block), block), block);
  std::vector<cd> spectrum(fine_.spectrum_size()), folded(coarse_.spectrum_size());
  fine_.forward(current, spectrum);
  const std::vector<double> noise = gaussian(kThermal, block, 2 * spectrum.size());
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    fold(folded, chain_.grid.symbols, k,
         spectrum[k] * path_[k] + noise_[k] * cd(noise[2 * k], noise[2 * k + 1]));
  }
  std::vector<double> y(chain_.grid.symbols);
  coarse_.inverse(folded, y);
  return ring_filter(y, decisions_.settings.rx_ffe, decisions_.settings.rx_cursor);
}

}  // namespace chappe
