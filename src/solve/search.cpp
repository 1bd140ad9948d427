#include "solve/search.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

#include "solve/coarse_merit.hpp"
#include "solve/sampling_instant.hpp"
#include "solve/search_grid.hpp"

namespace chappe {
namespace {

class Searcher {
 public:
  Searcher(const SectionSignals& signals, const std::atomic<bool>* stop)
      : signals_(signals),
        stop_(stop),
        grid_(signals),
        merit_(std::make_shared<const SectionSpectra>(signals, noise_lags(signals))) {}
  /// A closer look, `ratio` times finer in time.
  Searcher(const Searcher& coarse, int ratio)
      : signals_(coarse.signals_),
        stop_(coarse.stop_),
        grid_(coarse.signals_),
        merit_(coarse.merit_, ratio),
        widest_(ratio) {}

  /// The whole search: descents from the best starts of a coarse pass.
  SearchResult run(bool with_pulses);

 private:
  using Scored = std::pair<double, SearchPoint>;
  static constexpr double kClose_db = 0.06;

  double merit(const SearchPoint& point);
  const CoarseBank& bank_of(const SearchPoint& point);
  double scan_samples(SearchPoint& point, double best);
  double scan_taps(SearchPoint& point, double best);
  double climb(SearchPoint& point, std::ptrdiff_t step, double hopeless);
  bool consider(std::optional<SearchPoint> to, SearchPoint& point, double& best);
  bool step_knobs(const std::vector<int>& stride, SearchPoint& point, double& best);
  bool step_pairs(const std::vector<int>& stride, SearchPoint& point, double& best);
  double descend(SearchPoint& point, double best);
  double descend_taps(SearchPoint& point, double best);
  double polish(SearchPoint& point, double best, int gains, int lf_gains);
  std::vector<Scored> coarse_pass();
  static void sort_by_merit(std::vector<Scored>& points) {
    std::stable_sort(points.begin(), points.end(),
                     [](const Scored& a, const Scored& b) { return a.first > b.first; });
  }
  SearchResult look_closer(SearchPoint point, bool with_pulses);
  SearchResult finish(const SearchPoint& point, double best, bool with_pulses);

