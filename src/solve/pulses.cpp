#include "solve/pulses.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"

namespace chappe {
void rotate(std::span<cd> x, double turn_rad) {
  const cd step = std::polar(1.0, turn_rad);
  cd here(1.0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    if (k % 64 == 0) here = std::polar(1.0, turn_rad * static_cast<double>(k));
    x[k] *= here;
    here *= step;
  }
}

std::vector<cd> folded(std::span<const cd> from, std::size_t symbols) {
  std::vector<cd> wrapped(symbols);
  for (std::size_t start = 0; start < from.size(); start += symbols) {
    const std::size_t count = std::min(symbols, from.size() - start);
    for (std::size_t q = 0; q < count; ++q) wrapped[q] += from[start + q];
  }
  // Each positive frequency has its conjugate at the negative one; 0 Hz stands alone.
  std::vector<cd> out(symbols / 2 + 1);
  for (std::size_t q = 0; q < out.size(); ++q) {
    out[q] = wrapped[q] + std::conj(wrapped[(symbols - q) % symbols]);
  }
  out[0] -= from.empty() ? cd{} : cd(from[0].real(), -from[0].imag());
  return out;
}

PulseMaker::PulseMaker(const SectionSignals& signals, int samples_per_symbol, int noise_lags)
    : PulseMaker(std::make_shared<const SectionSpectra>(signals, noise_lags), samples_per_symbol) {}

PulseMaker::PulseMaker(std::shared_ptr<const SectionSpectra> spectra, int samples_per_symbol)
    : spectra_(std::move(spectra)),
      samples_per_symbol_(samples_per_symbol),
      fft_(spectra_->signals().response.grid.record_symbols *
           static_cast<std::size_t>(samples_per_symbol)),
      used_(std::min(spectra_->size(), fft_.spectrum_size())) {
  const ResponseGrid& grid = spectra_->signals().response.grid;
  ensure(grid.samples_per_symbol % samples_per_symbol == 0, "samples a symbol divide the grid's");
}

std::vector<double> PulseMaker::transform(const std::vector<cd>& spectrum) const {
  std::vector<double> samples(fft_.size());
  fft_.inverse(spectrum, samples);
  for (double& sample : samples) sample *= samples_per_symbol_;  // fs T of the inverse transform
  return samples;
}

PulseBank PulseMaker::make(double ctle_gain_db, double ctle_lf_gain_db, bool with_aggressors,
                           double advance) const {
  const CtleSetting setting{ctle_gain_db, ctle_lf_gain_db};
  const std::vector<cd> ctle = spectra_->ctle(setting);
  std::vector<cd> spectrum(fft_.spectrum_size());
  PulseBank bank;
  bank.samples_per_symbol = samples_per_symbol_;
  for (std::size_t k = 0; k < used_; ++k) spectrum[k] = spectra_->edge()[k] * ctle[k];
  if (advance != 0.0) {
    rotate({spectrum.data(), used_}, 2.0 * kPi * advance / static_cast<double>(fft_.size()));
  }
  bank.edge = transform(spectrum);
  for (std::size_t k = 0; k < used_; ++k) spectrum[k] *= spectra_->hold()[k];
  bank.victim = transform(spectrum);
  if (with_aggressors) bank.aggressors = aggressors(setting);
  bank.noise = spectra_->noise(setting);
  return bank;
}

std::vector<std::vector<double>> PulseMaker::aggressors(const CtleSetting& setting) const {
  const std::vector<cd> ctle = spectra_->ctle(setting);
  std::vector<cd> spectrum(fft_.spectrum_size());
  std::vector<std::vector<double>> out;
  for (const auto& base : spectra_->aggressors()) {
    for (std::size_t k = 0; k < used_; ++k) spectrum[k] = base[k] * ctle[k];
    out.push_back(transform(spectrum));
  }
  return out;
}

SymbolSampler::SymbolSampler(const SectionSpectra& spectra, const CtleSetting& setting)
    : symbols_(spectra.signals().response.grid.record_symbols), fft_(symbols_) {
  edge_ = spectra.ctle(setting);
  victim_.resize(edge_.size());
  for (std::size_t k = 0; k < edge_.size(); ++k) {
    edge_[k] *= spectra.edge()[k];
    victim_[k] = edge_[k] * spectra.hold()[k];
  }
}

SymbolSampler::Records SymbolSampler::at(double instant_ui) const {
  // Whole symbols are a shift of the record: only the fraction turns the spectra.
  const double whole = std::floor(instant_ui);
  const double turn = 2.0 * kPi * (instant_ui - whole) / static_cast<double>(symbols_);
  const auto n = static_cast<std::ptrdiff_t>(symbols_);
  const std::ptrdiff_t shift = ((static_cast<std::ptrdiff_t>(whole) % n) + n) % n;
  const auto record = [&](const std::vector<cd>& spectrum) {
    std::vector<cd> turned = spectrum;
    rotate(turned, turn);
    std::vector<double> out(symbols_);
    fft_.inverse(folded(turned, symbols_), out);
    std::rotate(out.begin(), out.begin() + shift, out.end());
    return out;
  };
  return {record(victim_), record(edge_)};
}

double unequalised_peak_v(const SectionSignals& signals) {
  constexpr int kCoarse = 8;  // samples a symbol at which the peak is looked for
  const ResponseGrid& grid = signals.response.grid;
  const RealFft fft(grid.record_symbols * kCoarse);
  std::vector<cd> spectrum(fft.spectrum_size());
  std::size_t used = 0;
  const ReceiverFilter receiver(signals.rx);
  std::vector<cd> whole(signals.response.victim.size());
  for (std::size_t k = 0; k < whole.size(); ++k) {
    if (signals.response.victim[k] == cd{}) continue;
    const double f_hz = static_cast<double>(k) * grid.df_hz;
    const double x = kPi * f_hz / signals.response.symbol_rate_bd;
    const double sine = std::sin(x), cosine = std::cos(x), sinc = k == 0 ? 1.0 : sine / x;
    whole[k] = signals.tx.amplitude_v * signals.response.victim[k] * receiver(f_hz) *
               cd(sinc * cosine, -sinc * sine);
    used = k + 1;
  }
  whole.resize(used);
  std::copy_n(whole.begin(), std::min(used, spectrum.size()), spectrum.begin());
  std::vector<double> pulse(fft.size());
  fft.inverse(spectrum, pulse);
  const auto at = std::max_element(pulse.begin(), pulse.end()) - pulse.begin();
  // Full resolution next to it, by the sum of the spectrum itself.
  const int fine = grid.samples_per_symbol / kCoarse;
  const double period = static_cast<double>(grid.record_symbols) * grid.samples_per_symbol;
  rotate(whole, 2.0 * kPi * static_cast<double>(at * fine - fine) / period);
  double peak = 0.0;
  for (int shift = -fine; shift <= fine; ++shift) {
    double sum = whole.empty() ? 0.0 : -0.5 * whole[0].real();
    for (const cd x : whole) sum += x.real();
    peak = std::max(peak, 2.0 * sum / static_cast<double>(grid.record_symbols));
    rotate(whole, 2.0 * kPi / period);
  }
  return peak;
}

}  // namespace chappe
