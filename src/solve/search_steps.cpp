#include "solve/search_steps.hpp"

#include <algorithm>

namespace chappe {

/// -1e9 if its cursor tap is too small. Descents meet: each point is evaluated once.
double SearchSteps::merit(const SearchPoint& point) {
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

const CoarseBank& SearchSteps::bank_of(const SearchPoint& point) {
  const auto key = std::make_pair(point.gain, point.lf_gain);
  const auto found = banks_.find(key);
  if (found != banks_.end()) return found->second;
  if (stop_ != nullptr && *stop_) throw Interrupted("stopped while searching equaliser settings");
  return banks_.emplace(key, merit_.bank(grid_.setting(point))).first->second;
}

double SearchSteps::scan_samples(SearchPoint& point, double best) {
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

double SearchSteps::scan_taps(SearchPoint& point, double best) {
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
double SearchSteps::climb(SearchPoint& point, std::ptrdiff_t step, double hopeless) {
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
bool SearchSteps::consider(std::optional<SearchPoint> to, SearchPoint& point, double& best) {
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

bool SearchSteps::step_knobs(const std::vector<int>& stride, SearchPoint& point, double& best) {
  bool improved = false;
  for (std::size_t knob = 0; knob < stride.size(); ++knob) {
    for (const int step : {-2, -1, 1, 2}) {
      improved = consider(grid_.moved(point, knob, step * stride[knob]), point, best) || improved;
    }
  }
  return improved;
}

/// Knobs compensate each other (a transmit tap for a CTLE step): a ridge needs steps in pairs.
bool SearchSteps::step_pairs(const std::vector<int>& stride, SearchPoint& point, double& best) {
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
double SearchSteps::descend(SearchPoint& point, double best) {
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
double SearchSteps::descend_taps(SearchPoint& point, double best) {
  const std::vector<int> stride(grid_.taps(), 1);
  for (bool improved = true; improved;) {
    improved = step_knobs(stride, point, best);
    if (!improved) improved = step_pairs(stride, point, best);
  }
  return best;
}

/// Another CTLE setting moves all taps and the instant at once, which no pair of steps does: from
/// the best point to each setting near it, its taps found anew, until none of them is better.
double SearchSteps::polish(SearchPoint& point, double best, int gains, int lf_gains) {
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

}  // namespace chappe
