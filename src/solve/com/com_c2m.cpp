#include "solve/com/com_c2m.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "base/errors.hpp"
#include "solve/com/com_merit.hpp"

namespace chappe {
namespace {

std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

double square(double x) { return x * x; }

/// The pulse at S instants a symbol and what the DFE leaves of it.
struct Fine {
  std::ptrdiff_t s{0};        ///< S
  std::ptrdiff_t instant{0};  ///< of t_s
  std::vector<double> pulse{}, residual{};
};

Fine resampled(const ComC2mInput& in) {
  const std::ptrdiff_t m = in.samples, last = static_cast<std::ptrdiff_t>(in.pulse.size()) - 1;
  Fine out;
  out.s = in.samples_c2m;
  out.instant = in.instant * out.s / m;
  const std::ptrdiff_t count = out.instant + (last - in.instant) * out.s / m + 1;
  out.pulse.resize(at(count));
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    const std::ptrdiff_t place = in.instant * out.s + (i - out.instant) * m;  // in 1/S samples
    const std::ptrdiff_t below = place / out.s;
    const double share = static_cast<double>(place % out.s) / static_cast<double>(out.s);
    const double x = in.pulse[at(below)];
    out.pulse[at(i)] = share > 0.0 ? x + share * (in.pulse[at(below + 1)] - x) : x;
  }
  return out;
}

/// First sample of the window n symbols behind the cursor's.
std::ptrdiff_t window_start(const Fine& fine, std::ptrdiff_t n) {
  return fine.instant - fine.s / 2 + n * fine.s;
}

void take_off_dfe(const ComC2mInput& in, Fine& fine) {
  const auto taps = static_cast<std::ptrdiff_t>(in.dfe.size());
  const std::ptrdiff_t needed = window_start(fine, taps + 1);
  if (static_cast<std::ptrdiff_t>(fine.pulse.size()) < needed) fine.pulse.resize(at(needed), 0.0);
  fine.residual = fine.pulse;
  const double cursor = fine.pulse[at(fine.instant)];
  for (std::ptrdiff_t n = 0; n <= taps; ++n) {
    for (std::ptrdiff_t k = std::max<std::ptrdiff_t>(0, -window_start(fine, n)); k < fine.s; ++k) {
      double& x = fine.residual[at(window_start(fine, n) + k)];
      x = n == 0 ? 0.0 : x - cursor * in.dfe[at(n - 1)];
    }
  }
}

/// Residual and slopes [V/UI] at one phase.
struct Column {
  std::vector<double> residual{}, slopes{};
};

/// @param j  instant of the cursor's window, S/2 being that of t_s
Column column_of(const Fine& fine, std::ptrdiff_t j) {
  const auto rows = static_cast<std::ptrdiff_t>(
      std::round(static_cast<double>(fine.pulse.size()) / static_cast<double>(fine.s)));
  const std::ptrdiff_t k = (j - fine.s / 2 + fine.instant + fine.s) % fine.s;
  const std::ptrdiff_t first = fine.s, end = fine.s * (rows - 1);  // samples that count
  Column out;
  for (std::ptrdiff_t i = first + k; i < end; i += fine.s) {
    out.residual.push_back(fine.residual[at(i)]);
    if (i - 1 < first || i + 1 >= end) continue;
    out.slopes.push_back((fine.pulse[at(i + 1)] - fine.pulse[at(i - 1)]) *
                         static_cast<double>(fine.s) / 2.0);
  }
  return out;
}

/// Residual, jitter and noise at one phase, without the levels and without crosstalk.
ComDensity density_of(const ComC2mInput& in, Column column) {
  double norm2 = 0.0;
  for (const double v : column.slopes) norm2 += v * v;
  const double sigma_rj = in.sigma_rj_ui * com_sigma_x(in.levels) * std::sqrt(norm2);
  const double sigma = std::hypot(sigma_rj, in.sigma_n_v, in.sigma_tx_v);
  for (double& v : column.slopes) v *= in.a_dd_ui;
  const ComDensity noise = com_convolve(com_gaussian(sigma, in.crest_factor, in.bin_v),
                                        com_density(column.slopes, in.bin_v, in.levels));
  return com_convolve(com_density(column.residual, in.bin_v, in.levels), noise);
}

double weight_of(const ComC2mInput& in, std::ptrdiff_t offset, std::ptrdiff_t half_width) {
  if (half_width == 0) return 1.0;
  const auto x = static_cast<double>(offset), t = static_cast<double>(half_width);
  const double s = 1000.0 * in.sigma_r_ui * t / in.t_o_mui;
  const auto bell = [s](double y) { return std::exp(-y * y / (2.0 * square(s))); };
  switch (in.window) {
    case ComWindow::rectangle:
      return 1.0;
    case ComWindow::gaussian:
      return bell(x);
    case ComWindow::triangle:
      return 1.0 - std::abs(x) / t;
    case ComWindow::dual_rayleigh:
      return (x + t) * bell(x + t) - (x - t) * bell(x - t);
  }
  return 1.0;
}

/// A density somewhere on the grid: p[i] at bin first + i.
struct Level {
  long first{0};
  std::vector<double> p{};
};

/// One instant of the window.
struct Instant {
  double signal_v{0.0}, weight{0.0};
  ComDensity density{};
};

/// The window's density of one level (-1 .. 1), sum 1, with crosstalk.
Level level_density(const ComC2mInput& in, const std::vector<Instant>& instants, double level) {
  const auto first_of = [&](const Instant& i) {
    return std::lround(-i.density.half() + level * i.signal_v / in.bin_v);
  };
  long first = std::numeric_limits<long>::max(), end = std::numeric_limits<long>::min();
  for (const Instant& i : instants) {
    first = std::min(first, first_of(i));
    end = std::max(end, first_of(i) + static_cast<long>(i.density.p.size()));
  }
  if ((end - first) % 2 == 0) ++end;  // an odd number of bins, for com_convolve
  ComDensity sum{in.bin_v, std::vector<double>(at(end - first), 0.0)};
  for (const Instant& i : instants) {
    double* target = sum.p.data() + (first_of(i) - first);
    for (std::size_t k = 0; k < i.density.p.size(); ++k) target[k] += i.weight * i.density.p[k];
  }
  const double all = std::accumulate(sum.p.begin(), sum.p.end(), 0.0);
  ensure(all > 0.0, "the window weighs some instant");
  for (double& p : sum.p) p /= all;
  if (in.crosstalk == nullptr) return {first, sum.p};
  return {first - in.crosstalk->half(), com_convolve(sum, *in.crosstalk).p};
}

/// First bin, from below and from above, where the running sum exceeds the probability.
std::array<long, 2> edges(const Level& level, double probability) {
  const auto reach = [probability](auto begin, auto end) {
    double sum = 0.0;
    const auto hit = std::find_if(begin, end, [&](double p) { return (sum += p) > probability; });
    return hit == end ? end - begin - 1 : hit - begin;
  };
  return {level.first + reach(level.p.begin(), level.p.end()),
          level.first + static_cast<long>(level.p.size()) - 1 -
              reach(level.p.rbegin(), level.p.rend())};
}

std::ptrdiff_t half_width_of(const ComC2mInput& in) {
  return static_cast<std::ptrdiff_t>(std::floor(in.t_o_mui * in.samples_c2m / 1e3));
}

std::vector<Instant> instants_of(const ComC2mInput& in, const Fine& fine) {
  const std::ptrdiff_t half_width = half_width_of(in);
  if (half_width < 0 || half_width >= fine.s / 2) {
    throw DataError("T_O = " + std::to_string(in.t_o_mui) + " mUI: the window leaves the symbol");
  }
  std::vector<Instant> out;
  for (std::ptrdiff_t x = -half_width; x <= half_width; ++x) {
    Instant one;
    one.weight = weight_of(in, x, half_width);
    const std::ptrdiff_t i = fine.instant + x;
    const bool inside = i >= 0 && i < static_cast<std::ptrdiff_t>(fine.pulse.size());
    one.signal_v = inside ? in.r_lm * fine.pulse[at(i)] : 0.0;
    one.density = density_of(in, column_of(fine, fine.s / 2 + x));
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

ComWindow com_window(std::string_view word) {
  if (word == "rectangle") return ComWindow::rectangle;
  if (word == "gaussian") return ComWindow::gaussian;
  if (word == "triangle") return ComWindow::triangle;
  if (word == "dual_rayleigh") return ComWindow::dual_rayleigh;
  throw DataError("Histogram_Window_Weight = '" + std::string(word) +
                  "' is none of rectangle, gaussian, triangle, dual_rayleigh");
}

ComC2mEye com_c2m_eye(const ComC2mInput& in) {
  ensure(in.instant >= 0 && at(in.instant) < in.pulse.size() && in.samples > 0 &&
             in.samples_c2m >= 3 && in.bin_v > 0.0 && in.levels >= 2,
         "a pulse with its instant");
  Fine fine = resampled(in);
  take_off_dfe(in, fine);
  const std::vector<Instant> instants = instants_of(in, fine);
  std::vector<std::array<long, 2>> edge;
  for (int n = 0; n < in.levels; ++n) {
    edge.push_back(edges(level_density(in, instants, 2.0 * n / (in.levels - 1) - 1.0), in.der0));
  }
  long height = std::numeric_limits<long>::max();
  for (std::size_t n = 0; n + 1 < edge.size(); ++n) {
    height = std::min(height, edge[n + 1][0] - edge[n][1]);
  }
  ComC2mEye out;
  const double signal_v = 2.0 * in.r_lm * in.pulse[at(in.instant)] / (in.levels - 1);  // 2 A_s
  const double vec_max_db = -20.0 * std::log10(std::numeric_limits<double>::epsilon());
  out.height_v = static_cast<double>(height) * in.bin_v;
  out.veo_mv = 1e3 * out.height_v;
  out.a_ni_v = signal_v - out.height_v;
  out.com_db = 20.0 * std::log10(signal_v / std::max(out.a_ni_v, 0.5 * in.bin_v));
  out.vec_db =
      height > 0 ? std::min(20.0 * std::log10(signal_v / out.height_v), vec_max_db) : vec_max_db;
  return out;
}

double com_c2m_height_bound_v(const ComC2mInput& in) {
  constexpr double kRounding = 1e-9;
  const std::ptrdiff_t half_width = half_width_of(in);
  double all = 0.0;
  for (std::ptrdiff_t x = -half_width; x <= half_width; ++x) all += weight_of(in, x, half_width);
  ComC2mInput middle = in;
  middle.t_o_mui = 0.0;
  middle.der0 = in.der0 * all / weight_of(in, 0, half_width) * (1.0 + kRounding);
  return com_c2m_eye(middle).height_v;
}

}  // namespace chappe
