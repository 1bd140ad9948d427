#include "solve/tail_tables.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"

namespace chappe {
namespace {

double log_of(double sum) {
  return sum > 0.0 ? std::max(std::log(sum), TailTables::kLeastLog) : TailTables::kLeastLog;
}

}  // namespace

TailTables::TailTables(const Density& rest, double low, double high, DensityScratch& scratch)
    : low_(low), per_bin_(1.0 / rest.width()) {
  const auto steps =
      static_cast<std::size_t>(std::clamp(std::ceil((high - low) / 0.12), 0.0, 60.0));
  nodes_ = steps == 0 ? 1 : std::max<std::size_t>(steps + 1, 4);
  if (nodes_ > 1) per_step_ = static_cast<double>(nodes_ - 1) / (high - low);
  // From the widest to the narrowest, which lies within it.
  for (std::size_t node = nodes_; node-- > 0;) {
    Density total = rest;
    const double log_variance = nodes_ == 1 ? low : low + static_cast<double>(node) / per_step_;
    total.add_gaussian(std::exp(0.5 * log_variance), scratch);
    if (edges_ == 0) {
      edges_ = total.mass().size() + 1;
      first_ = total.amplitude(0) - 0.5 * rest.width();
      below_.assign(edges_ * nodes_, 0.0);
      above_.assign(edges_ * nodes_, 0.0);
    }
    fill(node, total);
  }
}

void TailTables::fill(std::size_t node, const Density& total) {
  const auto mass = total.mass();
  const auto begin = static_cast<std::size_t>(
      std::lround((total.amplitude(0) - 0.5 * total.width() - first_) * per_bin_));
  ensure(begin + mass.size() < edges_, "a lesser variance reaches less far");
  const auto mass_at = [&](std::size_t k) {
    return k >= begin && k - begin < mass.size() ? mass[k - begin] : 0.0;
  };
  double sum = 0.0;
  for (std::size_t k = 0; k < edges_; ++k) {
    below_[k * nodes_ + node] = log_of(sum);
    sum += mass_at(k);
  }
  sum = 0.0;
  for (std::size_t k = edges_; k-- > 0;) {
    above_[k * nodes_ + node] = log_of(sum);
    if (k > 0) sum += mass_at(k - 1);
  }
}

double TailTables::log_tail(double log_variance, double distance, bool above, double least) const {
  const std::vector<double>& table = above ? above_ : below_;
  const double x = std::clamp(((above ? distance : -distance) - first_) * per_bin_, 0.0,
                              static_cast<double>(edges_ - 1));
  const auto edge = std::min(static_cast<std::size_t>(x), edges_ - 2);
  const double part = x - static_cast<double>(edge);
  const double* here = &table[edge * nodes_];
  const auto at = [&](std::size_t node) {
    return here[node] + part * (here[node + nodes_] - here[node]);
  };
  if (nodes_ == 1) return at(0);
  const double position = (log_variance - low_) * per_step_;
  const auto base =
      static_cast<std::size_t>(std::clamp(position - 1.0, 0.0, static_cast<double>(nodes_ - 4)));
  const double y3 = at(base + 3);
  if (y3 < least) return y3;  // a greater variance has a longer tail
  const double y0 = at(base), y1 = at(base + 1), y2 = at(base + 2);
  const double shortest = std::min({y0, y1, y2, y3});
  if (shortest <= kLeastLog) return shortest;
  const double t = position - static_cast<double>(base);
  const double t1 = t - 1.0, t2 = t - 2.0, t3 = t - 3.0;
  return t1 * t2 * (t * y3 - t3 * y0) * (1.0 / 6.0) + t * t3 * (t2 * y1 - t1 * y2) * 0.5;
}

}  // namespace chappe
