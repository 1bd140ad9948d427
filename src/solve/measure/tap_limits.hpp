#pragma once
// What the reference equaliser of TDECQ may be.
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace chappe::measure {

/// Range of a tap over the cursor's.
struct TapRange {
  double low{-1.0}, high{1.0};
};

/// Limits of a feed-forward equaliser with taps at one a symbol, sum 1.
struct TapLimits {
  std::string name{};
  std::size_t most_precursors{0};
  /// Of the cursor itself.
  TapRange cursor{-std::numeric_limits<double>::infinity(),
                  std::numeric_limits<double>::infinity()};
  /// Of the taps 1, 2, ... symbols beside the cursor, before and after it alike; the last one also
  /// holds for those farther away; empty = none.
  std::vector<TapRange> beside{};
  /// Most |w[1] - w[-1]| over the cursor.
  std::optional<double> most_difference{};
  std::string source{};
  bool verified{false};  ///< its source was seen
};

/// "802.3cd": the cursor is the largest tap and one of the first three, and at least 0.8 (IEEE Std
///   802.3bs/cd clause 121.8.5.4 and kin: recalled, no text seen); with 9 taps and more one of the
///   first four.
/// "802.3dj": a draft's ranges, by the file ffe_bounds.py of the public TDECQ-Calculator-Py
///   (2d23096), which names welch_3dj_01_2405: second hand.
/// "none": the cursor may be any tap.
/// @param taps  how many the equaliser has
/// @throws ScenarioError for another name, with the names that there are
TapLimits tap_limits(std::string_view name, std::size_t taps);
std::vector<std::string> tap_limit_names();

/// sum_k factor[k] w[k] <= bound.
struct TapConstraint {
  std::vector<double> factor{};
  double bound{0.0};
};
/// The limits for one place of the cursor.
std::vector<TapConstraint> tap_constraints(const TapLimits& limits, std::size_t taps,
                                           std::size_t cursor);

}  // namespace chappe::measure
