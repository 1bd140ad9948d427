#include "solve/optical/symbol_noise.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/units.hpp"
#include "math/fft.hpp"

namespace chappe {
namespace {

constexpr std::size_t kWindow_symbols = 64;

/// Every so many of a grid's frequencies, as the window's transform has them.
std::vector<cd> thinned(const std::vector<cd>& spectrum, std::size_t stride, std::size_t size,
                        bool both_sidebands) {
  std::vector<cd> out(size);
  for (std::size_t k = 0; k < size; ++k) {
    const bool below = both_sidebands && 2 * k >= size;
    out[k] =
        std::conj(below ? spectrum[spectrum.size() - (size - k) * stride] : spectrum[k * stride]);
  }
  return out;
}

/// Kernels of one chain and receiver, and the work on one decision's window.
class Sensitivity {
 public:
  Sensitivity(const OpticalChain& chain, const PatternRun& run, const PatternAtSlicer& slicer);
  SymbolNoise at(std::size_t symbol);

 private:
  void to_modulator();
  double light_noise(const std::vector<double>& rin);
  void to_transmitter(SymbolNoise& out);
  double behind_filter(const std::vector<double>& density, const std::vector<double>& kernel);
  std::vector<double> kernel_of(const std::vector<cd>& spectrum) const;

