#include "solve/received_stream.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "base/units.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

constexpr std::int64_t kAhead = 64;  // symbols at a window's end that lack what follows
constexpr std::int64_t kBack = 16;   // UI by which times may go back

/// Uses of random numbers; aggressors follow from kAggressors on. Apart from those of waveform.cpp.
enum Stream : std::uint32_t { kSymbols = 140, kTxNoise, kJitter, kJitterSign, kNoise, kAggressors };

double sinc(double x) { return x == 0.0 ? 1.0 : std::sin(x) / x; }

template <class T>
void shift_left(std::vector<T>& v, std::size_t count) {
  std::copy(v.begin() + static_cast<std::ptrdiff_t>(count), v.end(), v.begin());
}

template <class T>
std::span<T> newest(std::vector<T>& v, std::size_t count) {
  return std::span<T>(v).last(count);
}

}  // namespace

ReceivedStream::ReceivedStream(const SectionSignals& signals, const EqualiserSettings& settings,
                               const StreamOptions& options)
    : signals_(signals),
      settings_(settings),
      options_(options),
      symbols_(signals.response.grid.record_symbols),
      samples_(static_cast<std::size_t>(options.samples_per_symbol)),
      first_(-static_cast<std::int64_t>(symbols_ / 2)),
      levels_(transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio)),
      tx_gauss_(BlockKey{{options.seed, kTxNoise}, 0}),
      jitter_gauss_(BlockKey{{options.seed, kJitter}, 0}),
      noise_gauss_(BlockKey{{options.seed, kNoise}, 0}),
      jitter_sign_({options.seed, kJitterSign}),
      fine_(symbols_ * samples_),
      coarse_(symbols_) {
  ensure(samples_ >= 8 && samples_ <= 32, "received stream: 8 to 32 samples a symbol");
  ensure(symbols_ >= 512, "received stream: a record of at least 512 symbols");
  ensure(options.phases.size() == signals.response.aggressors.size(),
         "received stream: a phase an aggressor");
  if (!signals.response.added_noise.empty() || signals.tx.sinusoidal_jitter_ui > 0.0 ||
      signals.tx.even_odd_jitter_ui > 0.0) {
    throw ModelError("section '" + signals.section->name +
                     "': the adaptive receiver knows no redriver's noise, no sinusoidal and no"
                     " even-odd jitter");
  }
  add_victim_path();
  for (std::size_t i = 0; i < options.phases.size(); ++i) add_aggressor(i, options.phases[i]);
  tx_noise_.assign(symbols_, 0.0);
  shift_.assign(symbols_, 0.0);
  noise_.assign(symbols_ * samples_, 0.0);
  wave_.assign(symbols_ * samples_, 0.0);
  draw(symbols_);
  make_samples();
}

void ReceivedStream::add_victim_path() {
  const SectionResponse& response = signals_.response;
  const CtleShape shape =
      ctle_shape(signals_.rx, settings_.ctle_gain_db, settings_.ctle_lf_gain_db);
  const auto m = static_cast<double>(samples_);
  Source source{.symbols = Rng({options_.seed, kSymbols}), .levels = levels_, .shaped = true};
  source.sent.assign(symbols_, 0);
  const std::size_t bins = std::min(fine_.spectrum_size(), response.grid.size);
  for (std::size_t k = 0; k < bins; ++k) {
    const double f_hz = static_cast<double>(k) * response.grid.df_hz;
    const double x = kPi * f_hz / response.symbol_rate_bd;
    receiver_.push_back(receiver_filter(signals_.rx, f_hz) * ctle_response(shape, f_hz));
    // An edge late by d UI takes an impulse of its step times d from the held level.
    edge_path_.push_back(m * signals_.tx.amplitude_v * response.victim[k] * receiver_[k] *
                         std::polar(1.0, 2.0 * kPi * f_hz * settings_.sampling_time_s));
    source.path.push_back(edge_path_[k] * std::polar(sinc(x), -x));
  }
  sources_.push_back(std::move(source));
}

void ReceivedStream::add_aggressor(std::size_t i, std::size_t phase) {
  const SectionResponse& response = signals_.response;
  const TransmitterSpec& tx = signals_.aggressor_tx[i];
  Source source{.symbols = Rng({options_.seed, static_cast<std::uint32_t>(kAggressors + i)}),
                .levels = transmitted_levels(signals_.pam_levels, tx.level_mismatch_ratio),
                .shaped = signals_.section->aggressors[i].type == AggressorType::fext};
  source.sent.assign(symbols_, 0);
  const double at_ui = static_cast<double>(phase) / response.grid.samples_per_symbol;
  for (std::size_t k = 0; k < receiver_.size(); ++k) {
    const double x = kPi * static_cast<double>(k) * response.grid.df_hz / response.symbol_rate_bd;
    source.path.push_back(static_cast<double>(samples_) * tx.amplitude_v *
                          response.aggressors[i][k] * receiver_[k] *
                          std::polar(sinc(x), x * (2.0 * at_ui - 1.0)));
  }
  sources_.push_back(std::move(source));
}

