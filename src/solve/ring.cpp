#include "solve/ring.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {
namespace {

/// Integral of the cubic B-spline of width 4 about 0, up to x.
double risen_spline(double x) {
  const double y = -std::abs(x);
  double below = 0.0;
  if (y > -1.0) {
    below = 0.5 + y * (2.0 / 3.0 - y * y * (1.0 / 3.0 + y / 8.0));
  } else if (y > -2.0) {
    const double square = (y + 2.0) * (y + 2.0);
    below = square * square / 24.0;
  }
  return x <= 0.0 ? below : 1.0 - below;
}

}  // namespace

std::vector<double> ring_filter(std::span<const double> in, std::span<const double> taps,
                                int cursor) {
  const auto n = static_cast<std::ptrdiff_t>(in.size());
  std::vector<double> out(in.size(), 0.0);
  for (std::size_t i = 0; i < taps.size(); ++i) {
    std::ptrdiff_t from = (cursor - static_cast<std::ptrdiff_t>(i)) % n;
    if (from < 0) from += n;
    const auto split = static_cast<std::size_t>(n - from);
    for (std::size_t t = 0; t < split; ++t)
      out[t] += taps[i] * in[t + static_cast<std::size_t>(from)];
    for (std::size_t t = split; t < out.size(); ++t) out[t] += taps[i] * in[t - split];
  }
  return out;
}

std::vector<double> gridded_steps(std::span<const double> x, std::span<const double> shift,
                                  std::size_t m) {
  const std::size_t n = x.size(), cells = n * m;
  std::vector<double> out(cells, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const double step = x[i] - x[i == 0 ? n - 1 : i - 1];
    const double position = static_cast<double>(i * m + cells) + shift[i] * static_cast<double>(m);
    const auto base = static_cast<std::size_t>(position);
    const double t = position - static_cast<double>(base), u = 1.0 - t;
    const double weight[4] = {u * u * u / 6.0, 2.0 / 3.0 - t * t * (1.0 - 0.5 * t),
                              2.0 / 3.0 - u * u * (1.0 - 0.5 * u), t * t * t / 6.0};
    for (std::size_t j = 0; j < 4; ++j) out[(base + cells - 1 + j) % cells] += step * weight[j];
  }
  return out;
}

double sum_of_cells(std::span<const double> x, std::span<const double> shift, std::size_t m) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sum += x[i] - (x[i] - x[i == 0 ? x.size() - 1 : i - 1]) * shift[i];
  }
  return sum * static_cast<double>(m);
}

void held_samples(std::span<const double> x, std::span<const double> shift, std::size_t m,
                  std::span<float> out) {
  const std::size_t n = x.size(), cells = n * m;
  for (std::size_t i = 0; i < n; ++i) {
    std::fill_n(out.begin() + static_cast<std::ptrdiff_t>(i * m), m, static_cast<float>(x[i]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double step = x[i] - x[i == 0 ? n - 1 : i - 1];
    if (step == 0.0) continue;
    const double edge = shift[i] * static_cast<double>(m);  // from the symbol's first sample
    const auto first = static_cast<std::ptrdiff_t>(std::floor(std::min(edge, 0.0))) - 1;
    const auto last = static_cast<std::ptrdiff_t>(std::ceil(std::max(edge, 0.0))) + 1;
    for (std::ptrdiff_t c = first; c <= last; ++c) {
      const double risen = risen_spline(static_cast<double>(c) - edge) - (c >= 0 ? 1.0 : 0.0);
      const std::size_t at =
          (i * m + cells + static_cast<std::size_t>(c + static_cast<std::ptrdiff_t>(cells))) %
          cells;
      out[at] += static_cast<float>(step * risen);
    }
  }
}

}  // namespace chappe
