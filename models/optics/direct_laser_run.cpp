// The rate equations over a periodic record.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/fft.hpp"
#include "models/optics/direct_laser_element.hpp"

namespace chappe {
namespace {

/// Currents between samples of a period, by cubics through four samples (Catmull and Rom).
class Between {
 public:
  Between(const std::vector<double>& samples, std::size_t parts) : samples_(samples) {
    for (std::size_t k = 0; k <= parts; ++k) {
      const double u = static_cast<double>(k) / static_cast<double>(parts);
      weights_.push_back({0.5 * u * (u * (2.0 - u) - 1.0), 0.5 * (u * u * (3.0 * u - 5.0) + 2.0),
                          0.5 * u * (u * (4.0 - 3.0 * u) + 1.0), 0.5 * u * u * (u - 1.0)});
    }
  }
  /// Part `part` of the interval behind sample n.
  double operator()(std::size_t n, std::size_t part) const {
    const std::size_t size = samples_.size();
    const std::array<double, 4>& w = weights_[part];
    return w[0] * samples_[(n + size - 1) % size] + w[1] * samples_[n] +
           w[2] * samples_[(n + 1) % size] + w[3] * samples_[(n + 2) % size];
  }

 private:
  const std::vector<double>& samples_;
  std::vector<std::array<double, 4>> weights_{};
};

}  // namespace

std::vector<double> DirectLaserElement::currents(const Waveform& in) const {
  const std::size_t n = in.samples.size();
  std::vector<double> volts(n), out(n);
  for (std::size_t k = 0; k < n; ++k) volts[k] = in.samples[k].real();
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  fft.forward(volts, spectrum);
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    spectrum[k] *=
        ahead_of_diode(static_cast<double>(k) * in.sample_rate_hz / static_cast<double>(n));
  }
  fft.inverse(spectrum, out);
  for (double& x : out) x = 1e-3 * p_.bias_ma + x / p_.series_ohm;
  return out;
}

/// Light [A] at each sample. The record is run once for as long as the laser remembers, then kept.
std::vector<double> DirectLaserElement::integrate(const std::vector<double>& current_a,
                                                  double step_s, const Operation& now,
                                                  Rng* rng) const {
  const RateEquations& rates = now.rates;
  const std::size_t n = current_a.size();
  const double largest = rates.light_a(*std::max_element(current_a.begin(), current_a.end()));
  const auto parts = static_cast<std::size_t>(
      std::max(1.0, std::ceil(step_s / rates.longest_step_s(2.0 * largest))));
  const double h = step_s / static_cast<double>(parts);
  const Between between(current_a, 2 * parts);
  // Noise of s = x/(1 + r), two sided: c x/2 / (1 + r)^2.
  const double share = rates.photon_a(1.0);
  const double noise = rng == nullptr ? 0.0 : photon_noise() * share * 0.5 * h;
  const auto warm_up = static_cast<std::size_t>(std::ceil(rates.memory_s() / step_s));
  const double mean =
      std::accumulate(current_a.begin(), current_a.end(), 0.0) / static_cast<double>(n);
  RateEquations::State state = rates.steady(mean);
  std::vector<double> out(n);
  const double floor_a = 1e-9 * now.light_a;  // noise leaves no negative light
  for (std::size_t k = n - warm_up % n, done = 0; done < warm_up + n; ++done, ++k) {
    if (k >= n) k -= n;
    if (done >= warm_up) out[k] = rates.light_a(state);
    for (std::size_t part = 0; part < parts; ++part) {
      const double i[3] = {between(k, 2 * part), between(k, 2 * part + 1),
                           between(k, 2 * part + 2)};
      state = rates.step(state, i, h);
      if (rng != nullptr) {
        state.photon_a += std::sqrt(noise * std::max(0.0, state.photon_a)) * rng->normal();
      }
      state.photon_a = std::max(state.photon_a, floor_a);
    }
  }
  return out;
}

Waveform DirectLaserElement::run(const Waveform& in, const OperatingPoint& at, Rng* rng) const {
  ensure(in.lanes == 1 && in.polarisations == 1 && in.samples.size() >= 4,
         "a laser is driven by one lane of four samples or more");
  const Operation now = operation(at);
  const double step_s = 1.0 / in.sample_rate_hz;
  const std::vector<double> light = integrate(currents(in), step_s, now, rng);
  const double mean =
      std::accumulate(light.begin(), light.end(), 0.0) / static_cast<double>(light.size());
  Waveform out = in;
  out.domain = Domain::optical_field;
  out.centre_hz = kSpeedOfLight_m_per_s / this->light(at).wavelength_m;
  const double adiabatic = 2.0 * kPi * 1e12 * p_.adiabatic_ghz_per_mw * now.slope_w_per_a;
  double turned = 0.0;
  for (std::size_t k = 0; k < light.size(); ++k) {
    const double phase = -0.5 * p_.chirp * std::log(light[k] / now.light_a) - turned;
    out.samples[k] = std::polar(std::sqrt(now.slope_w_per_a * light[k]), phase);
    const double next = light[(k + 1) % light.size()];
    turned += adiabatic * (0.5 * (light[k] + next) - mean) * step_s;
  }
  return out;
}

}  // namespace chappe
