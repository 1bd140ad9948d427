#include "signal/response.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/fft.hpp"
#include "math/interpolate.hpp"

namespace chappe {
namespace {

/// The inverse transform on the axis, not yet scaled by anything but 1/N.
TimeResponse transform(std::span<const cd> transfer, double df_hz, const TimeAxis& axis) {
  ensure(transfer.size() >= 2 && df_hz > 0.0, "a transfer function has a step and two values");
  const std::size_t least = 2 * (transfer.size() - 1);
  const std::size_t n = axis.samples == 0 ? least : axis.samples;
  ensure(n >= least && axis.before < n, "a time axis holds the band, and t = 0");
  const RealFft fft(n);
  std::vector<cd> spectrum(fft.spectrum_size());
  std::copy(transfer.begin(), transfer.end(), spectrum.begin());
  std::vector<double> x(n);
  fft.inverse(spectrum, x);
  std::rotate(x.begin(), x.end() - static_cast<std::ptrdiff_t>(axis.before), x.end());
  const double dt_s = 1.0 / (static_cast<double>(n) * df_hz);
  return {dt_s, -static_cast<double>(axis.before) * dt_s, std::move(x)};
}

double sinc(double x) { return x == 0.0 ? 1.0 : std::sin(kPi * x) / (kPi * x); }

std::vector<double> unwrapped(std::span<const cd> transfer) {
  std::vector<double> phase;
  phase.reserve(transfer.size());
  for (const cd x : transfer) phase.push_back(std::arg(x));
  return unwrap_phase(phase);
}

/// Phase [rad] of the causal response of least delay that has this magnitude: the cepstrum of
/// log|H|, folded onto positive times (Oppenheim and Schafer, Discrete-Time Signal
/// Processing, 13.5).
std::vector<double> minimum_phase(std::span<const cd> transfer) {
  const std::size_t n = 2 * (transfer.size() - 1);
  double top = 0.0;
  for (const cd x : transfer) top = std::max(top, std::abs(x));
  ensure(top > 0.0, "a transfer function that is 0 has no phase");
  const RealFft fft(n);
  std::vector<cd> spectrum;
  for (const cd x : transfer) spectrum.push_back(std::log(std::max(std::abs(x), 1e-12 * top)));
  std::vector<double> cepstrum(n);
  fft.inverse(spectrum, cepstrum);
  for (std::size_t k = 1; k < n / 2; ++k) cepstrum[k] *= 2.0;
  for (std::size_t k = n / 2 + 1; k < n; ++k) cepstrum[k] = 0.0;
  fft.forward(cepstrum, spectrum);
  std::vector<double> phase;
  for (const cd x : spectrum) phase.push_back(x.imag());
  return phase;
}

double energy(std::span<const double> x) {
  double sum = 0.0;
  for (const double v : x) sum += v * v;
  return sum;
}

}  // namespace

TimeResponse impulse_response(std::span<const cd> transfer, double df_hz, const TimeAxis& axis) {
  return transform(transfer, df_hz, axis);
}

TimeResponse step_response(const TimeResponse& impulse) {
  TimeResponse out = impulse;
  double sum = 0.0;
  for (std::size_t k = 0; k < impulse.value.size(); ++k) {
    if (k > 0) sum += 0.5 * (impulse.value[k - 1] + impulse.value[k]);
    out.value[k] = sum;
  }
  return out;
}

TimeResponse pulse_response(std::span<const cd> transfer, double df_hz, double width_s,
                            const TimeAxis& axis) {
  ensure(width_s > 0.0, "a pulse has a width");
  std::vector<cd> shaped(transfer.begin(), transfer.end());
  for (std::size_t k = 0; k < shaped.size(); ++k) {
    const double turns = static_cast<double>(k) * df_hz * width_s;
    shaped[k] *= width_s * sinc(turns) * std::polar(1.0, -kPi * turns);
  }
  TimeResponse out = transform(shaped, df_hz, axis);
  for (double& v : out.value) v /= out.dt_s;
  return out;
}

double energy_ahead(const TimeResponse& response, double delay_s) {
  double ahead = 0.0;
  for (std::size_t k = 0; k < response.value.size(); ++k) {
    if (response.time_s(k) < delay_s) ahead += response.value[k] * response.value[k];
  }
  const double all = energy(response.value);
  return all > 0.0 ? ahead / all : 0.0;
}

std::vector<double> group_delay_s(std::span<const cd> transfer, std::span<const double> f_hz) {
  ensure(transfer.size() == f_hz.size() && f_hz.size() >= 2, "group delay needs two frequencies");
  const std::vector<double> phase = unwrapped(transfer);
  std::vector<double> out(f_hz.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const std::size_t a = k == 0 ? 0 : k - 1;
    const std::size_t b = std::min(k + 1, out.size() - 1);
    out[k] = -(phase[b] - phase[a]) / (2.0 * kPi * (f_hz[b] - f_hz[a]));
  }
  return out;
}

double arrival_s(std::span<const cd> transfer, double df_hz) {
  const std::vector<double> lag = minimum_phase(transfer);
  const std::vector<double> phase = unwrapped(transfer);
  // Slope through 0 Hz of the phase that loss does not explain, weighted by power.
  double above = 0.0, below = 0.0;
  const double offset = std::round((phase[0] - lag[0]) / kPi) * kPi;
  for (std::size_t k = 0; k < transfer.size(); ++k) {
    const double f = static_cast<double>(k) * df_hz;
    above += std::norm(transfer[k]) * f * (phase[k] - lag[k] - offset);
    below += std::norm(transfer[k]) * f * f;
  }
  return below > 0.0 ? -above / below / (2.0 * kPi) : 0.0;
}

Causality causality(std::span<const cd> transfer, double df_hz, double symbol_s) {
  Causality out{arrival_s(transfer, df_hz), 0.0};
  // Half of the period counts as time ahead of 0: that is where what precedes 0 shows.
  const TimeResponse pulse = pulse_response(transfer, df_hz, symbol_s, {0, transfer.size() - 1});
  out.energy_ahead = energy_ahead(pulse, out.arrival_s - pulse.dt_s);
  return out;
}

double settling_time_s(const TimeResponse& response, double rest) {
  const double allowed = rest * energy(response.value);
  double to_come = 0.0;
  for (std::size_t k = response.value.size(); k > 0; --k) {
    to_come += response.value[k - 1] * response.value[k - 1];
    if (to_come > allowed) return static_cast<double>(k) * response.dt_s;
  }
  return 0.0;
}

std::optional<std::string> too_short(const TimeResponse& response, double waveform_s, double rest) {
  const double needed = settling_time_s(response, rest);
  if (waveform_s >= needed) return std::nullopt;
  std::ostringstream text;
  text.precision(4);
  text << "the waveform lasts " << waveform_s * 1e9
       << " ns, shorter than the channel's response: " << needed * 1e9 << " ns are needed";
  return text.str();
}

}  // namespace chappe
