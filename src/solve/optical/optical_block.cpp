#include "solve/optical/optical_block.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "dsp/gaussian.hpp"
#include "solve/ring.hpp"
#include "solve/slicer.hpp"
#include "solve/waveform_plan.hpp"

namespace chappe {
namespace {

using cf = std::complex<float>;

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

std::vector<cf> single(const std::vector<cd>& values) { return {values.begin(), values.end()}; }

/// a[k] *= b[k], without the special cases of infinities that the library's product looks for.
void multiply(std::vector<cf>& a, const std::vector<cf>& b) {
  for (std::size_t k = 0; k < b.size(); ++k) {
    const float re = a[k].real(), im = a[k].imag();
    a[k] = {re * b[k].real() - im * b[k].imag(), re * b[k].imag() + im * b[k].real()};
  }
}

/// Bins beyond which less than this share of a filter's whole power passes are left out.
template <class T>
std::size_t in_use(const std::vector<T>& filter) {
  constexpr double kLeastShare = 1e-8;
  double all = 0.0, beyond = 0.0;
  for (const T& x : filter) all += std::norm(x);
  std::size_t k = filter.size();
  while (k > 1 && beyond + std::norm(filter[k - 1]) <= kLeastShare * all) {
    beyond += std::norm(filter[--k]);
  }
  return k;
}

void add_bins(std::vector<cf>& spectrum, const std::vector<float>& rms,
              const std::vector<float>& noise) {
  for (std::size_t k = 0; k < rms.size(); ++k) {
    spectrum[k] += cf(rms[k] * noise[2 * k], rms[k] * noise[2 * k + 1]);
  }
}

}  // namespace

OpticalBlocks::OpticalBlocks(const OpticalChain& chain, OpticalDecisions decisions,
                             const WaveformOptions& options)
    : chain_(chain),
      decisions_(std::move(decisions)),
      options_(options),
      levels_(transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio)),
      fine_(chain.grid.samples()),
      coarse_(chain.grid.symbols),
      field_(single(chain.field)),
      intensity_(single(chain.intensity)) {
  if (!chain.field.empty()) both_.emplace(chain.grid.samples());
  for (const DriveStage& stage : chain.drive) stages_.push_back(single(stage.filter));
  if (chain.laser != nullptr) stages_.back() = single(chain.ahead_of_laser);
  for (std::size_t k = 1; k < chain.grid.half(); ++k) {
    const double cell = kPi * static_cast<double>(k) / static_cast<double>(chain.grid.samples());
    stages_.front()[k] /= static_cast<float>(std::pow(std::sin(cell) / cell, 4));
  }
  const EqualiserSettings& settings = decisions_.settings;
  const CtleShape shape = ctle_shape(chain.rx, settings.ctle_gain_db, settings.ctle_lf_gain_db);
  const double instant_s =
      settings.sampling_time_s + chain.rx.sampling_offset_ui / chain.grid.symbol_rate_bd;
  const double scale = 1.0 / chain.grid.samples_per_symbol;
  std::vector<cd> path;
  for (std::size_t k = 0; k < chain.grid.half(); ++k) {
    const double f_hz = static_cast<double>(k) * chain.grid.df_hz();
    const cd receiver = receiver_filter(chain.rx, f_hz) * ctle_response(shape, f_hz);
    path.push_back(scale * chain.post[k] * receiver *
                   std::polar(1.0, 2.0 * kPi * f_hz * instant_s));
    const double density = chain.thermal[k] * std::norm(chain.post[k]) + chain.rx.noise_v2_per_hz;
    noise_.push_back(static_cast<float>(options.noise_factor * scale * std::abs(receiver) *
                                        bin_rms(density, chain.grid)));
  }
  path.resize(std::max(in_use(path), in_use(noise_)));
  path_ = single(path);
  noise_.resize(path_.size());
  for (const double density : chain.drive_noise) {
    drive_noise_.push_back(static_cast<float>(bin_rms(density, chain.grid)));
  }
  if (!drive_noise_.empty()) drive_noise_.resize(in_use(drive_noise_));
  const bool flat = std::all_of(chain.rin.begin(), chain.rin.end(),
                                [&](double s) { return s == chain.rin.front(); });
  if (flat && !chain.rin.empty()) {
    flat_rin_ = static_cast<float>(std::sqrt(0.5 * chain.rin.front() / chain.grid.sample_s()));
  }
  if (flat) return;
  for (const double density : chain.rin) {
    rin_.push_back(static_cast<float>(bin_rms(density, chain.grid)));
  }
}