  const SectionSignals& signals_;
  const std::atomic<bool>* stop_;
  SearchGrid grid_;
  CoarseMerit merit_;
  std::ptrdiff_t widest_{1};  ///< step of the instant that goes with every other step, samples
  std::map<std::pair<std::size_t, std::size_t>, CoarseBank> banks_{};
  std::unordered_map<std::uint64_t, double> known_{};  ///< merits by the grid's keys
  std::vector<Scored> close_{};                        ///< points not far below the best of then
  long evaluated_{0};
};

/// -1e9 if its cursor tap is too small. Descents meet: each point is evaluated once.
double Searcher::merit(const SearchPoint& point) {
  const auto key = grid_.key(point, merit_.period());
  const auto known = key ? known_.find(*key) : known_.end();
  if (known != known_.end()) return known->second;
  const std::optional<Candidate> candidate = grid_.candidate(point);
  double merit_db = -1e9;
  if (candidate) {
    ++evaluated_;
    merit_db = merit_.fom_db(bank_of(point), *candidate);
  }
  if (key) known_.emplace(*key, merit_db);
  return merit_db;
}

const CoarseBank& Searcher::bank_of(const SearchPoint& point) {
  const auto key = std::make_pair(point.gain, point.lf_gain);
  const auto found = banks_.find(key);
  if (found != banks_.end()) return found->second;
  if (stop_ != nullptr && *stop_) throw Interrupted("stopped while searching equaliser settings");
  return banks_.emplace(key, merit_.bank(grid_.setting(point))).first->second;
}

double Searcher::scan_samples(SearchPoint& point, double best) {
  const std::ptrdiff_t peak = bank_of(point).peak, period = merit_.period();
  SearchPoint trial = point;
  for (std::ptrdiff_t shift = -merit_.samples(); shift <= merit_.samples() / 2; ++shift) {
    trial.sample = (peak + shift + period) % period;
    const double merit_here = merit(trial);
    if (merit_here > best) {
      best = merit_here;
      point.sample = trial.sample;
    }
  }
  return best;
}

double Searcher::scan_taps(SearchPoint& point, double best) {
  for (std::size_t i = 0; i < grid_.taps(); ++i) {
    SearchPoint trial = point;
    for (std::size_t j = 0; j < grid_.choices(i); j += grid_.coarse_step(i)) {
      trial.taps[i] = j;
      const double merit_here = merit(trial);
      if (merit_here > best) {
        best = merit_here;
        point = trial;
      }
    }
  }
  return best;
}

/// Moves to the best instant near the point's own: by `step` samples, then by halves.
/// @param hopeless  below it after the first step, all is left as it is
double Searcher::climb(SearchPoint& point, std::ptrdiff_t step, double hopeless) {
  double reached = merit(point);
  for (; step >= 1; step /= 2) {
    const std::ptrdiff_t from = point.sample;
    SearchPoint moved = point;
    for (const std::ptrdiff_t shift : {-step, step}) {
      moved.sample = (from + shift + merit_.period()) % merit_.period();
      const double merit_here = merit(moved);
      if (merit_here <= reached) continue;
      reached = merit_here;
      point.sample = moved.sample;
    }
    if (reached < hopeless) break;
  }
  return reached;
}

/// A point at the best instant near its own, since the instant moves with the taps.
bool Searcher::consider(std::optional<SearchPoint> to, SearchPoint& point, double& best) {
  if (!to) return false;
  constexpr double kHopeless_db = 3.0;
  SearchPoint trial = *std::move(to);
  const double reached = climb(trial, widest_, best - kHopeless_db);
  if (reached > best - kClose_db) close_.emplace_back(reached, trial);
  if (reached <= best) return false;
  best = reached;
  point = std::move(trial);
  return true;
}

bool Searcher::step_knobs(const std::vector<int>& stride, SearchPoint& point, double& best) {
  bool improved = false;
  for (std::size_t knob = 0; knob < stride.size(); ++knob) {
    for (const int step : {-2, -1, 1, 2}) {
      improved = consider(grid_.moved(point, knob, step * stride[knob]), point, best) || improved;
    }
  }
  return improved;
}

/// Knobs compensate each other (a transmit tap for a CTLE step): a ridge needs steps in pairs.
bool Searcher::step_pairs(const std::vector<int>& stride, SearchPoint& point, double& best) {
  bool improved = false;
  for (std::size_t a = 0; a < stride.size() && !improved; ++a) {
    for (std::size_t b = a + 1; b < stride.size(); ++b) {
      for (const int signs : {0, 1, 2, 3}) {
        const auto first = grid_.moved(point, a, (signs & 1) != 0 ? stride[a] : -stride[a]);
        if (!first) continue;
        const int second = (signs & 2) != 0 ? stride[b] : -stride[b];
        improved = consider(grid_.moved(*first, b, second), point, best) || improved;
      }
    }
  }
  return improved;
}

/// One and two strides of every knob and one of every pair of knobs until none improves; strides
/// shrink from a coarse scan's to single steps, so that a finer grid costs little more.
double Searcher::descend(SearchPoint& point, double best) {
  std::vector<int> stride;
  for (std::size_t k = 0; k < grid_.knobs(); ++k) {
    stride.push_back(static_cast<int>(grid_.coarse_step(k)));
  }
  for (;;) {
    bool improved = step_knobs(stride, point, best);
    if (!improved) improved = step_pairs(stride, point, best);
    const double rescanned = scan_samples(point, best);
    improved = improved || rescanned > best;
    best = rescanned;
    if (improved) continue;
    bool finest = true;
    for (int& step : stride) {
      finest = finest && step == 1;
      step = std::max(1, step / 2);
    }
    if (finest) return best;
  }
}

/// Single steps of the taps, alone and in pairs, at a CTLE setting.
double Searcher::descend_taps(SearchPoint& point, double best) {
  const std::vector<int> stride(grid_.taps(), 1);
  for (bool improved = true; improved;) {
    improved = step_knobs(stride, point, best);
    if (!improved) improved = step_pairs(stride, point, best);
  }
  return best;
}

/// Another CTLE setting moves all taps and the instant at once, which no pair of steps does: from
/// the best point to each setting near it, its taps found anew, until none of them is better.
double Searcher::polish(SearchPoint& point, double best, int gains, int lf_gains) {
  for (bool improved = true; improved;) {
    improved = false;
    const SearchPoint from = point;
    for (int gain = -gains; gain <= gains; ++gain) {
      for (int lf_gain = -lf_gains; lf_gain <= lf_gains; ++lf_gain) {
        auto to = grid_.moved(from, grid_.taps(), gain);
        if (to) to = grid_.moved(*to, grid_.taps() + 1, lf_gain);
        if (!to) continue;
        SearchPoint trial = *std::move(to);
        // From far below, single steps of taps do not reach the best.
        constexpr double kHopeless_db = 3.0;
        double reached = widest_ > 1 ? climb(trial, 2 * widest_, -1e9) : scan_samples(trial, -1e9);
        if (widest_ > 1 && reached < best - kHopeless_db) continue;
        reached = descend_taps(trial, reached);
        if (reached <= best) continue;
        best = reached;
        point = trial;
        improved = true;
      }
    }
  }
  return best;
}

std::vector<Searcher::Scored> Searcher::coarse_pass() {
  std::vector<Scored> found;
  const std::size_t gains = signals_.rx.ctle_gain_db.size();
  const std::size_t lf_gains = signals_.rx.ctle_lf_gain_db.size();
  for (std::size_t g = 0; g < gains; g += (gains + 6) / 7) {
    for (std::size_t l = 0; l < lf_gains; l += (lf_gains + 3) / 4) {
      SearchPoint point = grid_.without_taps(g, l);
      point.sample = bank_of(point).peak;
      double best = scan_samples(point, -1e9);
      for (int round = 0; round < 2; ++round) {
        best = scan_taps(point, best);
        best = scan_samples(point, best);
      }
      found.emplace_back(best, point);
    }
  }
  sort_by_merit(found);
  return found;
}

/// The best of the settings that come close to `best`, at full time resolution and over the whole
/// record: their order there may be another.
SearchResult Searcher::finish(const SearchPoint& point, double best, bool with_pulses) {
  constexpr std::size_t kMost = 3;
  if (best <= -1e8) {
    throw ModelError("section '" + signals_.section->name + "': " +
                     (evaluated_ > 0 ? "no equaliser setting has a positive cursor"
                                     : "every transmit FFE setting leaves less than its minimum "
                                       "cursor"));
  }
  std::vector<SearchPoint> settings{point};
  const auto same = [](const SearchPoint& a, const SearchPoint& b) {
    return a.gain == b.gain && a.lf_gain == b.lf_gain && a.taps == b.taps;
  };
  sort_by_merit(close_);
  for (const auto& [merit_here, other] : close_) {
    if (settings.size() == kMost || merit_here <= best - kClose_db) break;
    const bool is_new = std::none_of(settings.begin(), settings.end(),
                                     [&](const SearchPoint& known) { return same(known, other); });
    if (is_new) settings.push_back(other);
  }
  std::vector<SettingTrial> trials;
  for (const SearchPoint& at : settings)
    trials.push_back({grid_.setting(at), *grid_.candidate(at)});
  SearchResult out =
      refine_instant(merit_.spectra(), trials, static_cast<int>(merit_.samples()), with_pulses);
  out.evaluated += evaluated_;
  return out;
}

SearchResult Searcher::run(bool with_pulses) {
  auto starts = coarse_pass();
  starts.resize(std::min<std::size_t>(starts.size(), 4));
  double best = -1e9;
  SearchPoint best_point;
  for (auto& [merit_here, point] : starts) {
    const double reached = descend(point, merit_here);
    if (reached > best) {
      best = reached;
      best_point = point;
    }
  }
  polish(best_point, best, 3, 2);
  return look_closer(best_point, with_pulses);
}

/// A quarter of a coarse sample beside the best instant, the merit is lower by 0.1 dB or 0.2, more
/// at some settings than at others: the last steps are taken on a finer record.
SearchResult Searcher::look_closer(SearchPoint point, bool with_pulses) {
  const int ratio = signals_.response.grid.samples_per_symbol / kCoarseSamples;
  Searcher fine(*this, ratio);
  point.sample *= ratio;
  double best = fine.climb(point, ratio, -1e9);
  best = fine.descend_taps(point, best);
  best = fine.polish(point, best, 1, 1);
  fine.evaluated_ += evaluated_;
  return fine.finish(point, best, with_pulses);
}

}  // namespace

SearchResult search_equalisers(const SectionSignals& signals, const std::atomic<bool>* stop,
                               bool with_pulses) {
  return Searcher(signals, stop).run(with_pulses);
}

}  // namespace chappe
