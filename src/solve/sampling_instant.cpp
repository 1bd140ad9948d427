#include "solve/sampling_instant.hpp"

#include <algorithm>
#include <cmath>

#include "solve/coarse_merit.hpp"

namespace chappe {
namespace {

constexpr Window kRefineWindow{32, 480};
constexpr int kFinePre = 32;

/// Figures of one CTLE setting at any instant.
class InstantFigures {
 public:
  InstantFigures(std::shared_ptr<const SectionSpectra> spectra, const CtleSetting& setting)
      : spectra_(std::move(spectra)),
        setting_(setting),
        noise_{spectra_->noise(setting), spectra_->crosstalk(setting)},
        sampler_(*spectra_, setting) {}

  const SectionSignals& signals() const { return spectra_->signals(); }
  int fine() const { return signals().response.grid.samples_per_symbol; }

  /// @param sample  of the full resolution
  double merit(const Candidate& candidate, double sample) const {
    return at(candidate, sample, kRefineWindow).fom_db;
  }
  /// `candidate.sample` and a fraction of a sample, -1/2 to 1/2.
  SearchResult result(const Candidate& candidate, double fraction, bool with_pulses) const;

 private:
  Equalised at(const Candidate& candidate, double sample, const Window& window) const {
    const SymbolSampler::Records records = sampler_.at(sample / fine());
    return equalise(signals(), sample_record(records.victim, 1, 0, window),
                    sample_record(records.edge, 1, 0, window), noise_, candidate);
  }
  SymbolPulse edge_slope(const Equalised& slicer, double sample, const Window& window) const;

  std::shared_ptr<const SectionSpectra> spectra_;
  CtleSetting setting_;
  NoiseTerms noise_;
  SymbolSampler sampler_;
};

/// d(edge)/dt by central difference of neighbouring samples, behind the receive FFE.
SymbolPulse InstantFigures::edge_slope(const Equalised& slicer, double sample,
                                       const Window& window) const {
  const auto edge_at = [&](double here) {
    return sample_record(sampler_.at(here / fine()).edge, 1, 0, window);
  };
  SymbolPulse slope = edge_at(sample + 1.0);
  const SymbolPulse before = edge_at(sample - 1.0);
  for (std::size_t i = 0; i < slope.v.size(); ++i)
    slope.v[i] = 0.5 * fine() * (slope.v[i] - before.v[i]);
  return filter_symbols(slope, slicer.rx_ffe, slicer.rx_cursor);
}

SearchResult InstantFigures::result(const Candidate& candidate, double fraction,
                                    bool with_pulses) const {
  SearchResult out;
  out.candidate = candidate;
  out.bank.samples_per_symbol = fine();
  if (with_pulses) {
    out.bank =
        PulseMaker(spectra_, fine()).make(setting_.gain_db, setting_.lf_gain_db, true, fraction);
  } else if (!spectra_->aggressors().empty()) {
    out.bank.aggressors = PulseMaker(spectra_, fine()).aggressors(setting_);
  }
  out.bank.noise = noise_.receiver;
  // The whole record: a cable's first echo comes later than any fixed number of symbols.
  out.window = {kFinePre, static_cast<int>(signals().response.grid.record_symbols) - kFinePre - 1};
  const double sample = static_cast<double>(candidate.sample) + fraction;
  out.at_slicer = at(candidate, sample, out.window);
  if (out.at_slicer.fom_db <= -1e8) {
    throw ModelError("section '" + signals().section->name +
                     "': these equaliser settings have no positive cursor");
  }
  out.at_slicer.edge_slope = edge_slope(out.at_slicer, sample, out.window);
  out.settings.tx_ffe = candidate.tx_ffe;
  out.settings.tx_cursor = candidate.tx_cursor;
  out.settings.ctle_gain_db = setting_.gain_db;
  out.settings.ctle_lf_gain_db = setting_.lf_gain_db;
  out.settings.rx_ffe = out.at_slicer.rx_ffe;
  out.settings.rx_cursor = out.at_slicer.rx_cursor;
  out.settings.dfe = out.at_slicer.dfe;
  out.settings.sampling_time_s = sample / (fine() * signals().response.symbol_rate_bd);
  return out;
}

}  // namespace

SearchResult refine_instant(const std::shared_ptr<const SectionSpectra>& spectra,
                            const CtleSetting& setting, const Candidate& coarse,
                            int samples_per_symbol, bool with_pulses) {
  const InstantFigures figures(spectra, setting);
  const int fine = figures.fine();
  const int reach = fine / samples_per_symbol;
  const auto period = static_cast<std::ptrdiff_t>(spectra->signals().response.grid.record_symbols) *
                      std::ptrdiff_t{fine};
  std::vector<double> merit;
  std::vector<Candidate> trials;
  for (int shift = -reach; shift <= reach; ++shift) {
    const auto at = static_cast<std::ptrdiff_t>(coarse.sample) * reach + shift;
    trials.push_back(coarse);
    trials.back().sample = static_cast<std::size_t>((at + period) % period);
    merit.push_back(figures.merit(trials.back(), static_cast<double>(trials.back().sample)));
  }
  const auto best =
      static_cast<std::size_t>(std::max_element(merit.begin(), merit.end()) - merit.begin());
  // Parabolas through ever nearer points: settings of the feedback that meet a limit bend the
  // merit.
  double fraction = 0.0, at_best = merit[best];
  const auto sample = static_cast<double>(trials[best].sample);
  long evaluated = static_cast<long>(merit.size()) + 1;
  for (double step = 1.0; step > 0.02; step *= 0.25) {
    const auto beside = [&](double shift) {
      ++evaluated;
      return figures.merit(trials[best], sample + fraction + shift);
    };
    const double less = beside(-step), more = beside(step);
    const double bend = less - 2.0 * at_best + more;
    if (!(bend < 0.0)) break;
    const double shift = std::clamp(0.5 * (less - more) / bend, -step, step);
    const double there = beside(shift);
    if (there <= at_best) continue;
    fraction += shift;
    at_best = there;
  }
  SearchResult out = figures.result(trials[best], std::clamp(fraction, -1.0, 1.0), with_pulses);
  out.evaluated = evaluated;
  return out;
}

SearchResult apply_settings(const SectionSignals& signals, const EqualiserSettings& settings) {
  Candidate candidate;
  candidate.tx_ffe = settings.tx_ffe;
  candidate.tx_cursor = settings.tx_cursor;
  const int fine = signals.response.grid.samples_per_symbol;
  const double sample = settings.sampling_time_s * signals.response.symbol_rate_bd * fine;
  candidate.sample = static_cast<std::size_t>(std::llround(sample));
  const InstantFigures figures(std::make_shared<const SectionSpectra>(signals, noise_lags(signals)),
                               {settings.ctle_gain_db, settings.ctle_lf_gain_db});
  return figures.result(candidate, sample - static_cast<double>(candidate.sample), true);
}

}  // namespace chappe
