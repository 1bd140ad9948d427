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

  /// The whole search: descents from the best starts of a coarse pass.
  SearchResult run(bool with_pulses);

 private:
  using Scored = std::pair<double, SearchPoint>;

  double merit(const SearchPoint& point);
  const CoarseBank& bank_of(const SearchPoint& point);
  double scan_samples(SearchPoint& point, double best);
  double scan_taps(SearchPoint& point, double best);
  bool consider(std::optional<SearchPoint> to, SearchPoint& point, double& best);
  bool step_knobs(const std::vector<int>& stride, SearchPoint& point, double& best);
  bool step_pairs(const std::vector<int>& stride, SearchPoint& point, double& best);
  double descend(SearchPoint& point, double best);
  double descend_taps(SearchPoint& point, double best);
  double polish(SearchPoint& point, double best);
  std::vector<Scored> coarse_pass();
  SearchResult finish(const SearchPoint& point, double best, bool with_pulses);

  const SectionSignals& signals_;
  const std::atomic<bool>* stop_;
  SearchGrid grid_;
  CoarseMerit merit_;
  std::map<std::pair<std::size_t, std::size_t>, CoarseBank> banks_{};
  std::unordered_map<std::uint64_t, double> known_{};  ///< merits by the grid's keys
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
  for (int shift = -kCoarseSamples; shift <= kCoarseSamples / 2; ++shift) {
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

/// A point, with and without a step of the sampling instant, which moves with the taps.
bool Searcher::consider(std::optional<SearchPoint> to, SearchPoint& point, double& best) {
  if (!to) return false;
  SearchPoint trial = *std::move(to);
  const std::ptrdiff_t period = merit_.period(), sample = trial.sample;
  bool improved = false;
  for (const std::ptrdiff_t shift : {0, -1, 1}) {
    trial.sample = (sample + shift + period) % period;
    const double merit_here = merit(trial);
    if (merit_here <= best) continue;
    best = merit_here;
    point = trial;
    improved = true;
  }
  return improved;
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
double Searcher::polish(SearchPoint& point, double best) {
  constexpr int kGains = 3, kLfGains = 2;
  for (bool improved = true; improved;) {
    improved = false;
    const SearchPoint from = point;
    for (int gain = -kGains; gain <= kGains; ++gain) {
      for (int lf_gain = -kLfGains; lf_gain <= kLfGains; ++lf_gain) {
        auto to = grid_.moved(from, grid_.taps(), gain);
        if (to) to = grid_.moved(*to, grid_.taps() + 1, lf_gain);
        if (!to) continue;
        SearchPoint trial = *std::move(to);
        double reached = scan_samples(trial, -1e9);
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
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  return found;
}

/// The result at the best point, at full time resolution.
SearchResult Searcher::finish(const SearchPoint& point, double best, bool with_pulses) {
  if (best <= -1e8) {
    throw ModelError("section '" + signals_.section->name + "': " +
                     (evaluated_ > 0 ? "no equaliser setting has a positive cursor"
                                     : "every transmit FFE setting leaves less than its minimum "
                                       "cursor"));
  }
  SearchResult out =
      refine_instant(merit_.spectra(), grid_.setting(point), *grid_.candidate(point), with_pulses);
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
  best = polish(best_point, best);
  return finish(best_point, best, with_pulses);
}

}  // namespace

SearchResult search_equalisers(const SectionSignals& signals, const std::atomic<bool>* stop,
                               bool with_pulses) {
  return Searcher(signals, stop).run(with_pulses);
}

}  // namespace chappe
