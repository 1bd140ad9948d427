#include "solve/search_grid.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {
namespace {

std::size_t nearest_index(const std::vector<double>& values, double wanted) {
  const auto nearer = [wanted](double a, double b) {
    return std::abs(a - wanted) < std::abs(b - wanted);
  };
  return static_cast<std::size_t>(std::min_element(values.begin(), values.end(), nearer) -
                                  values.begin());
}

}  // namespace

SearchGrid::SearchGrid(const SectionSignals& signals) : signals_(signals) {
  for (const TapRange& range : signals.tx.ffe) {
    std::vector<double> values{range.low};
    for (int i = 1;
         range.step > 0.0 && range.low + i * range.step <= range.high + 1e-9 * range.step; ++i) {
      values.push_back(range.low + i * range.step);
    }
    tap_values_.push_back(std::move(values));
  }
}

std::size_t SearchGrid::choices(std::size_t knob) const {
  const std::size_t taps = tap_values_.size();
  if (knob < taps) return tap_values_[knob].size();
  return knob == taps ? signals_.rx.ctle_gain_db.size() : signals_.rx.ctle_lf_gain_db.size();
}

std::optional<std::uint64_t> SearchGrid::key(const SearchPoint& point,
                                             std::ptrdiff_t period) const {
  std::uint64_t key = 0;
  bool fits = true;
  const auto add = [&](std::uint64_t digit, std::uint64_t radix) {
    fits = fits && !__builtin_mul_overflow(key, radix, &key) &&
           !__builtin_add_overflow(key, digit, &key);
  };
  for (std::size_t knob = 0; knob < taps(); ++knob) add(point.taps[knob], choices(knob));
  add(point.gain, choices(taps()));
  add(point.lf_gain, choices(taps() + 1));
  add(static_cast<std::uint64_t>(point.sample), static_cast<std::uint64_t>(period));
  return fits ? std::optional(key) : std::nullopt;
}

CtleSetting SearchGrid::setting(const SearchPoint& point) const {
  return {signals_.rx.ctle_gain_db[point.gain], signals_.rx.ctle_lf_gain_db[point.lf_gain]};
}

std::optional<Candidate> SearchGrid::candidate(const SearchPoint& point) const {
  Candidate out;
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

std::optional<SearchPoint> SearchGrid::moved(const SearchPoint& from, std::size_t knob,
                                             int step) const {
  const std::size_t taps = tap_values_.size();
  const std::size_t index =
      knob < taps ? from.taps[knob] : (knob == taps ? from.gain : from.lf_gain);
  const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(index) + step;
  if (at < 0 || at >= static_cast<std::ptrdiff_t>(choices(knob))) return std::nullopt;
  SearchPoint to = from;
  (knob < taps ? to.taps[knob] : (knob == taps ? to.gain : to.lf_gain)) =
      static_cast<std::size_t>(at);
  return to;
}

SearchPoint SearchGrid::nearest(const EqualiserSettings& settings) const {
  SearchPoint point{nearest_index(signals_.rx.ctle_gain_db, settings.ctle_gain_db),
                    nearest_index(signals_.rx.ctle_lf_gain_db, settings.ctle_lf_gain_db),
                    {},
                    0};
  for (std::size_t i = 0; i < tap_values_.size(); ++i) {
    const int at = settings.tx_cursor + signals_.tx.ffe[i].position;
    const bool inside = at >= 0 && at < static_cast<int>(settings.tx_ffe.size());
    const double tap = inside ? settings.tx_ffe[static_cast<std::size_t>(at)] : 0.0;
    point.taps.push_back(nearest_index(tap_values_[i], tap));
  }
  return point;
}

SearchPoint SearchGrid::without_taps(std::size_t gain, std::size_t lf_gain) const {
  SearchPoint point{gain, lf_gain, {}, 0};
  for (const auto& values : tap_values_) point.taps.push_back(nearest_index(values, 0.0));
  return point;
}

}  // namespace chappe