  const OpticalChain& chain_;
  const PatternRun& run_;
  std::size_t n_, m_, w_, stride_;
  double rate_hz_;
  std::ptrdiff_t first_{0};  ///< of the window, from the symbol's own first sample
  std::vector<double> to_current_{}, to_power_{};  ///< by window sample: dy over A, over |field|^2
  double constant_v2_{0.0};
  bool flat_rin_{true};
  ComplexFft field_fft_;
  RealFft fft_;
  std::vector<cd> back_{};                     ///< adjoint of the field's path, thinned
  std::vector<std::vector<cd>> stages_{};      ///< adjoints of the drive's filters
  std::vector<cd> field_slope_{};              ///< of the modulator's map, along the pattern
  std::vector<std::vector<double>> slopes_{};  ///< of the maps ahead of it; empty: 1
  std::vector<std::size_t> at_{};              ///< samples of the window at hand
  std::vector<cd> a_{}, spectrum_{}, half_{};
  std::vector<double> k_{};
};

/// Thermal noise and the receiver's own at the slicer. @param kernel  from current on
double stationary_noise_v2(const OpticalChain& chain, const std::vector<cd>& kernel) {
  double sum = 0.0;
  for (std::size_t k = 0; k < kernel.size(); ++k) {
    const double weight = k == 0 ? 0.5 : 1.0;
    const double receiver =
        chain.post[k] == cd{}
            ? 0.0
            : chain.rx.noise_v2_per_hz * std::norm(kernel[k]) / std::norm(chain.post[k]);
    sum += weight * (chain.thermal[k] * std::norm(kernel[k]) + receiver);
  }
  return sum * chain.grid.df_hz();
}

Sensitivity::Sensitivity(const OpticalChain& chain, const PatternRun& run,
                         const PatternAtSlicer& slicer)
    : chain_(chain),
      run_(run),
      n_(chain.grid.samples()),
      m_(static_cast<std::size_t>(chain.grid.samples_per_symbol)),
      w_(kWindow_symbols * m_),
      stride_(n_ / w_),
      rate_hz_(1.0 / chain.grid.sample_s()),
      field_fft_(w_),
      fft_(w_),
      at_(w_),
      a_(w_),
      spectrum_(w_),
      half_(fft_.spectrum_size()),
      k_(w_) {
  const std::vector<double> whole = kernel_of(slicer.kernel);
  const auto peak = static_cast<std::ptrdiff_t>(
      std::max_element(whole.begin(), whole.end(),
                       [](double a, double b) { return std::abs(a) < std::abs(b); }) -
      whole.begin());
  // y_n = sum_t g[n m - t] I[t]: the peak stands in the middle of the window.
  const auto n = static_cast<std::ptrdiff_t>(n_);
  first_ = -(2 * peak < n ? peak : peak - n) - static_cast<std::ptrdiff_t>(w_ / 2);
  const auto windowed = [&](const std::vector<double>& g, double scale) {
    std::vector<double> out(w_);
    for (std::size_t u = 0; u < w_; ++u) {
      const std::ptrdiff_t at = -(first_ + static_cast<std::ptrdiff_t>(u));
      out[u] = scale * g[static_cast<std::size_t>(((at % n) + n) % n)];
    }
    return out;
  };
  to_current_ = windowed(whole, 1.0);
  std::vector<cd> with_intensity = slicer.kernel;
  for (std::size_t k = 0; k < chain.intensity.size(); ++k) with_intensity[k] *= chain.intensity[k];
  to_power_ = windowed(kernel_of(with_intensity),
                       chain.power_w * chain.gain() * chain.responsivity_a_per_w);
  constant_v2_ = stationary_noise_v2(chain, slicer.kernel);
  if (!chain.field.empty()) back_ = thinned(chain.field, stride_, w_, true);
  for (const DriveStage& stage : chain.drive) {
    stages_.push_back(thinned(stage.filter, stride_, fft_.spectrum_size(), false));
  }
  const MapTable& modulator = *chain.drive.back().map;
  for (const double v : run.stage_v.back()) field_slope_.push_back(modulator.slope(v));
  slopes_.resize(chain.drive.size());
  for (std::size_t i = 0; i + 1 < chain.drive.size(); ++i) {
    if (!chain.drive[i].map) continue;
    for (const double v : run.stage_v[i]) {
      slopes_[i].push_back(chain.drive[i].map->slope(v).real());
    }
  }
  flat_rin_ = std::all_of(chain.rin.begin(), chain.rin.end(),
                          [&](double s) { return s == chain.rin.front(); });
}

std::vector<double> Sensitivity::kernel_of(const std::vector<cd>& spectrum) const {
  const RealFft fft(n_);
  std::vector<double> out(n_);
  fft.inverse(spectrum, out);
  return out;
}

/// Variance that noise of a one-sided density makes behind a kernel.
double Sensitivity::behind_filter(const std::vector<double>& density,
                                  const std::vector<double>& kernel) {
  fft_.forward(kernel, half_);
  double sum = 0.0;
  for (std::size_t k = 0; k < half_.size(); ++k) {
    const double weight = k == 0 || k + 1 == half_.size() ? 0.5 : 1.0;
    sum += weight * density[std::min(k * stride_, density.size() - 1)] * std::norm(half_[k]);
  }
  return sum * rate_hz_ / static_cast<double>(w_);
}

/// a_ becomes the kernel of changes of the field behind the modulator.
void Sensitivity::to_modulator() {
  for (std::size_t u = 0; u < w_; ++u) a_[u] = to_power_[u] * run_.field[at_[u]];
  if (back_.empty()) return;
  field_fft_.forward(a_, spectrum_);
  for (std::size_t k = 0; k < w_; ++k) spectrum_[k] *= back_[k];
  field_fft_.inverse(spectrum_, a_);
}

double Sensitivity::light_noise(const std::vector<double>& rin) {
  double square = 0.0;
  for (std::size_t u = 0; u < w_; ++u) {
    const cd field = run_.launched[at_[u]];
    k_[u] = a_[u].real() * field.real() + a_[u].imag() * field.imag();
    square += k_[u] * k_[u];
  }
  return flat_rin_ ? 0.5 * rin.front() * rate_hz_ * square : behind_filter(rin, k_);
}

/// Back through the drive's maps and filters.
void Sensitivity::to_transmitter(SymbolNoise& out) {
  for (std::size_t u = 0; u < w_; ++u) {
    const cd slope = field_slope_[at_[u]];
    k_[u] = 2.0 * (a_[u].real() * slope.real() + a_[u].imag() * slope.imag());
  }
  if (!chain_.drive_noise.empty()) out.transmitter_v2 += behind_filter(chain_.drive_noise, k_);
  for (std::size_t i = stages_.size(); i-- > 0;) {
    if (!slopes_[i].empty()) {
      for (std::size_t u = 0; u < w_; ++u) k_[u] *= slopes_[i][at_[u]];
    }
    fft_.forward(k_, half_);
    for (std::size_t k = 0; k < half_.size(); ++k) half_[k] *= stages_[i][k];
    fft_.inverse(half_, k_);
  }
  const double amplitude = chain_.tx.amplitude_v;
  const double tx2 = std::pow(field_ratio_from_db(-chain_.tx.snr_db), 2);
  // The window's samples that begin symbols.
  const auto m = static_cast<std::ptrdiff_t>(m_);
  const std::ptrdiff_t begin = ((-first_ % m) + m) % m;
  for (std::ptrdiff_t u = begin; u + m <= static_cast<std::ptrdiff_t>(w_); u += m) {
    double held = 0.0;
    for (std::ptrdiff_t i = 0; i < m; ++i) held += k_[static_cast<std::size_t>(u + i)];
    out.transmitter_v2 += tx2 * amplitude * amplitude * held * held;
    const std::ptrdiff_t edge = (u + first_) / m + kEdgesAhead;
    if (edge >= 0 && edge < kEdges && (u + first_) % m == 0) {
      out.edge_v[static_cast<std::size_t>(edge)] =
          -amplitude * static_cast<double>(m_) * k_[static_cast<std::size_t>(u)];
    }
  }
}

SymbolNoise Sensitivity::at(std::size_t symbol) {
  const auto n = static_cast<std::ptrdiff_t>(n_);
  std::ptrdiff_t from = (static_cast<std::ptrdiff_t>(symbol * m_) + first_) % n;
  if (from < 0) from += n;
  for (std::size_t u = 0; u < w_; ++u) {
    at_[u] = static_cast<std::size_t>(from);
    if (++from == n) from = 0;
  }
  SymbolNoise out;
  double shot = 0.0, mean = 0.0;
  for (std::size_t u = 0; u < w_; ++u) {
    const double current = run_.current_a[at_[u]];
    mean += to_current_[u] * current;
    shot += to_current_[u] * to_current_[u] * current;
  }
  out.stationary_v2 = constant_v2_;
  out.shot_v2 = 0.5 * chain_.shot_a * rate_hz_ * shot;
  to_modulator();
  if (!chain_.rin.empty()) out.light_v2 = light_noise(chain_.rin);
  out.light_v2 += chain_.partition_variance * mean * mean;
  to_transmitter(out);
  return out;
}

}  // namespace

std::vector<SymbolNoise> symbol_noise(const OpticalChain& chain, const PatternRun& run,
                                      const PatternAtSlicer& slicer, bool exact) {
  Sensitivity sensitivity(chain, run, slicer);
  const std::size_t n = run.symbols.size();
  std::vector<SymbolNoise> out(n);
  std::map<std::uint32_t, std::size_t> first;  // five symbols -> where they stood first
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t near = 0;
    for (std::size_t j = 0; j < 5; ++j) near = near * 8 + run.symbols[(i + n - 2 + j) % n];
    const auto [at, is_new] = first.emplace(near, i);
    out[i] = is_new || exact ? sensitivity.at(i) : out[at->second];
  }
  return out;
}

}  // namespace chappe
