#include "solve/search.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "solve/sampling_instant.hpp"

namespace chappe {
namespace {

constexpr Window kCoarseWindow{16, 96};

/// A point of the search: indices into the choices of each knob.
struct Point {
  std::size_t gain{0}, lf_gain{0};
  std::vector<std::size_t> taps{};
  std::ptrdiff_t sample{0};
};

/// Every how many of a knob's values a scan looks at: 24 of them at most.
std::size_t coarse_step(std::size_t count) { return (count + 23) / 24; }

std::size_t nearest_index(const std::vector<double>& values, double wanted) {
  const auto nearer = [wanted](double a, double b) {
    return std::abs(a - wanted) < std::abs(b - wanted);
  };
  return static_cast<std::size_t>(std::min_element(values.begin(), values.end(), nearer) -
                                  values.begin());
}

class Searcher {
 public:
  Searcher(const SectionSignals& signals, const std::atomic<bool>* stop)
      : signals_(signals), stop_(stop), maker_(signals, kCoarseSamples, noise_lags(signals)) {
    for (const TapRange& range : signals.tx.ffe) {
      std::vector<double> values{range.low};
      for (int i = 1;
           range.step > 0.0 && range.low + i * range.step <= range.high + 1e-9 * range.step; ++i) {
        values.push_back(range.low + i * range.step);
      }
      tap_values_.push_back(std::move(values));
    }
  }

  /// Merit of a point; -1e9 if its cursor tap is too small.
  double merit(const Point& point) {
    const std::optional<Candidate> candidate = candidate_of(point);
    if (!candidate) return -1e9;
    ++evaluated_;
    const Bank& bank = bank_of(point);
    return evaluate(signals_, bank.pulses, bank.noise, *candidate, kCoarseWindow).fom_db;
  }

  std::optional<Candidate> candidate_of(const Point& point) const;
  Point start(std::size_t gain, std::size_t lf_gain);
  double scan_samples(Point& point, double best);
  double scan_taps(Point& point, double best);
  std::size_t choices(std::size_t knob) const;
  std::optional<Point> moved(const Point& from, std::size_t knob, int step) const;
  bool consider(std::optional<Point> to, Point& point, double& best);
  double descend(Point& point, double best, int first_stride = 0);
  Point nearest(const EqualiserSettings& settings);
  std::vector<std::pair<double, Point>> coarse_pass();

  double gain_db(const Point& point) const { return signals_.rx.ctle_gain_db[point.gain]; }
  double lf_gain_db(const Point& point) const { return signals_.rx.ctle_lf_gain_db[point.lf_gain]; }
  std::size_t knobs() const { return tap_values_.size() + 2; }
  long evaluated() const { return evaluated_; }

 private:
  struct Bank {
    PulseBank pulses{};
    NoiseTerms noise{};
    std::ptrdiff_t peak{0};
  };
  const Bank& bank_of(const Point& point);

