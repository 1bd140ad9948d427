#include "solve/com/com_sampling.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {
namespace {

constexpr std::ptrdiff_t kPeakWindowUi = 20;
constexpr std::ptrdiff_t kRiseWindowUi = 4;
constexpr double kRise = 0.01;  // of the peak

int sign(double x) { return (x > 0.0) - (x < 0.0); }

/// A stretch of the equalised pulse; 0 outside.
struct Stretch {
  std::ptrdiff_t first{0};
  std::span<const double> values{};
  double operator()(std::ptrdiff_t i) const {
    const std::ptrdiff_t at = i - first;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(values.size())) return 0.0;
    return values[static_cast<std::size_t>(at)];
  }
};

/// Sample before the last rise through the threshold, not later than the peak.
std::optional<std::ptrdiff_t> last_rise(const Stretch& s, std::ptrdiff_t from, std::ptrdiff_t peak,
                                        double threshold) {
  for (std::ptrdiff_t i = peak - 1; i >= from; --i) {
    if (sign(s(i + 1) - threshold) - sign(s(i) - threshold) >= 1) return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::ptrdiff_t> com_sampling_instant(const ComConfig& config, const ComPulse& pulse,
                                                   std::span<const ComTxTap> taps,
                                                   std::ptrdiff_t around,
                                                   std::vector<double>& work) {
  const std::ptrdiff_t m = pulse.samples(), size = pulse.size();
  const std::ptrdiff_t low = std::max<std::ptrdiff_t>(0, around - kPeakWindowUi * m);
  const std::ptrdiff_t high = std::min(size - 1, around + kPeakWindowUi * m);
  // The window and what the rise and the candidates may reach beyond it.
  const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, low - (kRiseWindowUi + 1) * m);
  const std::ptrdiff_t last = std::min(size - 1, high + 3 * m);
  work.resize(static_cast<std::size_t>(last - first + 1));
  pulse.run(taps, first, work);
  const Stretch s{first, work};

  const auto peak_at =
      std::max_element(work.begin() + (low - first), work.begin() + (high - first) + 1);
  const std::ptrdiff_t peak = first + (peak_at - work.begin());
  if (config.ts_anchor == 1) return peak;
  const auto best = [](std::ptrdiff_t from, std::ptrdiff_t to, auto&& merit) {
    std::ptrdiff_t at = from;
    double least = merit(from);
    for (std::ptrdiff_t i = from + 1; i <= to; ++i) {
      const double here = merit(i);
      if (here < least) {
        least = here;
        at = i;
      }
    }
    return at;
  };
  if (config.ts_anchor == 2) {
    return best(std::max<std::ptrdiff_t>(0, peak - m), std::min(size - 1, peak + m),
                [&](std::ptrdiff_t i) { return s(i - m) - s(i); });
  }
  const auto rise =
      last_rise(s, std::max<std::ptrdiff_t>(0, peak - kRiseWindowUi * m), peak, kRise * *peak_at);
  if (!rise) return std::nullopt;
  const double limit = config.dfe.taps > 0 ? config.dfe.b_max.at(0) : 0.0;
  return best(*rise, std::min(size - 1, *rise + 2 * m), [&](std::ptrdiff_t i) {
    const double post = s(i + m) - limit * s(i);
    return config.mod_mm ? std::abs(post) : std::abs(s(i - m) - std::max(post, 0.0));
  });
}

}  // namespace chappe
