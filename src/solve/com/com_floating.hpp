#pragma once
// Which post-cursors the floating taps of COM stand on (802.3ck's floating DFE, by the reference's
// rules, which favour banks that lie one behind the other).
#include <span>
#include <vector>

namespace chappe {

/// Keeps its memory from one choice to the next.
class ComFloatingTaps {
 public:
  /// @param v  post-cursors behind the fixed taps [V]   @param cursor  [V]
  /// @param banks, width  number of banks, taps a bank: banks * width <= v.size()
  /// @param bank_max  tap limit relative to the cursor (< 0: the limit is left out, as there)
  /// @return positions in v, counting from 0, ascending
  const std::vector<int>& choose(std::span<const double> v, double cursor, int banks, int width,
                                 double bank_max);

 private:
  void rank();
  bool leads_in_order(int banks) const;
  bool in_shadow(int start, int of) const;
  bool accept(int start, bool& reserve) const;
  int next_start(bool last_bank, int& reserved);
  void take(int start);

  int width_{0};
  std::vector<double> gain_{};  ///< one a start
  std::vector<int> order_{};    ///< starts by gain, descending
  std::vector<char> chosen_{};  ///< one a position
  std::vector<int> positions_{};
};

}  // namespace chappe
