#include "solve/sampling_instant.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {
namespace {

constexpr Window kRefineWindow{32, 480};
constexpr int kFinePre = 32;

/// d(edge)/dt by central difference of neighbouring samples, behind the receive FFE.
SymbolPulse edge_slope(const PulseBank& bank, const Equalised& slicer, std::size_t sample,
                       const Window& window) {
  const int m = bank.samples_per_symbol;
  const std::size_t period = bank.edge.size();
  SymbolPulse slope = sample_record(bank.edge, m, (sample + 1) % period, window);
  const SymbolPulse before = sample_record(bank.edge, m, (sample + period - 1) % period, window);
  for (std::size_t i = 0; i < slope.v.size(); ++i)
    slope.v[i] = 0.5 * m * (slope.v[i] - before.v[i]);
  return filter_symbols(slope, slicer.rx_ffe, slicer.rx_cursor);
}

/// Figures at one setting and instant: `candidate.sample` and a fraction of a sample, -1/2 to 1/2.
SearchResult at_instant(const SectionSignals& signals, const PulseMaker& maker, double gain_db,
                        double lf_gain_db, const Candidate& candidate, double fraction) {
  SearchResult out;
  out.candidate = candidate;
  out.bank = maker.make(gain_db, lf_gain_db, true, fraction);
  // The whole record: a cable's first echo comes later than any fixed number of symbols.
  out.window = {kFinePre, static_cast<int>(signals.response.grid.record_symbols) - kFinePre - 1};
  const NoiseTerms noise = noise_terms(maker, out.bank, gain_db, lf_gain_db);
  out.at_slicer = evaluate(signals, out.bank, noise, candidate, out.window);
  if (out.at_slicer.fom_db <= -1e8) {
    throw ModelError("section '" + signals.section->name +
                     "': these equaliser settings have no positive cursor");
  }
  out.at_slicer.edge_slope = edge_slope(out.bank, out.at_slicer, candidate.sample, out.window);
  out.settings.tx_ffe = candidate.tx_ffe;
  out.settings.tx_cursor = candidate.tx_cursor;
  out.settings.ctle_gain_db = gain_db;
  out.settings.ctle_lf_gain_db = lf_gain_db;
  out.settings.rx_ffe = out.at_slicer.rx_ffe;
  out.settings.rx_cursor = out.at_slicer.rx_cursor;
  out.settings.dfe = out.at_slicer.dfe;
  out.settings.sampling_time_s =
      (static_cast<double>(candidate.sample) + fraction) /
      (signals.response.grid.samples_per_symbol * signals.response.symbol_rate_bd);
  return out;
}

}  // namespace

SearchResult refine_instant(const SectionSignals& signals, double gain_db, double lf_gain_db,
                            const Candidate& coarse) {
  const int fine = signals.response.grid.samples_per_symbol;
  const int reach = fine / kCoarseSamples;
  const PulseMaker maker(signals, fine, noise_lags(signals));
  const PulseBank bank = maker.make(gain_db, lf_gain_db, false);
  const NoiseTerms noise = noise_terms(maker, bank, gain_db, lf_gain_db);
  const auto period = static_cast<std::ptrdiff_t>(bank.victim.size());
  std::vector<double> merit;
  std::vector<Candidate> trials;
  for (int shift = -reach; shift <= reach; ++shift) {
    const auto at = static_cast<std::ptrdiff_t>(coarse.sample) * (fine / kCoarseSamples) + shift;
    trials.push_back(coarse);
    trials.back().sample = static_cast<std::size_t>((at + period) % period);
    merit.push_back(evaluate(signals, bank, noise, trials.back(), kRefineWindow).fom_db);
  }
  const auto best =
      static_cast<std::size_t>(std::max_element(merit.begin(), merit.end()) - merit.begin());
  double fraction = 0.0;
  if (best > 0 && best + 1 < merit.size()) {
    const double bend = merit[best - 1] - 2.0 * merit[best] + merit[best + 1];
    if (bend < 0.0) fraction = 0.5 * (merit[best - 1] - merit[best + 1]) / bend;
  }
  SearchResult out = at_instant(signals, maker, gain_db, lf_gain_db, trials[best],
                                std::clamp(fraction, -0.5, 0.5));
  out.evaluated = static_cast<long>(merit.size()) + 1;
  return out;
}

SearchResult apply_settings(const SectionSignals& signals, const EqualiserSettings& settings) {
  Candidate candidate;
  candidate.tx_ffe = settings.tx_ffe;
  candidate.tx_cursor = settings.tx_cursor;
  const int fine = signals.response.grid.samples_per_symbol;
  const double sample = settings.sampling_time_s * signals.response.symbol_rate_bd * fine;
  candidate.sample = static_cast<std::size_t>(std::llround(sample));
  const PulseMaker maker(signals, fine, noise_lags(signals));
  return at_instant(signals, maker, settings.ctle_gain_db, settings.ctle_lf_gain_db, candidate,
                    sample - static_cast<double>(candidate.sample));
}

}  // namespace chappe
