#include "solve/eye.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "dsp/ffe_dfe.hpp"
#include "math/roots.hpp"
#include "math/special.hpp"
#include "solve/slicer.hpp"

namespace chappe {
namespace {

/// The contour of every error ratio for one level at one instant. Looks for it in Q^-1 of the
/// probability, which is nearly straight in the tails, and keeps what it has looked at.
/// @param from_v  where the search begins, best near the level  @return [ber], descending
std::vector<double> lower_quantiles(const SlicerDensity& density, int symbol, double from_v,
                                    double step_v, const std::vector<double>& ber) {
  std::map<double, double> seen;
  const auto sigmas = [&](double v) {
    const auto found = seen.find(v);
    if (found != seen.end()) return found->second;
    const double p = std::clamp(density.below(symbol, v), 1e-290, 1.0 - 1e-9);
    return seen[v] = q_inverse(p);
  };
  std::vector<double> out;
  double high = from_v;
  for (const double p : ber) {
    const double wanted = q_inverse(p);
    while (sigmas(high) >= wanted) high += step_v;
    double low = high - step_v;
    while (sigmas(low) < wanted) {
      high = low;
      low -= step_v;
    }
    const auto root =
        find_root([&](double v) { return wanted - sigmas(v); }, low, high, 1e-5 * step_v);
    ensure(root.has_value(), "a contour lies in its bracket");
    out.push_back(*root);
    high = *root;
  }
  return out;
}

std::vector<double> all_ratios(const EyeOptions& options) {
  std::vector<double> out = options.ber;
  out.push_back(options.opening_ber);
  std::sort(out.begin(), out.end(), std::greater<>());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// Index of a contour in StatisticalEye::contour_v.
std::size_t contour_index(const StatisticalEye& eye, std::size_t ber, int subeye, int side,
                          std::size_t time) {
  const auto row = 2 * static_cast<std::size_t>(subeye) + static_cast<std::size_t>(side);
  return (ber * 2 * static_cast<std::size_t>(eye.subeyes) + row) * eye.time_ui.size() + time;
}

/// Everything at one instant. Levels are symmetric: a lower contour is the negative of the upper
/// one of the opposite sub-eye.
void add_instant(const SectionSignals& signals, const SlicerDensity& density, std::size_t time,
                 double cursor_v, StatisticalEye& eye) {
  eye.time_bathtub[time] = density.errors().ber;
  const auto levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio);
  for (int k = 0; k < eye.subeyes; ++k) {
    const double level_v = levels[static_cast<std::size_t>(k) + 1] * cursor_v;
    const auto upper = lower_quantiles(density, k + 1, level_v, 0.5 * eye.available_v, eye.ber);
    for (std::size_t b = 0; b < upper.size(); ++b) {
      eye.contour_v[contour_index(eye, b, k, 1, time)] = upper[b];
      eye.contour_v[contour_index(eye, b, eye.subeyes - 1 - k, 0, time)] = -upper[b];
    }
  }
}

void add_voltage_bathtub(const SlicerDensity& density, int count, int threads,
                         StatisticalEye& eye) {
  for (int i = 0; i < count; ++i) eye.offset.push_back(2.0 * i / (count - 1) - 1.0);
  const std::size_t n = eye.offset.size();
  eye.voltage_bathtub.resize(static_cast<std::size_t>(eye.subeyes) * n);
  parallel_for(eye.voltage_bathtub.size(), threads, [&](std::size_t at) {
    const std::size_t k = at / n;
    const double v = eye.threshold_v[k] + eye.offset[at % n] * eye.available_v;
    eye.voltage_bathtub[at] = density.threshold_errors(static_cast<int>(k), v);
  });
}

/// Time around 0, on a grid with straight lines between, for which `margin` is not negative.
double width_of(const std::vector<double>& time_ui, const std::vector<double>& margin) {
  const std::size_t middle = time_ui.size() / 2;
  if (margin[middle] < 0.0) return 0.0;
  const auto crossing = [&](std::size_t in, std::size_t out) {
    const double part = margin[in] / (margin[in] - margin[out]);
    return time_ui[in] + part * (time_ui[out] - time_ui[in]);
  };
  double first = time_ui.front(), last = 0.5;
  for (std::size_t i = middle; i-- > 0;) {
    if (margin[i] >= 0.0) continue;
    first = crossing(i + 1, i);
    break;
  }
  for (std::size_t i = middle + 1; i < time_ui.size(); ++i) {
    if (margin[i] >= 0.0) continue;
    last = crossing(i - 1, i);
    break;
  }
  return last - first;
}

void add_opening(double ber, StatisticalEye& eye) {
  const auto b =
      static_cast<std::size_t>(std::find(eye.ber.begin(), eye.ber.end(), ber) - eye.ber.begin());
  const std::size_t middle = eye.time_ui.size() / 2;
  eye.opening_ber = ber;
  for (int k = 0; k < eye.subeyes; ++k) {
    const double height_v = eye.contour(b, k, 1, middle) - eye.contour(b, k, 0, middle);
    std::vector<double> margin;
    for (std::size_t t = 0; t < eye.time_ui.size(); ++t) {
      const double threshold_v = eye.threshold_v[static_cast<std::size_t>(k)];
      margin.push_back(
          std::min(eye.contour(b, k, 1, t) - threshold_v, threshold_v - eye.contour(b, k, 0, t)));
    }
    const double width_ui = width_of(eye.time_ui, margin);
    eye.height_v = k == 0 ? height_v : std::min(eye.height_v, height_v);
    eye.width_ui = k == 0 ? width_ui : std::min(eye.width_ui, width_ui);
  }
}

}  // namespace

double StatisticalEye::contour(std::size_t ber_index, int subeye, int side,
                               std::size_t time) const {
  return contour_v[contour_index(*this, ber_index, subeye, side, time)];
}

StatisticalEye statistical_eye(const SectionSignals& signals, const SearchResult& search,
                               const EyeOptions& options) {
  ensure(options.offsets >= 2 && options.offsets % 2 == 0, "an eye has an even count of instants");
  ensure(options.thresholds >= 3 && options.thresholds % 2 == 1, "midway is among the thresholds");
  const double cursor_v = search.at_slicer.cursor_v;
  const DensityOptions density{options.bins, options.noise_factor};
  const auto crosstalk = crosstalk_densities(signals, search, density);
  StatisticalEye eye;
  eye.ber = all_ratios(options);
  eye.subeyes = signals.pam_levels - 1;
  const auto levels = transmitted_levels(signals.pam_levels, signals.tx.level_mismatch_ratio);
  for (const double threshold : midway_thresholds(levels)) {
    eye.threshold_v.push_back(threshold * cursor_v);
  }
  for (int i = 0; i < options.offsets; ++i) {
    eye.time_ui.push_back(static_cast<double>(i) / options.offsets - 0.5);
  }
  const std::size_t instants = eye.time_ui.size();
  eye.time_bathtub.resize(instants);
  eye.contour_v.resize(eye.ber.size() * static_cast<std::size_t>(2 * eye.subeyes) * instants);
  const SlicerDensity middle(signals, search, crosstalk, density);
  eye.available_v = middle.available_v();
  const bool all = parallel_for(
      instants, options.threads,
      [&](std::size_t i) {
        DensityOptions here = density;
        here.offset_ui = eye.time_ui[i];
        const SlicerDensity at(signals, search, crosstalk, here);
        add_instant(signals, at, i, cursor_v, eye);
      },
      options.stop);
  if (!all) throw Interrupted("stopped while drawing an eye");
  add_voltage_bathtub(middle, options.thresholds, options.threads, eye);
  add_opening(options.opening_ber, eye);
  return eye;
}

}  // namespace chappe
