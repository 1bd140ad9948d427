#include "solve/shared_jitter.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/constants.hpp"
#include "base/units.hpp"

namespace chappe {
namespace {

constexpr int kSinusoidNodes = 8;
constexpr double kFastest = 1.0 / 500.0;  // of the symbol rate

/// Lagrange weights of the samples -2 to 3 at t in [0, 1).
std::array<double, 6> sample_weights(double t) {
  std::array<double, 6> out{};
  for (int i = 0; i < 6; ++i) {
    double weight = 1.0;
    for (int k = 0; k < 6; ++k) {
      if (k != i) weight *= (t - (k - 2)) / (i - k);
    }
    out[static_cast<std::size_t>(i)] = weight;
  }
  return out;
}

/// sample_record at an instant between samples.
SymbolPulse sample_between(const std::vector<double>& period, int samples_per_symbol,
                           double position, const Window& window) {
  const auto n = static_cast<double>(period.size());
  position -= n * std::floor(position / n);
  const double base = std::floor(position);
  const auto weights = sample_weights(position - base);
  SymbolPulse out;
  for (int i = 0; i < 6; ++i) {
    const double weight = weights[static_cast<std::size_t>(i)];
    if (weight == 0.0) continue;
    const auto sample = static_cast<std::size_t>(base + n) + static_cast<std::size_t>(i) - 2;
    const SymbolPulse here =
        sample_record(period, samples_per_symbol, sample % period.size(), window);
    if (out.v.empty()) out = {std::vector<double>(here.v.size(), 0.0), here.cursor};
    for (std::size_t k = 0; k < here.v.size(); ++k) out.v[k] += weight * here.v[k];
  }
  return out;
}

/// Reads the responses of a search's bank behind the receive FFE.
class BankReader {
 public:
  explicit BankReader(const SearchResult& search) : search_(search) {
    ensure(!search.bank.victim.empty(), "other instants need a search that keeps its pulses");
  }

  SymbolPulse edge(double offset_ui) const { return read(search_.bank.edge, offset_ui); }
  SymbolPulse edge_slope(double offset_ui) const {
    const int m = search_.bank.samples_per_symbol;
    SymbolPulse out = edge(offset_ui + 1.0 / m);
    const SymbolPulse before = edge(offset_ui - 1.0 / m);
    for (std::size_t i = 0; i < out.v.size(); ++i) out.v[i] = 0.5 * m * (out.v[i] - before.v[i]);
    return out;
  }
  /// One symbol without transmit FFE, its first edge late and its second early by `late_ui`:
  /// S(t - d) - S(t - 1 + d) of the step response S, whose derivative is `edge`; Gauss-Legendre.
  SymbolPulse symbol(double offset_ui, double late_ui) const {
    SymbolPulse out = read(search_.bank.victim, offset_ui);
    if (late_ui == 0.0) return out;
    static constexpr std::array<double, 3> kNode{0.1127016653792583, 0.5, 0.8872983346207417};
    static constexpr std::array<double, 3> kWeight{5.0 / 18.0, 4.0 / 9.0, 5.0 / 18.0};
    for (std::size_t i = 0; i < kNode.size(); ++i) {
      const SymbolPulse first = edge(offset_ui - late_ui * kNode[i]);
      const SymbolPulse second = edge(offset_ui - 1.0 + late_ui * kNode[i]);
      for (std::size_t k = 0; k < out.v.size(); ++k) {
        out.v[k] -= late_ui * kWeight[i] * (first.v[k] + second.v[k]);
      }
    }
    return out;
  }

