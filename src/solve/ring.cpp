#include "solve/ring.hpp"

#include <cmath>

#include "base/constants.hpp"

namespace chappe {

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

EdgeWaveform::EdgeWaveform(std::size_t symbols, std::size_t cells)
    : cells_(cells), fft_(symbols * cells) {
  for (std::size_t k = 0; k < fft_.spectrum_size(); ++k) {
    const double cell = kPi * static_cast<double>(k) / static_cast<double>(symbols * cells);
    integral_.push_back(k == 0 ? cd(1.0)
                               : 1.0 / (cd(0.0, 2.0 * cell) * std::pow(std::sin(cell) / cell, 4)));
  }
}

void EdgeWaveform::spectrum(std::span<const double> x, std::span<const double> shift,
                            std::span<cd> out) const {
  fft_.forward(gridded_steps(x, shift, cells_), out);
  for (std::size_t k = 1; k < out.size(); ++k) out[k] *= integral_[k];
  out[0] = sum_of_cells(x, shift, cells_);
}

}  // namespace chappe
