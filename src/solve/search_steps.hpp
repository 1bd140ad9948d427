#pragma once
// Moves of the equaliser search on its grid, and the merits of the points that they meet.
#include <atomic>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solve/coarse_merit.hpp"
#include "solve/search_grid.hpp"

namespace chappe {

/// A point is changed in place to a better one near it; what comes back is its merit [dB].
class SearchSteps {
 public:
  using Scored = std::pair<double, SearchPoint>;
  /// How far below the best of then a point may be to be kept in `close`.
  static constexpr double kClose_db = 0.06;

  /// @param signals, stop  must outlive this
  SearchSteps(const SectionSignals& signals, const std::atomic<bool>* stop)
      : signals_(signals),
        stop_(stop),
        grid_(signals),
        merit_(std::make_shared<const SectionSpectra>(signals, noise_lags(signals))) {}
  /// The same, `ratio` times finer in time.
  SearchSteps(const SearchSteps& coarse, int ratio)
      : signals_(coarse.signals_),
        stop_(coarse.stop_),
        grid_(coarse.signals_),
        merit_(coarse.merit_, ratio),
        widest_(ratio) {}

  double merit(const SearchPoint& point);
  /// @throws Interrupted when `stop` is set
  const CoarseBank& bank_of(const SearchPoint& point);
  /// Instants about the pulse's peak; the point changes where one is above `best`.
  double scan_samples(SearchPoint& point, double best);
  /// Every tap over its whole range in turn.
  double scan_taps(SearchPoint& point, double best);
  double climb(SearchPoint& point, std::ptrdiff_t step, double hopeless);
  double descend(SearchPoint& point, double best);
  double descend_taps(SearchPoint& point, double best);
  /// @param gains, lf_gains  how many settings of the CTLE to either side
  double polish(SearchPoint& point, double best, int gains, int lf_gains);

  const SearchGrid& grid() const { return grid_; }
  const CoarseMerit& merits() const { return merit_; }
  const std::vector<Scored>& close() const { return close_; }
  long evaluated() const { return evaluated_; }

 private:
  bool consider(std::optional<SearchPoint> to, SearchPoint& point, double& best);
  bool step_knobs(const std::vector<int>& stride, SearchPoint& point, double& best);
  bool step_pairs(const std::vector<int>& stride, SearchPoint& point, double& best);

  const SectionSignals& signals_;
  const std::atomic<bool>* stop_;
  SearchGrid grid_;
  CoarseMerit merit_;
  std::ptrdiff_t widest_{1};  ///< step of the instant that goes with every other step, samples
  std::map<std::pair<std::size_t, std::size_t>, CoarseBank> banks_{};
  std::unordered_map<std::uint64_t, double> known_{};  ///< merits by the grid's keys
  std::vector<Scored> close_{};
  long evaluated_{0};
};

}  // namespace chappe