  const SectionSignals& signals_;
  const std::atomic<bool>* stop_;
  PulseMaker maker_;
  std::vector<std::vector<double>> tap_values_{};
  std::map<std::pair<std::size_t, std::size_t>, Bank> banks_{};
  long evaluated_{0};
};

std::optional<Candidate> Searcher::candidate_of(const Point& point) const {
  Candidate out;
  out.tx_ffe.clear();
  int first = 0, last = 0;
  for (const TapRange& range : signals_.tx.ffe) {
    first = std::min(first, range.position);
    last = std::max(last, range.position);
  }
  out.tx_ffe.assign(static_cast<std::size_t>(last - first + 1), 0.0);
  out.tx_cursor = -first;
  double others = 0.0;
  for (std::size_t i = 0; i < tap_values_.size(); ++i) {
    const double value = tap_values_[i][point.taps[i]];
    out.tx_ffe[static_cast<std::size_t>(signals_.tx.ffe[i].position - first)] = value;
    others += std::abs(value);
  }
  const double cursor = 1.0 - others;
  if (cursor <= 0.0 || cursor < signals_.tx.minimum_cursor - 1e-12) return std::nullopt;
  out.tx_ffe[static_cast<std::size_t>(out.tx_cursor)] = cursor;
  out.sample = static_cast<std::size_t>(point.sample);
  return out;
}

const Searcher::Bank& Searcher::bank_of(const Point& point) {
  const auto key = std::make_pair(point.gain, point.lf_gain);
  const auto found = banks_.find(key);
  if (found != banks_.end()) return found->second;
  if (stop_ != nullptr && *stop_) throw Interrupted("stopped while searching equaliser settings");
  Bank bank;
  bank.pulses = maker_.make(gain_db(point), lf_gain_db(point), false);
  bank.noise = noise_terms(maker_, bank.pulses, gain_db(point), lf_gain_db(point));
  const auto peak = std::max_element(bank.pulses.victim.begin(), bank.pulses.victim.end());
  bank.peak = peak - bank.pulses.victim.begin();
  return banks_.emplace(key, std::move(bank)).first->second;
}

Point Searcher::start(std::size_t gain, std::size_t lf_gain) {
  Point point{gain, lf_gain, {}, 0};
  for (const auto& values : tap_values_) point.taps.push_back(nearest_index(values, 0.0));
  point.sample = bank_of(point).peak;
  return point;
}

/// The grid's point next to given settings, sampled at the pulse's peak.
Point Searcher::nearest(const EqualiserSettings& settings) {
  Point point = start(nearest_index(signals_.rx.ctle_gain_db, settings.ctle_gain_db),
                      nearest_index(signals_.rx.ctle_lf_gain_db, settings.ctle_lf_gain_db));
  for (std::size_t i = 0; i < tap_values_.size(); ++i) {
    const auto at = static_cast<std::size_t>(signals_.tx.ffe[i].position + settings.tx_cursor);
    point.taps[i] = nearest_index(tap_values_[i], settings.tx_ffe[at]);
  }
  return point;
}

double Searcher::scan_samples(Point& point, double best) {
  const Bank& bank = bank_of(point);
  const auto period = static_cast<std::ptrdiff_t>(bank.pulses.victim.size());
  Point trial = point;
  for (int shift = -kCoarseSamples; shift <= kCoarseSamples / 2; ++shift) {
    trial.sample = (bank.peak + shift + period) % period;
    const double merit_here = merit(trial);
    if (merit_here > best) {
      best = merit_here;
      point.sample = trial.sample;
    }
  }
  return best;
}

double Searcher::scan_taps(Point& point, double best) {
  for (std::size_t i = 0; i < tap_values_.size(); ++i) {
    Point trial = point;
    for (std::size_t j = 0; j < tap_values_[i].size(); j += coarse_step(tap_values_[i].size())) {
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

std::size_t Searcher::choices(std::size_t knob) const {
  const std::size_t taps = tap_values_.size();
  if (knob < taps) return tap_values_[knob].size();
  return knob == taps ? signals_.rx.ctle_gain_db.size() : signals_.rx.ctle_lf_gain_db.size();
}

/// The point with one knob moved: the taps come first, then the two CTLE gains; nothing at its end.
std::optional<Point> Searcher::moved(const Point& from, std::size_t knob, int step) const {
  Point to = from;
  const std::size_t taps = tap_values_.size();
  std::size_t& index = knob < taps ? to.taps[knob] : (knob == taps ? to.gain : to.lf_gain);
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(index) + step;
  if (at < 0 || at >= static_cast<std::ptrdiff_t>(choices(knob))) return std::nullopt;
  index = static_cast<std::size_t>(at);
  return to;
}

/// A point, with and without a step of the sampling instant, which moves with the taps.
bool Searcher::consider(std::optional<Point> to, Point& point, double& best) {
  if (!to) return false;
  Point trial = *std::move(to);
  const auto period = static_cast<std::ptrdiff_t>(bank_of(trial).pulses.victim.size());
  const std::ptrdiff_t sample = trial.sample;
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

/// One and two strides of every knob and one of every pair of knobs until none improves; strides
/// shrink from a coarse scan's to single steps, so that a finer grid costs little more.
/// @param first_stride  of every knob; 0 = those of the coarse scan
double Searcher::descend(Point& point, double best, int first_stride) {
  std::vector<int> stride(knobs(), first_stride);
  for (std::size_t k = 0; k < knobs() && first_stride == 0; ++k) {
    stride[k] = static_cast<int>(coarse_step(choices(k)));
  }
  for (;;) {
    bool improved = false;
    for (std::size_t knob = 0; knob < knobs(); ++knob) {
      for (const int step : {-2, -1, 1, 2}) {
        improved = consider(moved(point, knob, step * stride[knob]), point, best) || improved;
      }
    }
    // Knobs compensate each other (a transmit tap for a CTLE step): a ridge needs steps in pairs.
    for (std::size_t a = 0; a < knobs() && !improved; ++a) {
      for (std::size_t b = a + 1; b < knobs(); ++b) {
        for (const int signs : {0, 1, 2, 3}) {
          const auto first = moved(point, a, (signs & 1) != 0 ? stride[a] : -stride[a]);
          if (!first) continue;
          const int second = (signs & 2) != 0 ? stride[b] : -stride[b];
          improved = consider(moved(*first, b, second), point, best) || improved;
        }
      }
    }
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

std::vector<std::pair<double, Point>> Searcher::coarse_pass() {
  std::vector<std::pair<double, Point>> found;
  const std::size_t gains = signals_.rx.ctle_gain_db.size();
  const std::size_t lf_gains = signals_.rx.ctle_lf_gain_db.size();
  const std::size_t gain_step = (gains + 6) / 7;
  const std::size_t lf_step = (lf_gains + 3) / 4;
  for (std::size_t g = 0; g < gains; g += gain_step) {
    for (std::size_t l = 0; l < lf_gains; l += lf_step) {
      Point point = start(g, l);
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

/// The search's result at its best point, at full time resolution.
SearchResult finish(const SectionSignals& signals, const Searcher& searcher, const Point& point,
                    double best) {
  if (best <= -1e8) {
    throw ModelError("section '" + signals.section->name + "': " +
                     (searcher.evaluated() > 0
                          ? "no equaliser setting has a positive cursor"
                          : "every transmit FFE setting leaves less than its minimum cursor"));
  }
  SearchResult out = refine_instant(signals, searcher.gain_db(point), searcher.lf_gain_db(point),
                                    *searcher.candidate_of(point));
  out.evaluated += searcher.evaluated();
  return out;
}

}  // namespace

SearchResult search_equalisers(const SectionSignals& signals, const std::atomic<bool>* stop) {
  Searcher searcher(signals, stop);
  auto starts = searcher.coarse_pass();
  starts.resize(std::min<std::size_t>(starts.size(), 6));
  double best = -1e9;
  Point best_point;
  for (auto& [merit_here, point] : starts) {
    const double reached = searcher.descend(point, merit_here);
    if (reached > best) {
      best = reached;
      best_point = point;
    }
  }
  return finish(signals, searcher, best_point, best);
}

SearchResult search_equalisers_from(const SectionSignals& signals, const EqualiserSettings& start,
                                    const std::atomic<bool>* stop) {
  Searcher searcher(signals, stop);
  Point from = searcher.nearest(start);
  const double merit = searcher.scan_samples(from, -1e9);
  Point best_point = from;
  double best = merit;
  for (const int first_stride : {1, 2}) {
    Point point = from;
    const double reached = searcher.descend(point, merit, first_stride);
    if (reached <= best) continue;
    best = reached;
    best_point = point;
  }
  return finish(signals, searcher, best_point, best);
}

}  // namespace chappe