std::vector<std::uint8_t> OpticalBlocks::symbols(std::uint64_t block) const {
  Rng rng({options_.seed, kSymbols}, block);
  std::vector<std::uint8_t> out(chain_.grid.symbols);
  draw_symbols(rng, out, levels_.size());
  return out;
}

OpticalBlocks::Samples OpticalBlocks::gaussian(std::uint32_t stream, std::uint64_t block,
                                               std::size_t n) const {
  GaussianSource<float> source(BlockKey{{options_.seed, stream}, block});
  Samples out(n);
  source.fill(out);
  return out;
}

/// Levels behind the transmit FFE with the transmitter's noise [V].
std::vector<double> OpticalBlocks::shaped(std::span<const std::uint8_t> sent,
                                          std::uint64_t block) const {
  std::vector<double> x =
      sent_levels(chain_, sent, decisions_.settings.tx_ffe, decisions_.settings.tx_cursor);
  const Samples noise = gaussian(kTxNoise, block, x.size());
  const double rms = field_ratio_from_db(-chain_.tx.snr_db);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = chain_.tx.amplitude_v * (x[i] + rms * static_cast<double>(noise[i]));
  }
  return x;
}

/// Of each edge, late [symbols].
std::vector<double> OpticalBlocks::shifts(std::uint64_t block) const {
  const Samples random = gaussian(kJitter, block, chain_.grid.symbols);
  std::vector<double> shift(random.size());
  Rng sign({options_.seed, kJitterSign}, block);
  std::uint64_t word = 0;
  const double displaced = chain_.tx.dual_dirac_jitter_ui;
  for (std::size_t i = 0; i < shift.size(); ++i) {
    word = i % 64 == 0 ? sign.next() : word >> 1;
    shift[i] = chain_.tx.random_jitter_ui * static_cast<double>(random[i]) +
               ((word & 1U) != 0 ? displaced : -displaced);
  }
  return shift;
}

/// At the last map's input [V]; ahead of the laser's own filter where it is rate equations.
OpticalBlocks::Samples OpticalBlocks::driven(std::span<const std::uint8_t> sent,
                                             std::uint64_t block) const {
  Samples v(fine_.size());
  held_samples(shaped(sent, block), shifts(block),
               static_cast<std::size_t>(chain_.grid.samples_per_symbol), v);
  std::vector<cf> spectrum(fine_.spectrum_size());
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const bool last = i + 1 == stages_.size();
    fine_.forward(v, spectrum);
    multiply(spectrum, stages_[i]);
    if (last && !drive_noise_.empty()) {
      add_bins(spectrum, drive_noise_, gaussian(kDriveNoise, block, 2 * drive_noise_.size()));
    }
    fine_.inverse(spectrum, v);
    if (!last && chain_.drive[i].map) chain_.drive[i].map->real_values(v, v);
  }
  return v;
}

/// The field behind the modulator, with the light's intensity noise.
std::vector<cf> OpticalBlocks::launched(const Samples& v, std::uint64_t block) const {
  if (chain_.laser != nullptr) {
    Waveform in;
    in.sample_rate_hz = 1.0 / chain_.grid.sample_s();
    in.samples.assign(v.begin(), v.end());
    Rng rng({options_.seed, kLaser}, block);
    return single(chain_.laser->run(in, chain_.at, &rng).samples);
  }
  std::vector<cf> field(v.size());
  chain_.drive.back().map->values(v, field);
  if (!chain_.rin.empty()) add_intensity_noise(field, block);
  return field;
}

