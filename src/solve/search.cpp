#include "solve/search.hpp"

#include <algorithm>

#include "solve/sampling_instant.hpp"
#include "solve/search_steps.hpp"

namespace chappe {
namespace {

using Scored = SearchSteps::Scored;

void sort_by_merit(std::vector<Scored>& points) {
  std::stable_sort(points.begin(), points.end(),
                   [](const Scored& a, const Scored& b) { return a.first > b.first; });
}

/// The best point of every few CTLE settings, best first.
std::vector<Scored> coarse_pass(const ReceiverSpec& rx, SearchSteps& steps) {
  std::vector<Scored> found;
  const std::size_t gains = rx.ctle_gain_db.size();
  const std::size_t lf_gains = rx.ctle_lf_gain_db.size();
  for (std::size_t g = 0; g < gains; g += (gains + 6) / 7) {
    for (std::size_t l = 0; l < lf_gains; l += (lf_gains + 3) / 4) {
      SearchPoint point = steps.grid().without_taps(g, l);
      point.sample = steps.bank_of(point).peak;
      double best = steps.scan_samples(point, -1e9);
      for (int round = 0; round < 2; ++round) {
        best = steps.scan_taps(point, best);
        best = steps.scan_samples(point, best);
      }
      found.emplace_back(best, point);
    }
  }
  sort_by_merit(found);
  return found;
}

Scored beginning_at(const EqualiserSettings& settings, SearchSteps& steps) {
  SearchPoint point = steps.grid().nearest(settings);
  point.sample = steps.bank_of(point).peak;
  const double merit = steps.scan_samples(point, -1e9);
  return {merit, point};
}

/// The best of the settings that come close to `best`, at full time resolution and over the whole
/// record: their order there may be another.
SearchResult finish(const std::string& section, const SearchSteps& steps, const SearchPoint& point,
                    double best, bool with_pulses) {
  constexpr std::size_t kMost = 3;
  if (best <= -1e8) {
    throw ModelError("section '" + section + "': " +
                     (steps.evaluated() > 0
                          ? "no equaliser setting has a positive cursor"
                          : "every transmit FFE setting leaves less than its minimum "
                            "cursor"));
  }
  std::vector<SearchPoint> settings{point};
  const auto same = [](const SearchPoint& a, const SearchPoint& b) {
    return a.gain == b.gain && a.lf_gain == b.lf_gain && a.taps == b.taps;
  };
  std::vector<Scored> close = steps.close();
  sort_by_merit(close);
  for (const Scored& scored : close) {
    const SearchPoint& other = scored.second;
    if (settings.size() == kMost || scored.first <= best - SearchSteps::kClose_db) break;
    const bool is_new = std::none_of(settings.begin(), settings.end(),
                                     [&](const SearchPoint& known) { return same(known, other); });
    if (is_new) settings.push_back(other);
  }
  std::vector<SettingTrial> trials;
  for (const SearchPoint& at : settings)
    trials.push_back({steps.grid().setting(at), *steps.grid().candidate(at)});
  SearchResult out = refine_instant(steps.merits().spectra(), trials,
                                    static_cast<int>(steps.merits().samples()), with_pulses);
  out.evaluated = steps.evaluated();
  return out;
}

}  // namespace

SearchResult search_equalisers(const SectionSignals& signals, const std::atomic<bool>* stop,
                               bool with_pulses, const EqualiserSettings* near) {
  SearchSteps coarse(signals, stop);
  auto starts = near == nullptr ? coarse_pass(signals.rx, coarse)
                                : std::vector<Scored>{beginning_at(*near, coarse)};
  starts.resize(std::min<std::size_t>(starts.size(), 4));
  double best = -1e9;
  SearchPoint point;
  for (auto& [merit_here, start] : starts) {
    const double reached = coarse.descend(start, merit_here);
    if (reached > best) {
      best = reached;
      point = start;
    }
  }
  if (near != nullptr && best <= -1e8) return search_equalisers(signals, stop, with_pulses);
  const int gains = near == nullptr ? 3 : 1, lf_gains = near == nullptr ? 2 : 1;
  coarse.polish(point, best, gains, lf_gains);
  // A quarter of a coarse sample beside the best instant, the merit is lower by 0.1 dB or 0.2, more
  // at some settings than at others: the last steps are taken on a finer record.
  const int ratio = signals.response.grid.samples_per_symbol / kCoarseSamples;
  SearchSteps fine(coarse, ratio);
  point.sample *= ratio;
  best = fine.climb(point, ratio, -1e9);
  best = fine.descend_taps(point, best);
  best = fine.polish(point, best, 1, 1);
  SearchResult out = finish(signals.section->name, fine, point, best, with_pulses);
  out.evaluated += coarse.evaluated();
  return out;
}

}  // namespace chappe
