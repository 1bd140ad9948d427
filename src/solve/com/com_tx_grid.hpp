#pragma once
// Every setting of the transmit FFE that a COM sheet's ranges give, by number.
#include <optional>
#include <vector>

#include "solve/com/com_config.hpp"

namespace chappe {

/// Numbers run as the reference's loops: the farthest precursor slowest, the last post-cursor
/// fastest.
class ComTxGrid {
 public:
  explicit ComTxGrid(const ComConfig& config);

  std::size_t size() const { return size_; }
  int cursor() const { return cursor_; }  ///< index of c(0) in the taps
  /// Number of taps, c(0) among them. Leading precursors that can only be 0 are left out.
  int taps() const { return static_cast<int>(kept_.size()) + 1; }
  int shift_max() const;
  /// The taps of a setting; nothing if c(0) = 1 - sum |c_i| is below its minimum.
  std::optional<std::vector<double>> taps_of(std::size_t number) const;
  /// Index of each range's value, from the slowest.
  std::vector<int> digits(std::size_t number) const;
  const std::vector<std::vector<double>>& ranges() const { return ranges_; }

 private:
  std::vector<std::vector<double>> ranges_{};
  std::vector<std::size_t> kept_{};  ///< ranges that become taps
  double c0_min_{0.0};
  int cursor_{0};
  std::size_t size_{1};
};

}  // namespace chappe
