#include "solve/sampling_instant.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

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

/// Where a parabola through a merit and its two neighbours is highest: shift in `step`s, value.
struct Top {
  double shift{0.0}, value{0.0};
};
std::optional<Top> top_of(double less, double middle, double more) {
  const double bend = less - 2.0 * middle + more;
  if (!(bend < 0.0)) return std::nullopt;
  const double shift = std::clamp(0.5 * (less - more) / bend, -1.0, 1.0);
  return Top{shift, middle + 0.5 * (more - less) * shift + 0.5 * bend * shift * shift};
}

/// The best of whole samples about a coarse instant, with its neighbours' merits.
struct Around {
  Candidate candidate{};
  double less{0.0}, middle{0.0}, more{0.0};
};

Around best_sample(const InstantFigures& figures, const Candidate& coarse, int samples_per_symbol) {
  const int reach = figures.fine() / samples_per_symbol;
  const auto period = static_cast<std::ptrdiff_t>(figures.signals().response.grid.record_symbols) *
                      std::ptrdiff_t{figures.fine()};
  std::vector<Candidate> trials;
  std::vector<double> merit;
  for (int shift = -reach - 1; shift <= reach + 1; ++shift) {
    const auto at = static_cast<std::ptrdiff_t>(coarse.sample) * reach + shift;
    trials.push_back(coarse);
    trials.back().sample = static_cast<std::size_t>((at + period) % period);
    merit.push_back(figures.merit(trials.back(), static_cast<double>(trials.back().sample)));
  }
  const auto best = static_cast<std::size_t>(std::max_element(merit.begin() + 1, merit.end() - 1) -
                                             merit.begin());
  return {trials[best], merit[best - 1], merit[best], merit[best + 1]};
}

}  // namespace

SearchResult refine_instant(const std::shared_ptr<const SectionSpectra>& spectra,
                            std::span<const SettingTrial> trials, int samples_per_symbol,
                            bool with_pulses) {
  ensure(!trials.empty(), "at least one setting is refined");
  std::map<std::pair<double, double>, InstantFigures> known;
  const InstantFigures* figures = nullptr;
  Around best;
  double most = -1e300;
  for (const SettingTrial& trial : trials) {
    const auto key = std::make_pair(trial.setting.gain_db, trial.setting.lf_gain_db);
    const InstantFigures& here = known.try_emplace(key, spectra, trial.setting).first->second;
    const Around around = best_sample(here, trial.candidate, samples_per_symbol);
    const auto top = top_of(around.less, around.middle, around.more);
    const double value = top ? top->value : around.middle;
    if (value <= most) continue;
    most = value;
    best = around;
    figures = &here;
  }
  // Parabolas through ever nearer points: settings of the feedback that meet a limit bend the
  // merit.
  const auto sample = static_cast<double>(best.candidate.sample);
  const auto merit = [&](double at) { return figures->merit(best.candidate, sample + at); };
  double fraction = 0.0, middle = best.middle;
  auto top = top_of(best.less, best.middle, best.more);
  for (double step = 1.0; top; step *= 0.3) {
    const double there = merit(fraction + step * top->shift);
    if (there > middle) {
      fraction += step * top->shift;
      middle = there;
    }
    if (step < 0.1) break;
    top = top_of(merit(fraction - 0.3 * step), middle, merit(fraction + 0.3 * step));
  }
  return figures->result(best.candidate, fraction, with_pulses);
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
