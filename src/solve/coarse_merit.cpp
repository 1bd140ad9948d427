#include "solve/coarse_merit.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "solve/adc.hpp"

namespace chappe {
namespace {

constexpr std::ptrdiff_t kBefore = kCoarseWindow.pre + kCoarseDrift_ui + 1;
constexpr std::ptrdiff_t kKept = kBefore + 1 + kCoarseWindow.post + kCoarseDrift_ui + 1;
constexpr std::size_t kSymbols = kCoarseWindow.pre + 1 + kCoarseWindow.post;

/// Four sums side by side, in a fixed order.
double square_sum(const double* v, std::size_t n) {
  std::array<double, 4> sum{};
  std::size_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) sum[j] += v[i + j] * v[i + j];
  }
  for (; i < n; ++i) sum[0] += v[i] * v[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

SymbolPulse pulse_of(const double* v) {
  return {std::vector<double>(v, v + kSymbols), static_cast<std::size_t>(kCoarseWindow.pre)};
}

}  // namespace

CoarseMerit::CoarseMerit(std::shared_ptr<const SectionSpectra> spectra)
    : spectra_(std::move(spectra)),
      samples_(kCoarseSamples),
      period_(samples_ *
              static_cast<std::ptrdiff_t>(spectra_->signals().response.grid.record_symbols)) {
  const SectionSignals& signals = spectra_->signals();
  rms2_ = std::pow(symbol_rms(signals.pam_levels), 2);
  tx2_ = std::pow(field_ratio_from_db(-signals.tx.snr_db), 2);
  jitter2_ =
      std::pow(signals.tx.random_jitter_ui, 2) + std::pow(signals.tx.dual_dirac_jitter_ui, 2);
  pulse_.resize(kSymbols);

  const RealFft fft(static_cast<std::size_t>(period_));
  const std::size_t used = std::min(spectra_->size(), fft.spectrum_size());
  std::vector<cd> edge(spectra_->edge().begin(),
                       spectra_->edge().begin() + static_cast<std::ptrdiff_t>(used));
  std::vector<cd> spectrum(fft.spectrum_size());
  std::vector<double> record(static_cast<std::size_t>(period_));
  const auto transform = [&] {
    fft.inverse(spectrum, record);
    for (double& sample : record) sample *= static_cast<double>(samples_);
  };
  const auto add = [&](std::size_t j) {
    for (std::size_t k = 0; k < used; ++k) spectrum[k] = edge[k] * spectra_->hold()[k];
    transform();
    if (j == 0) {
      const auto peak = std::max_element(record.begin(), record.end()) - record.begin();
      first_ = (peak - kBefore * samples_) % period_;
      if (first_ < 0) first_ += period_;
    }
    victim_[j] = kept(record);
    std::copy(edge.begin(), edge.end(), spectrum.begin());
    transform();
    edge_[j] = kept(record);
  };
  const auto times = [&](const std::vector<cd>& factor) {
    for (std::size_t k = 0; k < used; ++k) edge[k] *= factor[k];
  };
  add(0);
  times(spectra_->low_gain());
  add(1);
  times(spectra_->low_lf_gain());
  add(3);
  std::copy_n(spectra_->edge().begin(), used, edge.begin());
  times(spectra_->low_lf_gain());
  add(2);
}

CoarseMerit::CoarseMerit(const CoarseMerit& coarse, int ratio) : CoarseMerit(coarse) {
  samples_ *= ratio;
  period_ *= ratio;
  first_ *= ratio;
  for (Pulses* pulses : {&victim_, &edge_}) {
    for (std::vector<double>& pulse : *pulses) pulse = finer(pulse, ratio);
  }
}

/// @param pulse  kept samples, [phase][symbol], 0 beyond; the same order comes back
std::vector<double> CoarseMerit::finer(const std::vector<double>& pulse, int ratio) const {
  constexpr int kHalf = 12;  // samples on either side
  const std::ptrdiff_t coarse = samples_ / ratio, count = coarse * kKept;
  std::vector<double> in_order(static_cast<std::size_t>(count + 2 * kHalf), 0.0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    in_order[static_cast<std::size_t>(i + kHalf)] =
        pulse[static_cast<std::size_t>(i % coarse * kKept + i / coarse)];
  }
  std::vector<double> out(static_cast<std::size_t>(samples_ * kKept));
  for (int r = 0; r < ratio; ++r) {
    std::array<double, 2 * kHalf> weight{};
    for (int m = 0; m < 2 * kHalf; ++m) {
      const double t = static_cast<double>(m - kHalf + 1) - static_cast<double>(r) / ratio;
      const double sinc = t == 0.0 ? 1.0 : std::sin(kPi * t) / (kPi * t);
      weight[static_cast<std::size_t>(m)] = sinc * std::pow(std::cos(0.5 * kPi * t / kHalf), 2);
    }
    for (std::ptrdiff_t i = 0; i < count; ++i) {
      const double* x = &in_order[static_cast<std::size_t>(i + 1)];
      double sum = 0.0;
      for (std::size_t m = 0; m < weight.size(); ++m) sum += weight[m] * x[m];
      const std::ptrdiff_t at = i * ratio + r;
      out[static_cast<std::size_t>(at % samples_ * kKept + at / samples_)] = sum;
    }
  }
  return out;
}

std::vector<double> CoarseMerit::kept(const std::vector<double>& record) const {
  std::vector<double> out(static_cast<std::size_t>(samples_ * kKept));
  for (std::ptrdiff_t i = 0; i < samples_ * kKept; ++i) {
    const std::ptrdiff_t to = i % samples_ * kKept + i / samples_;
    out[static_cast<std::size_t>(to)] = record[static_cast<std::size_t>((first_ + i) % period_)];
  }
  return out;
}

CoarseBank CoarseMerit::bank(const CtleSetting& setting) const {
  const double less = 1.0 - field_ratio_from_db(setting.gain_db);
  const double lf_less = 1.0 - field_ratio_from_db(setting.lf_gain_db);
  const auto sum = [&](const Pulses& of) {
    std::vector<double> out(of[0].size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = (of[0][i] - less * of[1][i]) - lf_less * (of[2][i] - less * of[3][i]);
    }
    return out;
  };
  CoarseBank out{
      sum(victim_), sum(edge_), {spectra_->noise(setting), spectra_->crosstalk(setting)}, 0};
  std::ptrdiff_t best = 0;
  const auto at = [&](std::ptrdiff_t i) {
    return out.victim[static_cast<std::size_t>(i % samples_ * kKept + i / samples_)];
  };
  for (std::ptrdiff_t i = 1; i < samples_ * kKept; ++i) {
    if (at(i) > at(best)) best = i;
  }
  out.peak = (first_ + best) % period_;
  return out;
}

double CoarseMerit::fom_db(const CoarseBank& bank, const Candidate& candidate) {
  const std::ptrdiff_t offset =
      (static_cast<std::ptrdiff_t>(candidate.sample) - first_ + period_) % period_;
  const std::ptrdiff_t symbol = offset / samples_ - kCoarseWindow.pre;
  if (symbol < 0 || symbol + static_cast<std::ptrdiff_t>(kSymbols) > kKept) return -1e9;
  const auto at = static_cast<std::size_t>(offset % samples_ * kKept + symbol);
  const double* bare = bank.victim.data() + at;
  const double* edge = bank.edge.data() + at;
  const ReceiverSpec& rx = spectra_->signals().rx;
  if (rx.ffe_pre + rx.ffe_post == 0) return plain_fom_db(bare, edge, bank.noise, candidate);
  return equalise(spectra_->signals(), pulse_of(bare), pulse_of(edge), bank.noise, candidate)
      .fom_db;
}

double CoarseMerit::crosstalk_power(const NoiseTerms& noise, const Candidate& candidate) const {
  const std::vector<Aggressor>& aggressors = spectra_->signals().section->aggressors;
  double power = 0.0;
  for (std::size_t i = 0; i < noise.crosstalk.size(); ++i) {
    power += aggressors[i].type == AggressorType::fext
                 ? correlation_behind(noise.crosstalk[i], candidate.tx_ffe, 0)
                 : noise.crosstalk[i][0];
  }
  return rms2_ * power;
}

double CoarseMerit::plain_fom_db(const double* bare, const double* edge, const NoiseTerms& noise,
                                 const Candidate& candidate) {
  constexpr auto kCursor = static_cast<std::size_t>(kCoarseWindow.pre);
  const SectionSignals& signals = spectra_->signals();
  // The transmit FFE; beyond the window the pulse is taken as 0, as `evaluate` does.
  std::fill(pulse_.begin(), pulse_.end(), 0.0);
  for (std::size_t k = 0; k < candidate.tx_ffe.size(); ++k) {
    const double tap = candidate.tx_ffe[k];
    const std::ptrdiff_t shift = static_cast<std::ptrdiff_t>(k) - candidate.tx_cursor;
    const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, -shift));
    const auto to = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, shift));
    const std::size_t count = kSymbols - std::min(kSymbols, from + to);
    double* out = pulse_.data() + to;
    const double* in = bare + from;
    for (std::size_t i = 0; i < count; ++i) out[i] += tap * in[i];
  }
  const double cursor = pulse_[kCursor];
  if (cursor <= 0.0) return -1e9;
  const double adc_step = signals.rx.adc_bits == 0
                              ? 0.0
                              : adc_step_v(signals.rx, rms2_ * square_sum(pulse_.data(), kSymbols));
  pulse_[kCursor] = 0.0;
  for (std::size_t n = 0; n < signals.rx.dfe.size() && kCursor + 1 + n < kSymbols; ++n) {
    double& after = pulse_[kCursor + 1 + n];
    after -= cursor * std::clamp(after / cursor, signals.rx.dfe[n].low, signals.rx.dfe[n].high);
  }
  const double total2 =
      rms2_ * square_sum(pulse_.data(), kSymbols) + std::max(0.0, noise.receiver[0]) +
      tx2_ * square_sum(bare, kSymbols) +
      jitter2_ * rms2_ * edge_gain_squared(candidate.tx_ffe) * square_sum(edge, kSymbols) +
      std::max(0.0, crosstalk_power(noise, candidate)) + adc_step * adc_step / 12.0;
  const double available = signals.tx.level_mismatch_ratio * cursor / (signals.pam_levels - 1);
  return total2 > 0.0 ? std::min(400.0, 20.0 * std::log10(available / std::sqrt(total2))) : 400.0;
}

}  // namespace chappe