 private:
  SymbolPulse read(const std::vector<double>& period, double offset_ui) const {
    const int m = search_.bank.samples_per_symbol;
    const double position = static_cast<double>(search_.candidate.sample) + offset_ui * m;
    return filter_symbols(sample_between(period, m, position, search_.window),
                          search_.settings.rx_ffe, search_.settings.rx_cursor);
  }
  const SearchResult& search_;
};

/// Even ISI indices of one pulse, odd ones of the other.
SymbolPulse alternate(SymbolPulse even, const SymbolPulse& odd) {
  for (std::size_t i = (even.cursor + 1) % 2; i < even.v.size(); i += 2) even.v[i] = odd.v[i];
  return even;
}

}  // namespace

double sinusoidal_jitter_left_ui(const TransmitterSpec& tx, const ReceiverSpec& rx) {
  const double corner_hz = rx.clock_recovery_bandwidth_hz;
  if (corner_hz <= 0.0) return tx.sinusoidal_jitter_ui;
  return tx.sinusoidal_jitter_ui * tx.sinusoidal_jitter_hz /
         std::hypot(tx.sinusoidal_jitter_hz, corner_hz);
}

std::vector<Instant> shared_jitter_instants(const SectionSignals& signals, double offset_ui) {
  const double amplitude_ui = sinusoidal_jitter_left_ui(signals.tx, signals.rx);
  if (amplitude_ui > 0.0 &&
      signals.tx.sinusoidal_jitter_hz > kFastest * signals.response.symbol_rate_bd) {
    char text[160];
    std::snprintf(text, sizeof text,
                  "': sinusoidal_jitter_mhz = %.6g MHz is above 1/500 of the symbol rate, %.6g MHz",
                  signals.tx.sinusoidal_jitter_hz * 1e-6,
                  kFastest * signals.response.symbol_rate_bd * 1e-6);
    throw ModelError("section '" + signals.section->name + text);
  }
  const double middle = offset_ui + signals.rx.sampling_offset_ui;
  const int nodes = amplitude_ui > 0.0 ? kSinusoidNodes : 1;
  std::vector<Instant> out;
  for (int i = 0; i < nodes; ++i) {
    const double at = nodes == 1 ? 0.0 : std::cos((i + 0.5) * kPi / nodes);
    const double offset = middle + amplitude_ui * at;
    if (signals.tx.even_odd_jitter_ui > 0.0) {
      out.push_back({offset, 1});
      out.push_back({offset, -1});
    } else {
      out.push_back({offset, 0});
    }
  }
  return out;
}

Equalised slicer_at(const SectionSignals& signals, const SearchResult& search,
                    const Instant& instant) {
  Equalised out = search.at_slicer;
  const double late = 0.5 * signals.tx.even_odd_jitter_ui * instant.parity;
  const double offset = instant.offset_ui;
  if (offset == 0.0 && late == 0.0) return out;
  const BankReader bank(search);
  SymbolPulse bare = bank.symbol(offset, late);
  out.edge = bank.edge(offset - late);
  if (late != 0.0) {
    bare = alternate(std::move(bare), bank.symbol(offset, -late));
    out.edge = alternate(std::move(out.edge), bank.edge(offset + late));
  }
  if (!out.edge_slope.v.empty()) {
    out.edge_slope = bank.edge_slope(offset - late);
    if (late != 0.0) {
      out.edge_slope = alternate(std::move(out.edge_slope), bank.edge_slope(offset + late));
    }
  }
  const double power = std::inner_product(bare.v.begin(), bare.v.end(), bare.v.begin(), 0.0);
  out.sigma_tx_v = field_ratio_from_db(-signals.tx.snr_db) * std::sqrt(power);
  out.pulse = filter_symbols(bare, search.settings.tx_ffe, search.settings.tx_cursor);
  out.bare = std::move(bare);
  out.residual = out.pulse;
  out.residual.v[out.residual.cursor] -= out.cursor_v;
  for (std::size_t n = 0; n < out.dfe.size(); ++n) {
    const std::size_t at = out.residual.cursor + 1 + n;
    if (at < out.residual.v.size()) out.residual.v[at] -= out.cursor_v * out.dfe[n];
  }
  return out;
}

}  // namespace chappe
