#include "solve/com/com_dfe.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

double quantised(double x, double step) {
  if (step <= 0.0) return x;
  const double size = std::floor(std::abs(x) / step) * step;
  return x < 0.0 ? -size : size;
}

/// As the reference clips: the upper limit last.
double clipped(double x, double low, double high) { return std::min(std::max(x, low), high); }

}  // namespace

ComDfeDesigner::ComDfeDesigner(const ComDfe& dfe) : dfe_(dfe) {
  ensure(static_cast<int>(dfe.b_min.size()) >= dfe.taps &&
             static_cast<int>(dfe.b_max.size()) >= dfe.taps,
         "a limit for each DFE tap");
}

void ComDfeDesigner::set_limits(double cursor, std::span<const double> posts) {
  const auto fixed = static_cast<std::size_t>(dfe_.taps);
  low_.assign(posts.size(), 0.0);
  high_.assign(posts.size(), 0.0);
  std::copy_n(dfe_.b_min.begin(), fixed, low_.begin());
  std::copy_n(dfe_.b_max.begin(), fixed, high_.begin());
  floating_.clear();
  if (dfe_.banks == 0) return;
  for (const int at :
       banks_.choose(posts.subspan(fixed), cursor, dfe_.banks, dfe_.bank_taps, dfe_.bank_max)) {
    const std::size_t n = fixed + static_cast<std::size_t>(at);
    floating_.push_back(static_cast<int>(n) + 1);
    low_[n] = -dfe_.bank_max;
    high_[n] = dfe_.bank_max;
  }
}

void ComDfeDesigner::design(double cursor, std::span<const double> posts) {
  ensure(static_cast<int>(posts.size()) == dfe_.total(), "a post-cursor for each tap");
  set_limits(cursor, posts);
  taps_.resize(posts.size());
  for (std::size_t n = 0; n < posts.size(); ++n) {
    taps_[n] = clipped(quantised(posts[n] / cursor, dfe_.step), low_[n], high_[n]);
  }
  limit_tail();
}

void ComDfeDesigner::limit_tail() {
  tail_rss_ = 0.0;
  if (dfe_.tail_start <= 0 || dfe_.tail_start > dfe_.total()) return;
  const auto first = static_cast<std::size_t>(dfe_.tail_start - 1);
  for (std::size_t n = first; n < taps_.size(); ++n) tail_rss_ += taps_[n] * taps_[n];
  tail_rss_ = std::sqrt(tail_rss_);
  if (tail_rss_ == 0.0 || tail_rss_ < dfe_.tail_rss_max) return;
  for (std::size_t n = first; n < taps_.size(); ++n) {
    high_[n] = std::abs(taps_[n]) * dfe_.tail_rss_max / tail_rss_;
    low_[n] = -high_[n];
    taps_[n] = clipped(taps_[n], low_[n], high_[n]);
  }
}

double ComDfeDesigner::density_tap(int n, double post_over_cursor) const {
  const auto i = static_cast<std::size_t>(n - 1);
  const bool final_limits = dfe_.banks > 0;
  return clipped(quantised(post_over_cursor, dfe_.step), final_limits ? low_[i] : dfe_.b_min[i],
                 final_limits ? high_[i] : dfe_.b_max[i]);
}

}  // namespace chappe
