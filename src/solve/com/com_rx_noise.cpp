#include "solve/com/com_rx_noise.hpp"

#include <algorithm>
#include <cmath>

#include "base/errors.hpp"
#include "math/fft.hpp"
#include "solve/com/com_filters.hpp"
#include "solve/com/com_merit.hpp"
#include "solve/com/com_rx_system.hpp"

namespace chappe {
namespace {

std::size_t at(std::ptrdiff_t i) { return static_cast<std::size_t>(i); }

double square(double x) { return x * x; }

/// x[first + j step] for j = 0 .. count-1, at most `most`.
std::vector<double> every(std::span<const double> x, std::size_t first, std::size_t step,
                          std::size_t count, std::size_t most) {
  std::vector<double> out(std::min(count, most));
  for (std::size_t j = 0; j < out.size(); ++j) out[j] = x[first + j * step];
  return out;
}

/// sum_k taps_k taps_(k+lag).
double tap_correlation(std::span<const double> taps, std::size_t lag) {
  double sum = 0.0;
  for (std::size_t k = 0; k + lag < taps.size(); ++k) sum += taps[k] * taps[k + lag];
  return sum;
}

}  // namespace

std::vector<double> com_rx_samples(std::span<const double> pulse, std::ptrdiff_t instant,
                                   int samples, int symbols) {
  const std::size_t m = at(samples), phase = at(instant % samples);
  const std::size_t count = pulse.size() > phase ? (pulse.size() - phase) / m : 0;
  return every(pulse, phase, m, count, at(symbols));
}

int com_rx_cursor(std::ptrdiff_t instant, int samples) {
  return static_cast<int>((instant + 1) / samples);
}

std::vector<double> com_rx_late_samples(std::span<const double> pulse, std::ptrdiff_t instant,
                                        int samples, int symbols) {
  const std::size_t m = at(samples), phase = at((instant + 1) % samples);
  const std::size_t count = pulse.size() > phase ? (pulse.size() - phase) / m : 0;
  return every(pulse, phase, m, count, at(symbols));
}

ComRxAggressor com_rx_aggressor(std::span<const double> pulse, int samples, int symbols) {
  const std::size_t m = at(samples), size = std::min(pulse.size(), m * at(symbols));
  std::vector<double> norm(m, 0.0);
  for (std::size_t first = 0; first < size; first += m) {
    const std::size_t count = std::min(m, size - first);
    for (std::size_t k = 0; k < count; ++k) norm[k] += square(pulse[first + k]);
  }
  ComRxAggressor out;
  out.phase = std::max_element(norm.begin(), norm.end()) - norm.begin();
  const std::size_t phase = at(out.phase);
  out.v = every(pulse, phase, m, size > phase ? (size - phase + m - 1) / m : 0, at(symbols));
  return out;
}

void com_rx_add_autocorrelation(std::span<const double> x, int symbols, double scale,
                                std::span<double> r) {
  const std::size_t nu = at(symbols), size = std::min(x.size(), nu);
  ensure(r.size() <= nu, "lags within the period");
  std::vector<double> sum(r.size());
  com_autocorrelation(x.first(size), sum);
  for (std::size_t k = 0; k < r.size(); ++k) {
    // Around the end of the period: x_i and x_(i + k - nu).
    for (std::size_t i = nu - k; k > 0 && i < size; ++i) sum[k] += x[i] * x[i + k - nu];
    r[k] += scale * sum[k];
  }
}

std::vector<double> com_rx_input_noise(std::span<const double> power, double eta_0_v2_per_hz,
                                       double symbol_rate_bd, int symbols, int samples, int lags) {
  const std::size_t nu = at(symbols), all = nu * at(samples);
  ensure(all % 2 == 0 && power.size() == all / 2 + 1 && at(lags) <= nu,
         "power at each step up to half the sample rate");
  const RealFft fft(nu);
  std::vector<cd> folded(fft.spectrum_size());
  for (std::size_t i = 0; i < folded.size(); ++i) {
    double sum = 0.0;
    for (std::size_t k = i; k < all; k += nu) sum += power[std::min(k, all - k)];
    folded[i] = 0.5 * eta_0_v2_per_hz * symbol_rate_bd * sum;
  }
  std::vector<double> r(nu);
  fft.inverse(folded, r);
  r.resize(at(lags));
  return r;
}

std::vector<double> com_rx_input_noise(const ComConfig& config, std::size_t gain,
                                       std::size_t hp_gain, int lags) {
  ComCtleSetting ctle = com_ctle_setting(config, gain, hp_gain);
  const ComCtleSetting first = com_ctle_setting(config, 0, 0);
  ctle.f_z_hz = first.f_z_hz;
  ctle.f_p1_hz = first.f_p1_hz;
  ctle.f_p2_hz = first.f_p2_hz;
  ctle.f_hp_hz = first.f_hp_hz;
  const int nu = config.rx_ffe.noise_ui;
  std::vector<double> power(at(nu) * at(config.samples) / 2 + 1);
  for (std::size_t k = 0; k < power.size(); ++k) {
    const double f_hz = static_cast<double>(k) * config.symbol_rate_bd / nu;
    power[k] =
        std::norm(com_ctle(ctle, f_hz) * com_butterworth(f_hz, config.f_r * config.symbol_rate_bd));
  }
  return com_rx_input_noise(power, config.eta_0_v2_per_hz, config.symbol_rate_bd, nu,
                            config.samples, lags);
}

std::vector<double> ComRxNoise::total() const {
  std::vector<double> out(input.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = input[k] + transmitter[k] + crosstalk[k] + jitter[k];
  }
  return out;
}

ComRxNoise com_rx_noise(const ComConfig& config, const ComRxNoiseParts& parts) {
  const int nu = config.rx_ffe.noise_ui;
  const double signal2 = square(com_sigma_x(config.levels));
  ComRxNoise out;
  out.input = parts.input;
  for (auto* r : {&out.transmitter, &out.crosstalk, &out.jitter, &out.random_jitter}) {
    r->assign(parts.input.size(), 0.0);
  }
  com_rx_add_autocorrelation(parts.late, nu, signal2 * std::pow(10.0, -config.snr_tx_db / 10.0),
                             out.transmitter);
  for (const std::vector<double>& v : parts.aggressors) {
    com_rx_add_autocorrelation(v, nu, signal2, out.crosstalk);
  }
  com_rx_add_autocorrelation(parts.slopes_v_per_ui, nu, signal2, out.jitter);
  const double random2 = square(config.sigma_rj_ui), all2 = random2 + square(config.a_dd_ui);
  for (std::size_t k = 0; k < out.jitter.size(); ++k) {
    out.random_jitter[k] = random2 * out.jitter[k];
    out.jitter[k] *= all2;
  }
  return out;
}

std::vector<double> com_rx_apply(std::span<const double> pulse, std::span<const double> taps,
                                 int pre, int samples) {
  const auto size = static_cast<std::ptrdiff_t>(pulse.size());
  std::vector<double> out(pulse.size(), 0.0);
  if (size == 0) return out;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    if (taps[k] == 0.0) continue;
    const std::ptrdiff_t late = (static_cast<std::ptrdiff_t>(k) - pre) * samples;
    const std::ptrdiff_t shift = ((late % size) + size) % size;
    for (std::ptrdiff_t i = 0; i < shift; ++i) out[at(i)] += taps[k] * pulse[at(i - shift + size)];
    for (std::ptrdiff_t i = shift; i < size; ++i) out[at(i)] += taps[k] * pulse[at(i - shift)];
  }
  return out;
}

