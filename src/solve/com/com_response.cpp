#include "solve/com/com_response.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/fft.hpp"

namespace chappe {
namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();
constexpr std::size_t kLowPoints = 10;  // of the magnitude's trend to 0, and of the phase's repair
constexpr double kStepsMax = 1e7;       // of a transform: 10 MHz steps give 85,000
constexpr std::size_t kDelayPoints = 50;  // group delays of a trend

std::string digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

struct Line {
  double value_at_0{0.0}, slope{0.0};
  double at(double x) const { return value_at_0 + slope * x; }
};

/// Least squares straight line.
Line fit_line(std::span<const double> x, std::span<const double> y) {
  const double n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xx = 0.0, xy = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    xy += (x[i] - mean_x) * (y[i] - mean_y);
  }
  return {mean_y - xy / xx * mean_x, xy / xx};
}

/// Ascending points, walked through once by ascending x.
class Walk {
 public:
  Walk(std::span<const double> x, std::span<const double> y) : x_(x), y_(y) {}
  double at(double x) {
    while (i_ + 2 < x_.size() && x_[i_ + 1] <= x) ++i_;
    const double t = (x - x_[i_]) / (x_[i_ + 1] - x_[i_]);
    return y_[i_] + t * (y_[i_ + 1] - y_[i_]);  // beyond the ends: the nearest two points
  }

 private:
  std::span<const double> x_, y_;
  std::size_t i_{0};
};

std::vector<double> magnitude_on_grid(std::span<const double> f, std::span<const cd> spectrum,
                                      std::span<const double> grid) {
  std::vector<double> x(f.begin(), f.end()), m;
  for (const cd value : spectrum) m.push_back(std::max(std::abs(value), kEps));
  const double top = grid.back();
  const std::size_t half = (f.size() + 1) / 2 - 1;  // number round(N / 2), counted from 1
  const double high =
      std::clamp(fit_line(f.subspan(half), std::span(m).subspan(half)).at(top), kEps, m.back());
  if (f.front() > 0.0) {
    const double low = fit_line(f.first(kLowPoints), std::span(m).first(kLowPoints)).at(0.0);
    x.insert(x.begin(), 0.0);
    m.insert(m.begin(), low);
  }
  if (f.back() < top) {
    x.push_back(top);
    m.push_back(high);
  }
  Walk walk(x, m);
  std::vector<double> out;
  for (const double g : grid) out.push_back(walk.at(g));
  return out;
}

std::vector<double> unwrapped_phase(std::span<const cd> spectrum) {
  std::vector<double> phase;
  double turns = 0.0, last = 0.0;
  for (const cd value : spectrum) {
    const double angle = std::arg(value);
    if (!phase.empty()) {
      if (angle - last > kPi) turns -= 2 * kPi;
      if (angle - last < -kPi) turns += 2 * kPi;
    }
    phase.push_back(angle + turns);
    last = angle;
  }
  return phase;
}

/// Mean of the delays that lie within one standard deviation of their median.
double trend(std::vector<double> delays) {
  const double n = static_cast<double>(delays.size());
  const double mean = std::accumulate(delays.begin(), delays.end(), 0.0) / n;
  double square = 0.0;
  for (const double d : delays) square += (d - mean) * (d - mean);
  const double deviation = std::sqrt(square / (n - 1));
  std::sort(delays.begin(), delays.end());
  const std::size_t middle = delays.size() / 2;
  const double median =
      delays.size() % 2 == 1 ? delays[middle] : 0.5 * (delays[middle - 1] + delays[middle]);
  double sum = 0.0, kept = 0.0;
  for (const double d : delays) {
    if (std::abs(d - median) >= deviation) continue;
    sum += d;
    kept += 1.0;
  }
  return kept > 0.0 ? sum / kept : median;
}

