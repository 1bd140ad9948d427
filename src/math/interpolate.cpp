#include "math/interpolate.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/constants.hpp"
#include "base/errors.hpp"

namespace chappe {
namespace {

void check_grid(std::span<const double> x, std::span<const double> y) {
  ensure(!x.empty() && x.size() == y.size(),
         "an interpolation grid has as many x as y, at least 1");
  for (std::size_t i = 1; i < x.size(); ++i) ensure(x[i - 1] < x[i], "x ascends strictly");
}

std::string number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

/// Index i of the interval [x_i, x_{i+1}] that holds `at`, and `at` itself, held or refused
/// outside.
struct Place {
  std::size_t index{0};
  double at{0.0};
  bool held{false};
};

Place locate(std::span<const double> x, double at, Outside outside, std::string_view what) {
  const bool inside = at >= x.front() && at <= x.back();
  if (!inside && (outside == Outside::error || std::isnan(at))) {
    throw ModelError(std::string(what) + " = " + number(at) + " is outside [" + number(x.front()) +
                     ", " + number(x.back()) + "]");
  }
  const double held = std::clamp(at, x.front(), x.back());
  const auto above =
      static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), held) - x.begin());
  const std::size_t last = x.size() < 2 ? 0 : x.size() - 2;
  return {std::min(above - 1, last), held, !inside};
}

double linear_at(std::span<const double> x, std::span<const double> y, double at, Outside outside,
                 std::string_view what) {
  const Place place = locate(x, at, outside, what);
  const std::size_t i = place.index;
  if (x.size() == 1 || place.at == x[i]) return y[i];
  if (place.at == x[i + 1]) return y[i + 1];
  const double t = (place.at - x[i]) / (x[i + 1] - x[i]);
  return (1.0 - t) * y[i] + t * y[i + 1];
}

/// Slope at an end from the two intervals beside it, limited so that the curve stays monotone.
double end_slope(double h0, double h1, double d0, double d1) {
  const double slope = ((2.0 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0.0) return 0.0;
  if (d0 * d1 <= 0.0 && std::abs(slope) > 3.0 * std::abs(d0)) return 3.0 * d0;
  return slope;
}

std::vector<double> pchip_slopes(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> slope(n, 0.0), h(n), d(n);
  if (n < 2) return slope;
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x[i + 1] - x[i];
    d[i] = (y[i + 1] - y[i]) / h[i];
  }
  if (n == 2) return {d[0], d[0]};
  for (std::size_t i = 1; i + 1 < n; ++i) {
    if (d[i - 1] * d[i] <= 0.0) continue;
    const double w0 = 2.0 * h[i] + h[i - 1], w1 = h[i] + 2.0 * h[i - 1];
    slope[i] = (w0 + w1) / (w0 / d[i - 1] + w1 / d[i]);
  }
  slope[0] = end_slope(h[0], h[1], d[0], d[1]);
  slope[n - 1] = end_slope(h[n - 2], h[n - 3], d[n - 2], d[n - 3]);
  return slope;
}

}  // namespace

double interpolate_linear(std::span<const double> x, std::span<const double> y, double at,
                          Outside outside, std::string_view what) {
  check_grid(x, y);
  return linear_at(x, y, at, outside, what);
}

std::vector<double> interpolate_linear(std::span<const double> x, std::span<const double> y,
                                       std::span<const double> at, Outside outside,
                                       std::string_view what) {
  check_grid(x, y);
  std::vector<double> out(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) out[i] = linear_at(x, y, at[i], outside, what);
  return out;
}

Pchip::Pchip(std::vector<double> x, std::vector<double> y, Outside outside, std::string what)
    : x_(std::move(x)), y_(std::move(y)), outside_(outside), what_(std::move(what)) {
  check_grid(x_, y_);
  slope_ = pchip_slopes(x_, y_);
}

double Pchip::operator()(double at) const {
  const Place place = locate(x_, at, outside_, what_);
  const std::size_t i = place.index;
  if (x_.size() == 1) return y_[0];
  const double h = x_[i + 1] - x_[i], t = (place.at - x_[i]) / h, u = 1.0 - t;
  return u * u * (1.0 + 2.0 * t) * y_[i] + t * t * (1.0 + 2.0 * u) * y_[i + 1] +
         h * t * u * (u * slope_[i] - t * slope_[i + 1]);
}

double Pchip::slope(double at) const {
  const Place place = locate(x_, at, outside_, what_);
  const std::size_t i = place.index;
  if (place.held || x_.size() == 1) return 0.0;
  const double h = x_[i + 1] - x_[i], t = (place.at - x_[i]) / h, u = 1.0 - t;
  return 6.0 * t * u * (y_[i + 1] - y_[i]) / h + u * (1.0 - 3.0 * t) * slope_[i] +
         t * (3.0 * t - 2.0) * slope_[i + 1];
}

std::vector<double> unwrap_phase(std::span<const double> phase_rad) {
  std::vector<double> out(phase_rad.begin(), phase_rad.end());
  double turns = 0.0;
  for (std::size_t i = 1; i < out.size(); ++i) {
    turns -= std::round((phase_rad[i] - phase_rad[i - 1]) / (2.0 * kPi));
    out[i] += 2.0 * kPi * turns;
  }
  return out;
}

}  // namespace chappe
