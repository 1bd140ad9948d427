// The enumerated part of an InstantDensity: symbols near the cursor, and the edges between them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/units.hpp"
#include "solve/instant_density.hpp"

namespace chappe {
namespace {

/// D[k] = c_k - c_{k-1}: the step at edge n is sum_k D[k] a_(n + position + k).
std::vector<double> step_weights(const std::vector<double>& taps) {
  std::vector<double> out;
  double before = 0.0;
  for (const double tap : taps) {
    out.push_back(tap - before);
    before = tap;
  }
  out.push_back(-before);
  return out;
}

double square_sum(const std::vector<double>& v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

/// An edge whose step hangs on enumerated symbols.
struct NearEdge {
  double weight_v{0.0},
      slope_v{0.0};  ///< of the slicer per UI and UI^2 of displacement and unit step
  bool enumerated{false};
  std::vector<double> steps{};  ///< its step per level of each enumerated symbol
  double unknown_square{0.0};   ///< mean square step of the other symbols
};

/// Symbols of a combination, digit by digit: the first enumerated one is the lowest.
void levels_of(std::size_t combination, const std::vector<double>& levels, std::vector<double>& a) {
  for (double& level : a) {
    level = levels[combination % levels.size()];
    combination /= levels.size();
  }
}

/// What the edges do to the slicer under one combination of symbols.
struct EdgeMoves {
  double variance{0.0};          ///< of random jitter, and of edges whose sign is not enumerated
  std::vector<double> late_v{};  ///< displacement by an enumerated edge that is late
  std::vector<double> late_variance{}, early_variance{};  ///< of random jitter about it
};

/// An edge late by A moves the slicer by -A step weight; about it, random jitter meets another
/// slope.
EdgeMoves moves_of(const std::vector<NearEdge>& near, const std::vector<double>& a,
                   const TransmitterSpec& tx) {
  const double random2 = std::pow(tx.random_jitter_ui, 2);
  const double dirac = tx.dual_dirac_jitter_ui;
  EdgeMoves out;
  for (const NearEdge& here : near) {
    const double step = std::inner_product(a.begin(), a.end(), here.steps.begin(), 0.0);
    const double square = step * step + here.unknown_square;
    if (here.enumerated) {
      out.late_v.push_back(-dirac * step * here.weight_v);
      out.late_variance.push_back(random2 * square *
                                  std::pow(here.weight_v - dirac * here.slope_v, 2));
      out.early_variance.push_back(random2 * square *
                                   std::pow(here.weight_v + dirac * here.slope_v, 2));
    } else {
      out.variance += (random2 + dirac * dirac) * here.weight_v * here.weight_v * square;
    }
  }
  return out;
}

/// Interference of each enumerated symbol per level.
std::vector<double> isi_of_window(const SymbolPulse& residual, std::ptrdiff_t first,
                                  std::size_t symbols) {
  std::vector<double> isi(symbols, 0.0);
  for (std::size_t i = 0; i < symbols; ++i) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(residual.cursor + i) + first;
    if (at >= 0 && at < static_cast<std::ptrdiff_t>(residual.v.size())) {
      isi[i] = residual.v[static_cast<std::size_t>(at)];
    }
  }
  return isi;
}

/// Variance that transmitter noise gains or loses when enumerated edges are late or early: a
/// symbol's noise stands between the same edges as its level. [pattern of late edges]
/// @param first, last  edges, as ISI indices: a symbol begins at the edge of its own index
std::vector<double> noise_of_moved_edges(const Equalised& slicer, const TransmitterSpec& tx,
                                         std::ptrdiff_t first, std::ptrdiff_t last) {
  const auto at = [](const SymbolPulse& pulse, std::ptrdiff_t n) {
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(pulse.cursor) + n;
    const bool inside = i >= 0 && i < static_cast<std::ptrdiff_t>(pulse.v.size());
    return inside ? pulse.v[static_cast<std::size_t>(i)] : 0.0;
  };
  const double tx2 = std::pow(field_ratio_from_db(-tx.snr_db), 2);
  const auto edges = static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, last - first + 1));
  std::vector<double> out(std::size_t{1} << edges, 0.0);
  for (std::size_t late = 0; late < out.size(); ++late) {
    const auto moved = [&](std::ptrdiff_t n) {
      if (n < first || n > last) return 0.0;
      const bool is_late = ((late >> static_cast<std::size_t>(n - first)) & 1U) != 0;
      return (is_late ? -1.0 : 1.0) * tx.dual_dirac_jitter_ui * at(slicer.edge, n);
    };
    for (std::ptrdiff_t n = first; n <= last + 1; ++n) {
      const double change = moved(n) - moved(n - 1);
      out[late] += tx2 * change * (2.0 * at(slicer.bare, n) + change);
    }
  }
  return out;
}

}  // namespace