void ReceivedStream::draw(std::size_t count) {
  const TransmitterSpec& tx = signals_.tx;
  for (Source& source : sources_) {
    shift_left(source.sent, count);
    draw_symbols(source.symbols, newest(source.sent, count), source.levels.size());
  }
  shift_left(tx_noise_, count);
  tx_gauss_.fill(newest(tx_noise_, count));
  const double tx_rms = field_ratio_from_db(-tx.snr_db);
  for (double& x : newest(tx_noise_, count)) x *= tx_rms;
  shift_left(shift_, count);
  jitter_gauss_.fill(newest(shift_, count));
  for (double& x : newest(shift_, count)) {
    x = x * tx.random_jitter_ui +
        ((jitter_sign_.next() & 1U) != 0 ? tx.dual_dirac_jitter_ui : -tx.dual_dirac_jitter_ui);
  }
  shift_left(noise_, count * samples_);
  noise_gauss_.fill(newest(noise_, count * samples_));
  const double rms = options_.noise_factor *
                     std::sqrt(0.5 * signals_.rx.noise_v2_per_hz *
                               signals_.response.symbol_rate_bd * static_cast<double>(samples_));
  for (double& x : newest(noise_, count * samples_)) x *= rms;
}

std::vector<double> ReceivedStream::transmitted(const Source& source) const {
  std::vector<double> x(symbols_, 0.0);
  const std::vector<double> plain{1.0};
  const std::vector<double>& taps = source.shaped ? settings_.tx_ffe : plain;
  const int cursor = source.shaped ? settings_.tx_cursor : 0;
  const auto n = static_cast<std::ptrdiff_t>(symbols_);
  for (std::ptrdiff_t j = 0; j < static_cast<std::ptrdiff_t>(taps.size()); ++j) {
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const auto from = static_cast<std::size_t>((i + cursor - j + n) % n);
      x[static_cast<std::size_t>(i)] +=
          taps[static_cast<std::size_t>(j)] * source.levels[source.sent[from]];
    }
  }
  return x;
}

/// The spectrum of symbols repeats at every symbol rate.
void ReceivedStream::add_source(const std::vector<double>& x, const std::vector<cd>& path,
                                std::vector<cd>& sum) {
  std::vector<cd> spectrum(coarse_.spectrum_size());
  coarse_.forward(x, spectrum);
  for (std::size_t k = 0; k < path.size(); ++k) {
    const std::size_t q = k % symbols_;
    sum[k] += path[k] * (q < spectrum.size() ? spectrum[q] : std::conj(spectrum[symbols_ - q]));
  }
}

void ReceivedStream::make_samples() {
  std::vector<cd> sum(fine_.spectrum_size());
  fine_.forward(noise_, sum);
  for (std::size_t k = 0; k < sum.size(); ++k) {
    sum[k] = k < receiver_.size() ? sum[k] * receiver_[k] : cd{};
  }
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    std::vector<double> x = transmitted(sources_[i]);
    if (i == 0) {
      for (std::size_t n = 0; n < symbols_; ++n) x[n] += tx_noise_[n];
      std::vector<double> taken(symbols_);
      for (std::size_t n = 0; n < symbols_; ++n) {
        taken[n] = -(x[n] - x[n == 0 ? symbols_ - 1 : n - 1]) * shift_[n];
      }
      add_source(taken, edge_path_, sum);
    }
    add_source(x, sources_[i].path, sum);
  }
  fine_.inverse(sum, wave_);
}

Sampled ReceivedStream::at(double time_ui) {
  const auto size = static_cast<std::int64_t>(symbols_);
  const auto half = size / 2;
  while (time_ui >= static_cast<double>(first_ + size - kAhead)) {
    const std::int64_t step = size - half - kAhead;
    draw(static_cast<std::size_t>(step));
    first_ += step;
    make_samples();
  }
  ensure(time_ui >= static_cast<double>(first_ + half - kBack),
         "received stream: times go back by 16 UI at most");
  const auto m = static_cast<double>(samples_);
  Sampled out = sample_cubic(wave_, (time_ui - static_cast<double>(first_)) * m);
  out.slope *= m;
  return out;
}

std::uint8_t ReceivedStream::sent(std::int64_t n) const {
  ensure(n >= first_ && n < first_ + static_cast<std::int64_t>(symbols_),
         "received stream: a symbol of this window");
  return sources_[0].sent[static_cast<std::size_t>(n - first_)];
}

}  // namespace chappe