double com_rx_weighted_v2(std::span<const double> r_v2, std::span<const double> taps) {
  ensure(r_v2.size() >= taps.size(), "a lag for each tap");
  double sum = 0.0;
  for (std::size_t k = 0; k < taps.size(); ++k) {
    sum += (k == 0 ? 1.0 : 2.0) * tap_correlation(taps, k) * r_v2[k];
  }
  return sum;
}

std::vector<double> com_rx_filtered(std::span<const double> r_v2, std::span<const double> taps) {
  const std::size_t nu = r_v2.size();
  ensure(taps.size() <= nu, "fewer taps than the period has symbols");
  std::vector<double> out(nu, 0.0);
  for (std::size_t k = 0; k < taps.size(); ++k) {
    const double weight = tap_correlation(taps, k);
    for (std::size_t i = 0; i < nu; ++i) {
      out[i] += weight * r_v2[(i + k) % nu];
      if (k > 0) out[i] += weight * r_v2[(i + nu - k) % nu];
    }
  }
  return out;
}

ComRxSigmas com_rx_sigmas(const ComRxNoise& noise, std::span<const double> taps) {
  const double n2 = com_rx_weighted_v2(noise.input, taps);
  const double tx2 = com_rx_weighted_v2(noise.transmitter, taps);
  const double rj2 = com_rx_weighted_v2(noise.random_jitter, taps);
  const auto root = [](double v2) { return std::sqrt(std::max(v2, 0.0)); };
  return {root(n2), root(tx2), root(rj2), root(n2 + tx2 + rj2)};
}

}  // namespace chappe