/// The edges of most weight whose symbols fit in the enumeration.
void InstantDensity::choose_window(const TransmitterSpec& tx, const EqualiserSettings& settings,
                                   const SymbolPulse& edge, double cases_max) {
  const std::vector<double> steps = step_weights(settings.tx_ffe);
  std::ptrdiff_t first = 0, last = static_cast<std::ptrdiff_t>(steps.size()) - 1;
  while (first < last && steps[static_cast<std::size_t>(first)] == 0.0) ++first;
  while (last > first && steps[static_cast<std::size_t>(last)] == 0.0) --last;
  const std::ptrdiff_t offset = -settings.tx_cursor;
  const bool jitters = tx.random_jitter_ui > 0.0 || tx.dual_dirac_jitter_ui > 0.0;
  // With p levels and e edges: p^symbols 2^e cases.
  const auto cases = [&](std::ptrdiff_t edges) {
    const auto symbols = static_cast<double>(edges - 1 + last - first + 1);
    return std::pow(static_cast<double>(levels_.size()), symbols) *
           std::pow(2.0, static_cast<double>(edges));
  };
  std::ptrdiff_t edges = 0;
  while (jitters && edges < 4 && cases(edges + 1) <= cases_max) ++edges;
  double most = -1.0;
  const auto weight = [&](std::ptrdiff_t n) {
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(edge.cursor) + n;
    const bool inside = at >= 0 && at < static_cast<std::ptrdiff_t>(edge.v.size());
    return inside ? std::pow(edge.v[static_cast<std::size_t>(at)], 2) : 0.0;
  };
  edge_first_ = 0;
  edge_last_ = -1;
  for (std::ptrdiff_t from = -4; edges > 0 && from <= 4; ++from) {
    double sum = 0.0;
    for (std::ptrdiff_t n = from; n < from + edges; ++n) sum += weight(n);
    // The cursor must be among the symbols that the edges name.
    const bool holds_cursor = from + offset + first <= 0 && from + edges - 1 + offset + last >= 0;
    if (sum > most && holds_cursor) {
      most = sum;
      edge_first_ = from;
      edge_last_ = from + edges - 1;
    }
  }
  const double all = square_sum(edge.v);
  enumerated_share_ = edges > 0 && all > 0.0 ? most / all : (jitters ? 0.0 : 1.0);
  window_first_ = edge_last_ >= edge_first_ ? edge_first_ + offset + first : 0;
  window_last_ = edge_last_ >= edge_first_ ? edge_last_ + offset + last : 0;
}

/// True if the combination's symbols of the event can take their steps, or where there is none.
bool InstantDensity::takes_event(std::size_t combination, bool mirrored) const {
  const std::size_t levels = levels_.size();
  for (std::ptrdiff_t n = window_first_; n <= window_last_; ++n, combination /= levels) {
    if (n > 0 || -n >= static_cast<std::ptrdiff_t>(event_.size())) continue;
    const bool up = (event_[static_cast<std::size_t>(-n)] > 0) != mirrored;
    if (combination % levels == (up ? levels - 1 : 0)) return false;
  }
  return true;
}

