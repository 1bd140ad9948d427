#include "solve/com/com_density.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/errors.hpp"
#include "math/fft.hpp"

namespace chappe {

namespace {

/// Sizes of the samples that count, largest first.
std::vector<double> sizes_of(std::span<const double> samples, double bin) {
  const bool any_larger =
      std::any_of(samples.begin(), samples.end(), [bin](double v) { return v > bin; });
  std::vector<double> sizes;
  for (const double v : samples) {
    const double size = std::abs(v);
    if (any_larger ? size > bin : size >= bin) sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  return sizes;
}

/// Bin of a level of a sample.
int bin_of(double size, int level, int levels, double bin) {
  return static_cast<int>(std::round(size * (2.0 * level / (levels - 1) - 1.0) / bin));
}

/// The running sum's first bin from the most negative on that `done` accepts, or the last one.
template <class Done>
double first_bin(const ComDensity& density, Done done) {
  double sum = 0.0;
  for (std::size_t i = 0; i < density.p.size(); ++i) {
    sum += density.p[i];
    if (done(sum)) return density.x(i);
  }
  return density.half() * density.bin;
}

}  // namespace

ComDensity com_density(std::span<const double> samples, double bin, int levels) {
  ensure(bin > 0.0 && levels >= 2, "bin > 0 and at least two levels");
  ComDensity out{bin, {1.0}};
  std::vector<double> next;
  const double weight = 1.0 / levels;
  for (const double size : sizes_of(samples, bin)) {
    const auto shift = [&](int level) { return bin_of(size, level, levels, bin); };
    const int widest = shift(levels - 1);
    if (widest == 0) continue;
    next.assign(out.p.size() + 2 * static_cast<std::size_t>(widest), 0.0);
    for (int level = 0; level < levels; ++level) {
      double* target = next.data() + (shift(level) + widest);
      for (std::size_t i = 0; i < out.p.size(); ++i) target[i] += out.p[i] * weight;
    }
    out.p.swap(next);
  }
  return out;
}

double com_coarse_bin(std::span<const double> samples, double bin, double parts) {
  double sum = 0.0;
  for (const double v : samples) sum += v * v;
  return std::max(bin, std::sqrt(sum) / parts);
}

double com_variance(std::span<const double> samples, double bin, int levels) {
  double sum = 0.0;
  for (const double size : sizes_of(samples, bin)) {
    for (int level = 0; level < levels; ++level) {
      const double x = bin_of(size, level, levels, bin) * bin;
      sum += x * x;
    }
  }
  return sum / levels;
}

ComDensity com_gaussian(double sigma, double q, double bin) {
  const int half = static_cast<int>(std::round(2.0 * q * sigma / bin));
  ComDensity out{bin, std::vector<double>(2 * static_cast<std::size_t>(half) + 1)};
  double sum = 0.0;
  for (std::size_t i = 0; i < out.p.size(); ++i) {
    const double x = out.x(i);
    out.p[i] = std::exp(-x * x / (2.0 * sigma * sigma + std::numeric_limits<double>::epsilon()));
    sum += out.p[i];
  }
  for (double& p : out.p) p /= sum;
  return out;
}

namespace {

constexpr double kDirectSteps = 1e9;  // beyond it by FFT, whose rounding is 1e-16 of the largest

ComDensity convolve_by_fft(const ComDensity& a, const ComDensity& b) {
  const std::size_t size = a.p.size() + b.p.size() - 1;
  const RealFft fft(good_fft_size(size));
  const auto transform = [&fft](const ComDensity& density) {
    std::vector<double> padded = density.p;
    padded.resize(fft.size(), 0.0);
    std::vector<cd> out(fft.spectrum_size());
    fft.forward(padded, out);
    return out;
  };
  std::vector<cd> product = transform(a);
  const std::vector<cd> other = transform(b);
  for (std::size_t k = 0; k < product.size(); ++k) product[k] *= other[k];
  ComDensity out{a.bin, std::vector<double>(fft.size())};
  fft.inverse(product, out.p);
  out.p.resize(size);
  for (double& p : out.p) p = std::max(p, 0.0);
  return out;
}

}  // namespace

ComDensity com_convolve(const ComDensity& a, const ComDensity& b) {
  ensure(a.bin == b.bin, "densities are convolved on one grid");
  if (static_cast<double>(a.p.size()) * static_cast<double>(b.p.size()) > kDirectSteps) {
    return convolve_by_fft(a, b);
  }
  const ComDensity& wide = a.p.size() >= b.p.size() ? a : b;
  const ComDensity& narrow = a.p.size() >= b.p.size() ? b : a;
  ComDensity out{a.bin, std::vector<double>(a.p.size() + b.p.size() - 1, 0.0)};
  for (std::size_t j = 0; j < narrow.p.size(); ++j) {
    const double weight = narrow.p[j];
    double* target = out.p.data() + j;
    for (std::size_t i = 0; i < wide.p.size(); ++i) target[i] += weight * wide.p[i];
  }
  return out;
}

double com_sigma(const ComDensity& density) {
  double sum = 0.0;
  for (std::size_t i = 0; i < density.p.size(); ++i) {
    sum += density.x(i) * density.x(i) * density.p[i];
  }
  return std::sqrt(sum);
}

double com_quantile(const ComDensity& density, double probability) {
  return first_bin(density, [probability](double sum) { return sum >= probability; });
}

double com_quantile_above(const ComDensity& density, double probability) {
  return first_bin(density, [probability](double sum) { return sum > probability; });
}

double com_tail(const ComDensity& density, double limit) {
  double sum = 0.0;
  for (std::size_t i = 0; i < density.p.size(); ++i) {
    sum += density.p[i];
    if (density.x(i) > limit) break;
  }
  return sum;
}

}  // namespace chappe
