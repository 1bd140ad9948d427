#include "solve/com/com_tx_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/errors.hpp"

namespace chappe {

ComTxGrid::ComTxGrid(const ComConfig& config) : c0_min_(config.c0_min) {
  bool leading = true;
  for (const auto& [position, values] : config.tx_ffe) {
    ensure(position != 0 && !values.empty(), "a transmit tap has values");
    const bool zero = values.size() == 1 && values.front() == 0.0;
    leading = leading && position < 0 && zero;
    if (!leading) {
      kept_.push_back(ranges_.size());
      if (position < 0) ++cursor_;
    }
    ranges_.push_back(values);
    if (size_ > std::numeric_limits<std::size_t>::max() / 64 / values.size()) {
      throw DataError("COM: the transmit FFE's ranges give too many settings");
    }
    size_ *= values.size();
  }
}

int ComTxGrid::shift_max() const { return std::max(cursor_, taps() - 1 - cursor_); }

std::vector<int> ComTxGrid::digits(std::size_t number) const {
  std::vector<int> out(ranges_.size());
  for (std::size_t i = ranges_.size(); i-- > 0;) {
    out[i] = static_cast<int>(number % ranges_[i].size());
    number /= ranges_[i].size();
  }
  return out;
}

std::optional<std::vector<double>> ComTxGrid::taps_of(std::size_t number) const {
  const std::vector<int> digit = digits(number);
  double c0 = 1.0;
  std::vector<double> out;
  for (const std::size_t range : kept_) {
    if (static_cast<int>(out.size()) == cursor_) out.push_back(0.0);
    const double value = ranges_[range][static_cast<std::size_t>(digit[range])];
    c0 -= std::abs(value);
    out.push_back(value);
  }
  if (static_cast<int>(out.size()) == cursor_) out.push_back(0.0);
  out[static_cast<std::size_t>(cursor_)] = c0;
  if (c0 < c0_min_) return std::nullopt;
  return out;
}

}  // namespace chappe
