// Noise around COM's receive FFE: autocorrelations against discrete Fourier transforms written out.
#include "solve/com/com_rx_noise.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <complex>
#include <random>

#include "base/constants.hpp"
#include "solve/com/com_filters.hpp"
#include "solve/com/com_merit.hpp"

using namespace chappe;

namespace {

constexpr int kSymbols = 48, kSamples = 4;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

std::vector<double> random_samples(std::size_t count, unsigned seed) {
  std::mt19937_64 rng(seed);
  std::normal_distribution<double> normal;
  std::vector<double> out(count);
  for (double& v : out) v = normal(rng);
  return out;
}

/// scale |DFT of x padded or cut to nu|^2, written out.
std::vector<double> power_of(std::vector<double> x, int nu, double scale) {
  x.resize(at(nu), 0.0);
  std::vector<double> out(at(nu));
  for (int k = 0; k < nu; ++k) {
    std::complex<double> sum{};
    for (int i = 0; i < nu; ++i) sum += x[at(i)] * std::polar(1.0, -2.0 * kPi * k * i / nu);
    out[at(k)] = scale * std::norm(sum);
  }
  return out;
}

/// Re IDFT(S) f_b.
double lag_of(const std::vector<double>& s, int lag, double rate) {
  const auto nu = static_cast<int>(s.size());
  double sum = 0.0;
  for (int i = 0; i < nu; ++i) sum += s[at(i)] * std::cos(2.0 * kPi * i * lag / nu);
  return sum / nu * rate;
}

}  // namespace

namespace {

ComConfig small_config() {
  ComConfig config;
  config.symbol_rate_bd = 50e9;
  config.samples = kSamples;
  config.rx_ffe.noise_ui = kSymbols;
  config.eta_0_v2_per_hz = 1e-17;
  config.f_r = 0.75;
  config.ctle.g_dc_db = {-4.0, -2.0};
  config.ctle.f_z_hz = {20e9, 25e9};  // the second is never used: a quirk
  config.ctle.f_p1_hz = {20e9, 22e9};
  config.ctle.f_p2_hz = {50e9};
  config.ctle.g_dc_hp_db = {-1.0};
  config.ctle.f_hp_hz = {0.6e9};
  config.snr_tx_db = 30.0;
  config.sigma_rj_ui = 0.01;
  config.a_dd_ui = 0.02;
  return config;
}

/// Noise by lags and by densities [V^2/Hz] of the same parts.
struct Both {
  ComRxNoise lags{};
  std::vector<double> input{}, tx{}, xt{}, jitter{}, random{};
};

Both both(const ComConfig& config) {
  Both out;
  ComCtleSetting ctle = com_ctle_setting(config, 1, 0);
  ctle.f_z_hz = ctle.f_p1_hz = 20e9;
  out.input.assign(kSymbols, 0.0);
  const double rate = config.symbol_rate_bd;
  for (int k = 0; k < kSymbols * kSamples; ++k) {
    const double f = std::min(k, kSymbols * kSamples - k) * rate / kSymbols;
    const double power = std::norm(com_ctle(ctle, f) * com_butterworth(f, 0.75 * rate));
    out.input[at(k % kSymbols)] += config.eta_0_v2_per_hz / 2.0 * power;
  }
  ComRxNoiseParts parts;
  parts.input = com_rx_input_noise(config, 1, 0, kSymbols);
  const std::vector<double> late = random_samples(70, 1);  // is cut to the period
  const std::vector<double> slopes = random_samples(40, 2);
  const std::vector<std::vector<double>> aggressors{random_samples(48, 3), random_samples(20, 4)};
  parts.late = late;
  parts.slopes_v_per_ui = slopes;
  parts.aggressors = aggressors;
  out.lags = com_rx_noise(config, parts);
  const double sx2 = std::pow(com_sigma_x(4), 2) / rate;
  out.tx = power_of(late, kSymbols, 1e-3 * sx2);
  out.random = power_of(slopes, kSymbols, 1e-4 * sx2);
  out.jitter = power_of(slopes, kSymbols, 5e-4 * sx2);
  out.xt = power_of(aggressors[0], kSymbols, sx2);
  const std::vector<double> second = power_of(aggressors[1], kSymbols, sx2);
  for (std::size_t k = 0; k < second.size(); ++k) out.xt[k] += second[k];
  return out;
}

/// The density behind taps.
std::vector<double> weighed(std::vector<double> s, std::span<const double> taps) {
  const std::vector<double> w2 = power_of({taps.begin(), taps.end()}, kSymbols, 1.0);
  for (std::size_t k = 0; k < s.size(); ++k) s[k] *= w2[k];
  return s;
}

}  // namespace