void InstantDensity::enumerate(const TransmitterSpec& tx, const EqualiserSettings& settings,
                               const Equalised& slicer) {
  const SymbolPulse& edge = slicer.edge;
  const std::vector<double>& slopes = slicer.edge_slope.v;
  const std::vector<double> steps = step_weights(settings.tx_ffe);
  const std::ptrdiff_t offset = -settings.tx_cursor;
  const double jitter2 = std::pow(tx.random_jitter_ui, 2) + std::pow(tx.dual_dirac_jitter_ui, 2);
  const double level_variance = square_sum(levels_) / static_cast<double>(levels_.size());
  const auto symbols = static_cast<std::size_t>(window_last_ - window_first_ + 1);
  // Edges that share a symbol with the window vary with it, all others are common to every case.
  std::vector<NearEdge> near;
  for (std::size_t i = 0; i < edge.v.size(); ++i) {
    const auto n = static_cast<std::ptrdiff_t>(i) - static_cast<std::ptrdiff_t>(edge.cursor);
    NearEdge here{edge.v[i], i < slopes.size() ? slopes[i] : 0.0,
                  n >= edge_first_ && n <= edge_last_, std::vector<double>(symbols, 0.0), 0.0};
    bool known = false;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      const std::ptrdiff_t index = n + offset + static_cast<std::ptrdiff_t>(k) - window_first_;
      if (index >= 0 && index < static_cast<std::ptrdiff_t>(symbols)) {
        here.steps[static_cast<std::size_t>(index)] = steps[k];
        known = known || steps[k] != 0.0;
      } else {
        here.unknown_square += level_variance * steps[k] * steps[k];
      }
    }
    if (known) {
      near.push_back(std::move(here));
    } else {
      common_variance_ += jitter2 * here.weight_v * here.weight_v * here.unknown_square;
    }
  }
  const std::vector<double> isi = isi_of_window(slicer.residual, window_first_, symbols);
  std::size_t count = 1, before_cursor = 1;
  for (std::ptrdiff_t n = window_first_; n <= window_last_; ++n) {
    count *= levels_.size();
    if (n < 0) before_cursor *= levels_.size();
  }
  const std::vector<double> noise_moved = noise_of_moved_edges(slicer, tx, edge_first_, edge_last_);
  // Levels are symmetric: with all symbols negated a case is its own mirror image, so half of them
  // do.
  std::vector<double> a(symbols);
  for (std::size_t combination = 0; combination < count / 2; ++combination) {
    const bool as_is = takes_event(combination, false), mirrored = takes_event(combination, true);
    if (!as_is && !mirrored) continue;
    levels_of(combination, levels_, a);
    const auto cursor_level =
        static_cast<std::uint8_t>(combination / before_cursor % levels_.size());
    const EdgeMoves moves = moves_of(near, a, tx);
    const double shift = std::inner_product(a.begin(), a.end(), isi.begin(), 0.0);
    for (std::size_t signs = 0; signs < (std::size_t{1} << moves.late_v.size()); ++signs) {
      double moved = shift, spread = common_variance_ + moves.variance + noise_moved[signs];
      for (std::size_t i = 0; i < moves.late_v.size(); ++i) {
        const bool late = ((signs >> i) & 1U) != 0;
        moved += late ? moves.late_v[i] : -moves.late_v[i];
        spread += late ? moves.late_variance[i] : moves.early_variance[i];
      }
      // Rounding to bins spread the rest by its added variance; the Gaussian gives it back.
      spread = std::max(spread - rest_->added_variance(), 1e-4 * width_v_ * width_v_);
      cases_.push_back({moved, std::log(spread), cursor_level, as_is, mirrored});
    }
  }
}

}  // namespace chappe
