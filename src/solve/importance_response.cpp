#include "solve/importance_response.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"

namespace chappe {
namespace {

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

double mean_square(const std::vector<double>& v) {
  return square_sum(v) / static_cast<double>(v.size());
}

std::vector<double> on_ring(const SymbolPulse& pulse, std::size_t symbols, double scale) {
  std::vector<double> out(symbols, 0.0);
  for (std::size_t i = 0; i < pulse.v.size(); ++i) {
    out[(i + symbols - pulse.cursor) % symbols] += scale * pulse.v[i];
  }
  return out;
}

}  // namespace

std::vector<double> ring_fir(const std::vector<double>& in, const std::vector<double>& taps,
                             int cursor) {
  const std::size_t n = in.size();
  std::vector<double> out(n, 0.0);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const std::size_t late = (i + n - static_cast<std::size_t>(cursor)) % n;
    for (std::size_t t = 0; t < n - late; ++t) out[t + late] += taps[i] * in[t];
    for (std::size_t t = n - late; t < n; ++t) out[t + late - n] += taps[i] * in[t];
  }
  return out;
}

SlicerRings slicer_rings(const WaveformPlan& plan, const SearchResult& search) {
  const SectionSignals& signals = *plan.signals;
  const EqualiserSettings& set = plan.settings;
  SlicerRings out;
  out.isi = on_ring(search.at_slicer.residual, plan.symbols, 1.0);
  const SymbolPulse bare =
      filter_symbols(sample_record(search.bank.victim, search.bank.samples_per_symbol,
                                   search.candidate.sample, search.window),
                     set.rx_ffe, set.rx_cursor);
  out.tx_noise = on_ring(bare, plan.symbols, field_ratio_from_db(-signals.tx.snr_db));
  out.edge = on_ring(search.at_slicer.edge, plan.symbols, 1.0);
  double before = 0.0, steps = 0.0;
  for (const double tap : set.tx_ffe) {
    steps += (tap - before) * (tap - before);
    before = tap;
  }
  out.step_square = (steps + before * before) * mean_square(plan.levels);
  for (const CrosstalkPlan& from : plan.aggressors) {
    out.crosstalk.emplace_back();
    for (const std::vector<cd>& response : from.at_phase) {
      std::vector<double> ring(plan.symbols);
      plan.coarse.inverse(response, ring);
      if (from.fext) ring = ring_fir(ring, set.tx_ffe, set.tx_cursor);
      out.crosstalk.back().push_back(ring_fir(ring, set.rx_ffe, set.rx_cursor));
    }
  }
  return out;
}

std::vector<double> slicer_autocovariance(const WaveformPlan& wave, const SlicerRings& rings,
                                          std::vector<cd> power) {
  std::vector<cd> spectrum(power.size());
  const auto add = [&](const std::vector<double>& ring, double variance) {
    wave.coarse.forward(ring, spectrum);
    for (std::size_t q = 0; q < power.size(); ++q) power[q] += variance * std::norm(spectrum[q]);
  };
  const TransmitterSpec& tx = wave.signals->tx;
  add(rings.isi, mean_square(wave.levels));
  add(rings.tx_noise, 1.0);
  add(rings.edge, rings.step_square *
                      (std::pow(tx.random_jitter_ui, 2) + std::pow(tx.dual_dirac_jitter_ui, 2)));
  for (std::size_t i = 0; i < rings.crosstalk.size(); ++i) {
    const auto phases = static_cast<double>(rings.crosstalk[i].size());
    for (const auto& ring : rings.crosstalk[i]) {
      add(ring, mean_square(wave.aggressors[i].levels) / phases);
    }
  }
  std::vector<double> out(wave.symbols);
  wave.coarse.inverse(power, out);
  return out;
}

Lags near_lags(const std::vector<double>& ring, double least, std::size_t most_lags) {
  const auto n = static_cast<std::ptrdiff_t>(ring.size());
  const auto at = [&](std::ptrdiff_t lag) { return ring[static_cast<std::size_t>((lag + n) % n)]; };
  const auto peak = std::max_element(ring.begin(), ring.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); }) -
                    ring.begin();
  const auto most = static_cast<std::ptrdiff_t>(most_lags);
  std::ptrdiff_t first = peak - most / 4, last = first + most - 1;
  while (first < last && std::abs(at(first)) < least) ++first;
  while (last >= first && std::abs(at(last)) < least) --last;
  Lags out;
  out.first = first > n / 2 ? first - n : first;
  for (std::ptrdiff_t lag = first; lag <= last; ++lag) out.v.push_back(at(lag));
  return out;
}

}  // namespace chappe
