#pragma once
// PAM4 waveforms with known properties.
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <numbers>
#include <span>
#include <vector>

#include "base/rng.hpp"
#include "math/fft.hpp"
#include "math/filters.hpp"
#include "solve/measure/pattern_wave.hpp"

namespace chappe::testing {

inline constexpr std::array<double, 4> kEvenLevels{0.5, 0.5 + 1.0 / 3.0, 0.5 + 2.0 / 3.0, 1.5};

/// H at f over the symbol rate.
using Transfer = std::function<cd(double)>;

inline Transfer receiver_filter() {
  return [filter = BesselThomson4(0.5)](double f) { return filter(f); };
}
/// Gaussian low-pass with its 3 dB point at `bandwidth` over the symbol rate, behind the filter.
inline Transfer slow_transmitter(double bandwidth) {
  return [=, filter = BesselThomson4(0.5)](double f) {
    return filter(f) * std::exp(-0.5 * std::numbers::ln2 * f * f / (bandwidth * bandwidth));
  };
}

/// Symbols held for one UI each, behind `transfer`, exactly: N = symbols x per_symbol samples of
/// the sum of all harmonics below half the sampling rate. Symbol n fills n to n+1 UI.
inline std::vector<double> filtered_pam4(std::span<const std::uint8_t> symbols,
                                         const std::array<double, 4>& levels,
                                         std::size_t per_symbol, const Transfer& transfer) {
  const std::size_t p = symbols.size();
  std::vector<double> amplitudes(p);
  for (std::size_t n = 0; n < p; ++n) amplitudes[n] = levels[symbols[n]];
  const RealFft symbol_fft(p), fft(p * per_symbol);
  std::vector<cd> lines(symbol_fft.spectrum_size()), spectrum(fft.spectrum_size());
  symbol_fft.forward(amplitudes, lines);
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const std::size_t folded = k % p;
    const cd line = folded < lines.size() ? lines[folded] : std::conj(lines[p - folded]);
    const double f = static_cast<double>(k) / static_cast<double>(p);
    const double x = std::numbers::pi * f;
    const cd held = k == 0 ? cd{1.0, 0.0} : std::polar(std::sin(x) / x, -x);
    spectrum[k] = static_cast<double>(per_symbol) * line * held * transfer(f);
  }
  std::vector<double> samples(fft.size());
  fft.inverse(spectrum, samples);
  return samples;
}

/// The symbols held, without any filter.
inline std::vector<double> held_pam4(std::span<const std::uint8_t> symbols,
                                     const std::array<double, 4>& levels, std::size_t per_symbol) {
  std::vector<double> samples;
  for (const std::uint8_t s : symbols) samples.insert(samples.end(), per_symbol, levels[s]);
  return samples;
}

/// `periods` of the same wave at any number of samples a symbol, from `start_ui` on.
inline std::vector<double> sampled(const std::vector<double>& fine, std::size_t fine_per_symbol,
                                   double per_symbol, double periods, double start_ui = 0.0) {
  const std::size_t symbols = fine.size() / fine_per_symbol;
  const measure::PatternWave wave(fine, static_cast<double>(fine_per_symbol), symbols);
  const double length = periods * static_cast<double>(symbols) * per_symbol;
  std::vector<double> out(static_cast<std::size_t>(std::ceil(length - 1e-6)));
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = wave.at(start_ui + static_cast<double>(k) / per_symbol);
  }
  return out;
}

inline std::vector<std::uint8_t> random_symbols(std::size_t count, std::uint64_t seed) {
  Rng random({seed, 1});
  std::vector<std::uint8_t> symbols(count);
  for (std::uint8_t& s : symbols) s = static_cast<std::uint8_t>(random.below(4));
  return symbols;
}

inline void add_noise(std::vector<double>& samples, double sigma, std::uint64_t seed) {
  Rng random({seed, 2});
  for (double& sample : samples) sample += sigma * random.normal();
}

}  // namespace chappe::testing
