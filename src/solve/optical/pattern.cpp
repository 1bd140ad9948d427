#include "solve/optical/pattern.hpp"

#include <bit>
#include <cmath>

#include "base/constants.hpp"
#include "math/fft.hpp"
#include "solve/ring.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

/// Bits of x^12 + x^11 + x^8 + x^6 + 1 or of its reciprocal x^12 + x^6 + x^4 + x + 1, both
/// primitive, begun at another place in each.
std::vector<std::uint8_t> binary_sequence(int number) {
  constexpr unsigned kOrder = 12, kMask = (1U << kOrder) - 1;
  const unsigned taps = number % 2 == 0 ? 0b1000'0010'1001U : 0b1100'1010'0000U;
  unsigned state = 1U + static_cast<unsigned>(number) * 577U % kMask;
  std::vector<std::uint8_t> bits;
  for (unsigned i = 0; i < kMask; ++i) {
    const unsigned bit = static_cast<unsigned>(std::popcount(state & taps)) & 1U;
    bits.push_back(static_cast<std::uint8_t>(bit));
    state = ((state << 1U) | bit) & kMask;
  }
  return bits;
}

/// Adds a symbol 0 to the longest run of them, of `run` on the ring.
void add_zero(std::vector<std::uint8_t>& ring, std::size_t run) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    std::size_t zeros = 0;
    while (zeros < run && ring[(i + zeros) % ring.size()] == 0) ++zeros;
    if (zeros == run) {
      ring.insert(ring.begin() + static_cast<std::ptrdiff_t>(i), 0);
      return;
    }
  }
}

std::vector<std::uint8_t> one_pattern(int levels, int number) {
  std::vector<std::uint8_t> out(kPatternSymbols);
  if (levels == 6) {
    Rng rng({0x6c696e6b, 1}, static_cast<std::uint64_t>(number));
    draw_symbols(rng, out, 6);
    return out;
  }
  const std::vector<std::uint8_t> bits = binary_sequence(number);
  if (levels == 2) {
    out = bits;
    add_zero(out, 11);
    return out;
  }
  out.clear();
  for (std::size_t i = 0; i < bits.size(); ++i) {
    const unsigned a = bits[2 * i % bits.size()], b = bits[(2 * i + 1) % bits.size()];
    out.push_back(static_cast<std::uint8_t>(2 * a + (a ^ b)));
  }
  add_zero(out, 5);
  return out;
}

/// Spectrum of a waveform that holds each symbol for T from its begin on: RealFft's scaling.
std::vector<cd> held_spectrum(const std::vector<double>& x, const OpticalGrid& grid) {
  const RealFft symbols(x.size());
  std::vector<cd> coarse(symbols.spectrum_size());
  symbols.forward(x, coarse);
  std::vector<cd> out(grid.half());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const std::size_t q = k % x.size();
    const cd value = q < coarse.size() ? coarse[q] : std::conj(coarse[x.size() - q]);
    const double angle = kPi * static_cast<double>(k) / static_cast<double>(x.size());
    const double sinc = k == 0 ? 1.0 : std::sin(angle) / angle;
    out[k] = value * std::polar(sinc * grid.samples_per_symbol, -angle);
  }
  return out;
}

void multiply(std::vector<cd>& product, const std::vector<cd>& factor) {
  for (std::size_t k = 0; k < factor.size(); ++k) product[k] *= factor[k];
}

/// The modulator's field, from the spectrum of what reaches its filter.
std::vector<cd> modulated(const OpticalChain& chain, const std::vector<double>& v) {
  std::vector<cd> out(v.size());
  chain.drive.back().map->values(v, out);
  return out;
}

std::vector<cd> lased(const OpticalChain& chain, std::vector<cd> spectrum) {
  const RealFft fft(chain.grid.samples());
  multiply(spectrum, chain.ahead_of_laser);
  std::vector<double> v(fft.size());
  fft.inverse(spectrum, v);
  Waveform in;
  in.sample_rate_hz = 1.0 / chain.grid.sample_s();
  in.samples.assign(v.begin(), v.end());
  return chain.laser->run(in, chain.at, nullptr).samples;
}

}  // namespace

std::vector<std::uint8_t> covering_pattern(int levels, std::size_t symbols, int first) {
  std::vector<std::uint8_t> out;
  for (int number = first; out.size() < symbols; ++number) {
    const std::vector<std::uint8_t> one = one_pattern(levels, number);
    out.insert(out.end(), one.begin(), one.end());
  }
  ensure(out.size() == symbols, "a record holds whole patterns");
  return out;
}

std::vector<cd> through_field(const std::vector<cd>& field, const std::vector<cd>& transfer) {
  if (transfer.empty()) return field;
  const ComplexFft fft(field.size());
  std::vector<cd> spectrum(field.size()), out(field.size());
  fft.forward(field, spectrum);
  multiply(spectrum, transfer);
  fft.inverse(spectrum, out);
  return out;
}

std::vector<double> sent_levels(const OpticalChain& chain, std::span<const std::uint8_t> symbols,
                                const std::vector<double>& tx_ffe, int tx_cursor) {
  const auto levels = transmitted_levels(chain.pam_levels, chain.tx.level_mismatch_ratio);
  std::vector<double> x(symbols.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = levels[symbols[i]];
  return ring_filter(x, tx_ffe, tx_cursor);
}

PatternRun run_pattern(const OpticalChain& chain, std::vector<std::uint8_t> symbols,
                       const std::vector<double>& tx_ffe, int tx_cursor) {
  PatternRun out;
  std::vector<double> x = sent_levels(chain, symbols, tx_ffe, tx_cursor);
  for (double& level : x) level *= chain.tx.amplitude_v;
  out.symbols = std::move(symbols);
  std::vector<cd> spectrum = held_spectrum(x, chain.grid);
  const RealFft fft(chain.grid.samples());
  std::vector<double> v(fft.size());
  for (std::size_t i = 0; i < chain.drive.size(); ++i) {
    const DriveStage& stage = chain.drive[i];
    const bool last = i + 1 == chain.drive.size();
    if (last && chain.laser != nullptr) out.launched = lased(chain, spectrum);
    multiply(spectrum, stage.filter);
    fft.inverse(spectrum, v);
    out.stage_v.push_back(v);
    if (last) break;
    if (stage.map) stage.map->real_values(v, v);
    fft.forward(v, spectrum);
  }
  if (chain.laser == nullptr) out.launched = modulated(chain, v);
  out.field = through_field(out.launched, chain.field);
  out.current_a.resize(v.size());
  const double scale = chain.power_w * chain.gain() * chain.responsivity_a_per_w;
  for (std::size_t i = 0; i < v.size(); ++i) out.current_a[i] = scale * std::norm(out.field[i]);
  fft.forward(out.current_a, spectrum);
  multiply(spectrum, chain.intensity);
  if (!chain.intensity.empty()) fft.inverse(spectrum, out.current_a);
  multiply(spectrum, chain.post);
  out.received = std::move(spectrum);
  return out;
}

}  // namespace chappe