TEST_CASE("COM: noise lags equal the transforms of the power densities", "[unit][com]") {
  const ComConfig config = small_config();
  const Both noise = both(config);
  const double rate = config.symbol_rate_bd;
  const std::vector<double> total = noise.lags.total();
  const auto compare = [rate](const std::vector<double>& got, const std::vector<double>& s) {
    for (int lag = 0; lag < kSymbols; ++lag) {
      CHECK(got[at(lag)] == Approx(lag_of(s, lag, rate)).margin(1e-9 * got[0]));
    }
  };
  compare(noise.lags.input, noise.input);
  compare(noise.lags.transmitter, noise.tx);
  compare(noise.lags.crosstalk, noise.xt);
  compare(noise.lags.jitter, noise.jitter);
  compare(noise.lags.random_jitter, noise.random);
  for (std::size_t k = 0; k < total.size(); ++k) {
    const double want = noise.lags.input[k] + noise.lags.transmitter[k] + noise.lags.crosstalk[k] +
                        noise.lags.jitter[k];
    CHECK(total[k] == Approx(want));
  }
  const std::vector<double> taps{0.1, -0.2, 1.0, 0.3, 0.0, -0.1};
  compare(com_rx_filtered(noise.lags.transmitter, taps), weighed(noise.tx, taps));
  compare(com_rx_filtered(noise.lags.input, taps), weighed(noise.input, taps));
}

TEST_CASE("COM: sigmas behind the receive FFE equal the densities under its response",
          "[unit][com]") {
  const ComConfig config = small_config();
  const Both noise = both(config);
  const double rate = config.symbol_rate_bd;
  const std::vector<double> taps{0.1, -0.2, 1.0, 0.3, 0.0, -0.1};
  const double n2 = lag_of(weighed(noise.input, taps), 0, rate);
  const double tx2 = lag_of(weighed(noise.tx, taps), 0, rate);
  const double rj2 = lag_of(weighed(noise.random, taps), 0, rate);
  const ComRxSigmas sigmas = com_rx_sigmas(noise.lags, taps);
  CHECK(sigmas.n_v == Approx(std::sqrt(n2)).epsilon(1e-9));
  CHECK(sigmas.tx_v == Approx(std::sqrt(tx2)).epsilon(1e-9));
  CHECK(sigmas.rj_v == Approx(std::sqrt(rj2)).epsilon(1e-9));
  CHECK(sigmas.g_v == Approx(std::sqrt(n2 + tx2 + rj2)).epsilon(1e-9));
}

TEST_CASE("COM: samples for the receive FFE stand where the reference takes them", "[unit][com]") {
  std::vector<double> x(23);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
  // Sample 6 (the 7th) of 4 a symbol: phase 2, whole symbols of x[2..22].
  CHECK(com_rx_samples(x, 6, 4, 100) == std::vector<double>{2, 6, 10, 14, 18});
  CHECK(com_rx_samples(x, 6, 4, 3) == std::vector<double>{2, 6, 10});
  CHECK(com_rx_cursor(6, 4) == 1);
  CHECK(com_rx_cursor(7, 4) == 2);  // the quirk: sample 7 is x[3 + 1 * 4]
  // o = 3: 20 samples are left, 5 symbols, from index 3.
  CHECK(com_rx_late_samples(x, 6, 4, 100) == std::vector<double>{3, 7, 11, 15, 19});
  CHECK(com_rx_late_samples(x, 7, 4, 100) == std::vector<double>{0, 4, 8, 12, 16});
  const ComRxAggressor all = com_rx_aggressor(x, 4, 100);
  CHECK(all.phase == 2);  // one sample more than phase 3
  CHECK(all.v == std::vector<double>{2, 6, 10, 14, 18, 22});
  CHECK(com_rx_aggressor(x, 4, 2).v == std::vector<double>{3, 7});
}

TEST_CASE("COM: the receive FFE acts on a pulse by circular shifts", "[unit][com]") {
  const std::vector<double> x = random_samples(21, 9), taps{0.2, 1.0, -0.4};
  const std::vector<double> got = com_rx_apply(x, taps, 1, 4);
  for (int i = 0; i < 21; ++i) {
    double want = 0.0;
    for (int k = 0; k < 3; ++k) {
      want += taps[at(k)] * x[at(((i - (k - 1) * 4) % 21 + 21) % 21)];
    }
    CHECK(got[at(i)] == Approx(want).margin(1e-15));
  }
}
