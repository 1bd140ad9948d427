#pragma once
// The decision feedback equaliser of COM: taps within limits, banks of floating taps, limit on the
// power of the tail (annex 93A.1.6 and 802.3ck).
#include <span>
#include <vector>

#include "solve/com/com_config.hpp"
#include "solve/com/com_floating.hpp"

namespace chappe {

/// Designs taps; keeps its memory from one design to the next. One value a post-cursor 1 ..
/// dfe.total().
class ComDfeDesigner {
 public:
  explicit ComDfeDesigner(const ComDfe& dfe);

  /// @param posts  s(t_s + n M), n = 1 .. total() [V]   @param cursor  s(t_s) [V], > 0
  void design(double cursor, std::span<const double> posts);

  const std::vector<double>& taps() const { return taps_; }  ///< relative to the cursor
  /// Positions of the floating taps [UI behind the cursor], ascending.
  const std::vector<int>& floating() const { return floating_; }
  double tail_rss() const { return tail_rss_; }  ///< ahead of its limit
  /// A post-cursor's tap as the density takes it [relative to the cursor]: limits after the tail's
  /// with floating taps, else (as the reference does) the sheet's.
  double density_tap(int n, double post_over_cursor) const;

 private:
  void set_limits(double cursor, std::span<const double> posts);
  void limit_tail();

  ComDfe dfe_;
  ComFloatingTaps banks_{};
  std::vector<double> taps_{}, low_{}, high_{};
  std::vector<int> floating_{};
  double tail_rss_{0.0};
};

}  // namespace chappe