std::vector<double> phase_on_grid(std::span<const double> f, std::vector<double> phase,
                                  std::span<const double> grid) {
  const bool from_zero = f.front() == 0.0;
  double high_delay = 0.0;
  if (!from_zero) {
    std::vector<double> delays;
    for (std::size_t k = 0; k + 1 < f.size(); ++k) {
      delays.push_back(-(phase[k + 1] - phase[k]) / (f[k + 1] - f[k]));
    }
    const double low_delay = trend({delays.begin(), delays.begin() + kDelayPoints});
    high_delay = trend({delays.end() - (kDelayPoints + 1), delays.end()});
    for (std::size_t k = kLowPoints; k-- > 0;) {
      phase[k] = phase[k + 1] + low_delay * (f[k + 1] - f[k]);
    }
  }
  Walk walk(f, phase);
  std::vector<double> out;
  double last_f = 0.0, last_phase = 0.0;
  for (const double g : grid) {
    if (from_zero || g <= f.back()) {
      last_f = g;
      last_phase = walk.at(g);
      out.push_back(last_phase);
    } else {
      out.push_back(last_phase - high_delay * (g - last_f));
    }
  }
  return out;
}

}  // namespace

ComImpulseResponse com_impulse_response(std::span<const double> f_hz, std::span<const cd> spectrum,
                                        const ComTimeGrid& time, double threshold) {
  ensure(f_hz.size() == spectrum.size(), "one value a frequency");
  const std::size_t least = f_hz.empty() || f_hz.front() == 0.0 ? 4 : kDelayPoints + kLowPoints;
  if (f_hz.size() < least) {
    throw DataError("COM: a channel needs at least " + std::to_string(least) +
                    " frequencies, not " + std::to_string(f_hz.size()));
  }
  std::vector<double> phase = unwrapped_phase(spectrum);
  const double top = 0.5 * time.sample_rate_hz();
  const double df = f_hz[2] - f_hz[1];
  if (phase.back() > phase.front()) {
    throw DataError(
        "COM: the phase rises with frequency, as if the signal came before it was sent: wrong "
        "data, a sheet that leaves no signal, or a step too coarse for the delay (" +
        digits(df / 1e6) + " MHz tells delays up to " + digits(0.5e9 / df) + " ns)");
  }
  if (!(top / df <= kStepsMax)) {
    throw DataError("COM: the step of " + std::to_string(df) + " Hz from the second to the third" +
                    " frequency is too fine for a transform to " + std::to_string(top / 1e9) +
                    " GHz; COM takes data in even steps");
  }
  const std::size_t n = static_cast<std::size_t>(std::max(1.0, std::round(top / df)));
  std::vector<double> grid(n + 1);
  for (std::size_t k = 0; k <= n; ++k) {
    grid[k] = static_cast<double>(k) / static_cast<double>(n) * top;
  }
  const std::vector<double> magnitude = magnitude_on_grid(f_hz, spectrum, grid);
  const std::vector<double> angle = phase_on_grid(f_hz, std::move(phase), grid);
  std::vector<cd> full(n + 1);
  for (std::size_t k = 0; k <= n; ++k) full[k] = std::polar(1.0, angle[k]) * magnitude[k];
  full.front() = full.front().real();
  full.back() = full.back().real();

  ComImpulseResponse out;
  out.transform_size = 2 * n;
  out.time_step_s = 1.0 / (df * static_cast<double>(2 * n));
  out.h.resize(2 * n);
  RealFft(2 * n).inverse(full, out.h);
  double peak = 0.0;
  for (const double v : out.h) peak = std::max(peak, std::abs(v));
  std::size_t kept = out.h.size();
  while (kept > 1 && std::abs(out.h[kept - 1]) <= threshold * peak) --kept;
  out.h.resize(kept);
  return out;
}

std::vector<double> com_pulse(std::span<const double> h, int samples_per_symbol) {
  std::vector<double> pulse(h.size(), 0.0);
  // One lag at a time, the oldest first: each sum runs in the order of time.
  for (std::size_t lag = static_cast<std::size_t>(samples_per_symbol); lag-- > 0;) {
    for (std::size_t i = lag; i < h.size(); ++i) pulse[i] += h[i - lag];
  }
  return pulse;
}

double com_taper(double f_hz, double f_low_hz, double f_high_hz) {
  if (f_hz < f_low_hz) return 1.0;
  if (f_hz > f_high_hz) return 0.0;
  const double x = (f_hz - f_high_hz) / (f_high_hz - f_low_hz);  // -1 .. 0
  return 0.5 - 0.5 * std::cos(kPi * x);
}

cd com_edge(double f_hz, double rise_time_s) {
  const double x = kPi * f_hz * rise_time_s / 1.6832;
  return std::polar(std::exp(-2.0 * x * x), -2.0 * kPi * f_hz * 3.0 * rise_time_s);
}

}  // namespace chappe
