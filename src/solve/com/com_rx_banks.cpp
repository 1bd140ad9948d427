// The floating taps of COM's receive FFE: which banks are taken.
#include <algorithm>
#include <limits>

#include "base/errors.hpp"
#include "solve/com/com_rx_ffe.hpp"

namespace chappe {

/// The best of the starts that are left, as an index.
bool ComRxFfeDesigner::best_start(std::size_t& best, double& error) {
  error = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const double here = trial(column(starts_[i]), dfe_.bank_taps, error);
    if (here >= error) continue;
    error = here;
    best = i;
  }
  return error < std::numeric_limits<double>::infinity();
}

/// Puts the taps of the bank at a position in use.
bool ComRxFfeDesigner::take(int position) {
  for (int k = 0; k < dfe_.bank_taps; ++k) {
    if (!system_.eliminate(column(position + k), fixed_)) return false;
    used_.push_back(column(position + k));
    positions_.push_back(position + k);
  }
  return true;
}

bool ComRxFfeDesigner::choose_banks() {
  const int width = dfe_.bank_taps;
  starts_.clear();
  for (int p = first_; p + width - 1 <= dfe_.span; ++p) {
    if (column(p + width - 1) < system_.columns()) starts_.push_back(p);
  }
  for (int k = 0; k < dfe_.banks && !starts_.empty(); ++k) {
    std::size_t best = 0;
    double error = 0.0;
    if (!best_start(best, error)) return false;
    const int chosen = starts_[best];
    if (!take(chosen)) return false;
    const auto from = starts_.begin() + static_cast<std::ptrdiff_t>(best);
    const auto left = static_cast<std::ptrdiff_t>(starts_.size() - best);
    starts_.erase(from, from + std::min<std::ptrdiff_t>(width, left));
    std::erase_if(starts_, [=](int p) { return p < chosen && p > chosen - width; });
  }
  return true;
}

/// By the size of the post-cursors ahead of the FFE, whatever a tap's limit.
bool ComRxFfeDesigner::choose_by_isi() {
  std::vector<double> posts;
  for (int p = first_; p <= dfe_.span; ++p) {
    const auto i = static_cast<std::size_t>(cursor_ + p);
    posts.push_back(i < pulse_.size() ? pulse_[i] : 0.0);
  }
  const std::vector<int>& chosen = isi_banks_.choose(posts, std::numeric_limits<double>::infinity(),
                                                     dfe_.banks, dfe_.bank_taps, dfe_.bank_max);
  for (const int i : chosen) {
    const int position = first_ + i;
    if (column(position) >= system_.columns()) return false;
    if (!system_.eliminate(column(position), fixed_)) return false;
    used_.push_back(column(position));
    positions_.push_back(position);
  }
  return true;
}

}  // namespace chappe