void OpticalBlocks::add_intensity_noise(std::vector<cf>& field, std::uint64_t block) const {
  Samples r;
  if (rin_.empty()) {
    r = gaussian(kRin, block, field.size());
    for (float& value : r) value *= flat_rin_;
  } else {
    std::vector<cf> spectrum(fine_.spectrum_size());
    add_bins(spectrum, rin_, gaussian(kRin, block, 2 * rin_.size()));
    r.resize(field.size());
    fine_.inverse(spectrum, r);
  }
  // sqrt(1 + r), r of some percent: the next term is r^3/16.
  for (std::size_t i = 0; i < field.size(); ++i) {
    field[i] *= 1.0F + r[i] * (0.5F - 0.125F * r[i]);
  }
}

void OpticalBlocks::add_echoes(Samples& current, std::uint64_t block) const {
  if (chain_.echoes.empty()) return;
  Rng rng({options_.seed, kEcho}, block);
  const auto m = static_cast<std::size_t>(chain_.grid.samples_per_symbol);
  Samples own(current.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = std::sqrt(current[i]);
  for (const EchoPair& echo : chain_.echoes) {
    const auto beat =
        static_cast<float>(2.0 * echo.field_ratio * std::cos(2.0 * kPi * rng.uniform()));
    const std::size_t late = m * (64 + rng.below(chain_.grid.symbols - 128));
    const std::size_t split = own.size() - late;
    for (std::size_t i = 0; i < split; ++i) current[i] += beat * own[i] * own[i + late];
    for (std::size_t i = split; i < own.size(); ++i) {
      current[i] += beat * own[i] * own[i - split];
    }
  }
}

/// Current with its shot noise [A].
OpticalBlocks::Samples OpticalBlocks::detected(std::vector<cf> field, std::uint64_t block) const {
  const std::size_t n = field.size();
  Samples current(n);
  if (both_) {
    std::vector<cf> spectrum(n);
    both_->forward(field, spectrum);
    multiply(spectrum, field_);
    both_->inverse(spectrum, field);
  }
  const auto scale =
      static_cast<float>(chain_.power_w * chain_.gain() * chain_.responsivity_a_per_w);
  for (std::size_t i = 0; i < n; ++i) {
    const float re = field[i].real(), im = field[i].imag();
    current[i] = scale * (re * re + im * im);
  }
  if (!intensity_.empty()) {
    std::vector<cf> spectrum(fine_.spectrum_size());
    fine_.forward(current, spectrum);
    multiply(spectrum, intensity_);
    fine_.inverse(spectrum, current);
    for (float& i : current) i = std::max(i, 0.0F);
  }
  add_echoes(current, block);
  if (chain_.shot_a <= 0.0) return current;
  const Samples shot = gaussian(kShot, block, n);
  const auto per_a = static_cast<float>(0.5 * chain_.shot_a / chain_.grid.sample_s());
  for (std::size_t i = 0; i < n; ++i) {
    current[i] += std::sqrt(per_a * std::max(0.0F, current[i])) * shot[i];
  }
  return current;
}

std::vector<double> OpticalBlocks::received(std::span<const std::uint8_t> sent,
                                            std::uint64_t block) const {
  const Samples current = detected(launched(driven(sent, block), block), block);
  std::vector<cf> spectrum(fine_.spectrum_size());
  fine_.forward(current, spectrum);
  spectrum.resize(path_.size());
  multiply(spectrum, path_);
  add_bins(spectrum, noise_, gaussian(kThermal, block, 2 * noise_.size()));
  const std::vector<cd> wide(spectrum.begin(), spectrum.end());
  std::vector<double> y(chain_.grid.symbols);
  coarse_.inverse(folded(wide, chain_.grid.symbols), y);
  return ring_filter(y, decisions_.settings.rx_ffe, decisions_.settings.rx_cursor);
}

}  // namespace chappe
