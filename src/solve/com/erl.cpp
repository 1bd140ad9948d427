#include "solve/com/erl.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "math/filters.hpp"
#include "solve/com/com_density.hpp"

namespace chappe {
namespace {

constexpr double kLead_s = 0.5e-9;     // put ahead of the reflection
constexpr double kThreshold = 1e-5;    // of the impulse response's end
constexpr double kParts = 30'000.0;    // of the norm: bins are wider for reflections above 3
constexpr double kBin = 1e-4;          // of the density of reflections
constexpr double kDelaySpans = 5.0;    // span over the channel's delay when none is given
constexpr double kRecord_s = 100e-9;   // always kept: that of a file of 10 MHz steps
constexpr double kDelayFilter = 0.75;  // corner for that delay, over the symbol rate

/// Reflection at one port, kept from one rise time on.
struct Reflection {
  std::vector<double> r{}, t_s{};
  std::size_t steep{0};  ///< number, in the uncut axis, of the first t >= 3 T
};

/// S11 (or S22) in the test impedance.
std::vector<cd> return_loss(const Network& channel, int port, double z_t_ohm) {
  const double z0 = channel.z0_ohm[static_cast<std::size_t>(port)].real();
  const double r = (z0 - 2.0 * z_t_ohm) / (z0 + 2.0 * z_t_ohm);
  const auto& near = channel.at(port, port);
  const auto& far = channel.at(1 - port, 1 - port);
  const auto &a = channel.at(0, 1), &b = channel.at(1, 0);
  std::vector<cd> out(near.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    const cd det = near[k] * far[k] - a[k] * b[k];
    out[k] =
        (near[k] + r * r * far[k] + r + r * det) / (1.0 + r * (near[k] + far[k]) + r * r * det);
  }
  return out;
}

/// Nothing but rounding, whose phase means nothing: it would be taken for an anti-causal response.
bool is_silent(const std::vector<cd>& spectrum) {
  constexpr double kRounding = 1e-9;
  return std::all_of(spectrum.begin(), spectrum.end(),
                     [](cd x) { return std::abs(x) < kRounding; });
}

std::size_t first_at_least(std::span<const double> t, double limit) {
  return static_cast<std::size_t>(std::lower_bound(t.begin(), t.end(), limit) - t.begin());
}

/// Mean delay of the transmission, from the turns of its phase.
double mean_delay_s(const Network& channel) {
  const auto& s21 = channel.at(1, 0);
  double turned = 0.0;
  for (std::size_t k = 1; k < s21.size(); ++k) turned += std::arg(s21[k] * std::conj(s21[k - 1]));
  return std::max(0.0, -turned / (2.0 * kPi * (channel.grid.f_hz.back() - channel.grid[0])));
}

/// Every m-th point of a uniform grid, as long as its record then still lasts `record_s`: a file of
/// very small steps has a record of which ERL looks at the beginning only, and whose transform
/// would take most of the time.
Network thinned(const Network& channel, double record_s) {
  const std::vector<double>& f = channel.grid.f_hz;
  if (f.size() < 3) return channel;
  const double step = (f.back() - f.front()) / static_cast<double>(f.size() - 1);
  const auto m = static_cast<std::size_t>(std::max(1.0, std::floor(1.0 / (step * record_s))));
  const bool aligned = f[0] == 0.0 || std::abs(f[0] - step) < 1e-3 * step;
  for (std::size_t k = 1; k < f.size(); ++k) {
    if (std::abs(f[k] - f[k - 1] - step) > 1e-3 * step) return channel;
  }
  if (m < 2 || !aligned) return channel;
  Network out(FrequencyGrid{}, channel.ports, 1.0);
  out.z0_ohm = channel.z0_ohm;
  const auto add = [&](double f_hz, std::size_t k, bool real) {
    out.grid.f_hz.push_back(f_hz);
    for (std::size_t p = 0; p < out.s.size(); ++p) {
      const cd x = channel.s[p][k];
      out.s[p].push_back(real ? cd(std::copysign(std::abs(x), x.real())) : x);
    }
  };
  // A first point so near to 0 Hz stands for it.
  add(0.0, 0, true);
  for (std::size_t k = f[0] == 0.0 ? m : m - 1; k < f.size(); k += m) add(f[k], k, false);
  return out;
}

/// Five times the time at which the channel's impulse response peaks, and the lead.
double default_span_s(const Network& channel, const ErlOptions& options) {
  std::vector<cd> h = channel.at(1, 0);
  const double corner = kDelayFilter * options.time.symbol_rate_bd;
  for (std::size_t k = 0; k < h.size(); ++k) h[k] *= butterworth(channel.grid[k], corner, 4);
  const ComImpulseResponse response =
      com_impulse_response(channel.grid.f_hz, h, options.time, 1e-3);
  const auto peak = std::max_element(response.h.begin(), response.h.end(),
                                     [](double a, double b) { return std::abs(a) < std::abs(b); });
  return kDelaySpans * static_cast<double>(peak - response.h.begin()) * response.time_step_s +
         kLead_s;
}

Reflection reflection(const Network& channel, int port, double span_s, const ErlOptions& o) {
  std::vector<cd> spectrum = return_loss(channel, port, o.test_impedance_ohm);
  const double symbol_rate = o.time.symbol_rate_bd, corner = o.filter_ratio * symbol_rate;
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const double f = channel.grid[k];
    spectrum[k] *= com_edge(f, o.rise_time_s) * std::polar(1.0, -2.0 * kPi * f * kLead_s) *
                   butterworth(f, corner, 4);
    if (o.taper) spectrum[k] *= com_taper(f, corner, symbol_rate);
  }
  const ComImpulseResponse response =
      com_impulse_response(channel.grid.f_hz, spectrum, o.time, kThreshold);
  std::vector<double> t(response.h.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    t[i] = static_cast<double>(i) * response.time_step_s - kLead_s;
  }
  Reflection out;
  out.steep = first_at_least(t, 3.0 * o.rise_time_s);
  const std::size_t end =
      std::min(first_at_least(t, span_s + o.fixture_delay_s[port]) + 1, t.size());
  std::size_t begin = first_at_least(t, o.rise_time_s);
  if (begin + 1 >= end) begin = 0;
  const auto cut = [&](const std::vector<double>& v) {
    return std::vector<double>(v.begin() + static_cast<std::ptrdiff_t>(begin),
                               v.begin() + static_cast<std::ptrdiff_t>(end));
  };
  out.r = cut(response.h);
  out.t_s = cut(t);
  return out;
}

/// Z(t) = 2 Z_t (1 + step)/(1 - step), averaged with exponential weight. The start is counted in
/// the uncut axis but applied to the cut one, as the reference does.
double near_impedance(const Reflection& reflected, const ErlOptions& o) {
  const std::size_t begin = std::min(reflected.steep, reflected.r.size() - 1);
  double step = 0.0, sum = 0.0, weights = 0.0;
  for (std::size_t i = 0; i < reflected.r.size(); ++i) {
    step += reflected.r[i];
    if (i < begin) continue;
    const double w = std::exp(-(reflected.t_s[i] - reflected.t_s[begin]) / o.impedance_window_s);
    sum += w * 2.0 * o.test_impedance_ohm * (1.0 + step) / (1.0 - step);
    weights += w;
  }
  return sum / weights;
}

/// The gate of 93A.5.2: 0 ahead of the fixture's end, then graded over N_bx + 1 UI, then 1.
void apply_gate(std::vector<double>& pulse, std::span<const double> t, double fixture_delay_s,
                const ErlOptions& o) {
  const double ui = 1.0 / o.time.symbol_rate_bd;
  const double t0 = fixture_delay_s + 3.0 * o.rise_time_s, width = (o.gate_ui + 1) * ui;
  const double full = (1.0 + o.rho) * o.rho;
  const std::size_t n1 = first_at_least(t, t0);
  std::size_t n2 = first_at_least(t, t0 + width);
  while (n2 < t.size() && t[n2] <= t0 + width) ++n2;
  n2 = std::min(n2, t.size() - 1);
  for (std::size_t i = 0; i < pulse.size(); ++i) {
    if (i < n1) {
      pulse[i] = 0.0;
    } else if (i > n2) {
      if (o.gate == ErlGate::graded_all) pulse[i] *= full;
    } else {
      const double x = (t[i] - t0) / ui - (o.gate_ui + 1), slope = 1.0 + o.gate_ui;
      double weight =
          o.gate == ErlGate::constant ? o.rho : full * std::exp(-x * x / (slope * slope));
      if (o.gate_ui > 0) weight *= std::pow(10.0, o.beta_db_per_s * (t[i] - t0 - width) / 20.0);
      pulse[i] *= weight;
    }
  }
}

/// Samples of each phase, the one of the largest norm.
std::vector<double> worst_phase(std::span<const double> pulse, int samples_per_symbol, int& phase) {
  const std::size_t m = static_cast<std::size_t>(samples_per_symbol);
  double largest = -1.0;
  std::vector<double> best;
  for (std::size_t k = 0; k < m; ++k) {
    std::vector<double> samples;
    double square = 0.0;
    for (std::size_t i = k; i < pulse.size(); i += m) {
      samples.push_back(pulse[i]);
      square += pulse[i] * pulse[i];
    }
    if (square <= largest) continue;
    largest = square;
    phase = static_cast<int>(k);
    best = std::move(samples);
  }
  return best;
}

}  // namespace

ErlOptions erl_options_100g_kr(double symbol_rate_bd) {
  ErlOptions options;
  options.time.symbol_rate_bd = symbol_rate_bd;
  options.rise_time_s = 10e-12;
  options.filter_ratio = 0.75;
  options.taper = true;
  options.span_ui = 3500.0;
  options.gate_ui = 21;
  return options;
}

ErlResult effective_return_loss(const Network& channel, const ErlOptions& options) {
  ensure(channel.ports == 2, "ERL is taken of a differential two-port");
  // What arrives later than the record folds back onto its start: it holds both ways, twice.
  const double delay_s = mean_delay_s(channel);
  const double span_s = options.span_ui > 0.0
                            ? options.span_ui / options.time.symbol_rate_bd
                            : default_span_s(thinned(channel, 4.0 * delay_s + kRecord_s), options);
  const double fixture_s = std::max(options.fixture_delay_s[0], options.fixture_delay_s[1]);
  const Network used =
      thinned(channel, std::max(kRecord_s, 2.0 * (span_s + fixture_s + kLead_s) + 4.0 * delay_s));
  ErlResult out;
  for (int port = 0; port < 2; ++port) {
    if (is_silent(return_loss(used, port, options.test_impedance_ohm))) {
      out.port[port] = {-20.0 * std::log10(0.5 * kBin), 2.0 * options.test_impedance_ohm, 0};
      continue;
    }
    const Reflection reflected = reflection(used, port, span_s, options);
    std::vector<double> pulse = com_pulse(reflected.r, options.time.samples_per_symbol);
    apply_gate(pulse, reflected.t_s, options.fixture_delay_s[port], options);
    ErlPort& result = out.port[port];
    const std::vector<double> samples =
        worst_phase(pulse, options.time.samples_per_symbol, result.phase);
    const double bin = com_coarse_bin(samples, kBin, kParts);
    const double size =
        -com_quantile(com_density(samples, bin, options.levels), options.error_ratio);
    // No reflection as large as half a bin: the bound that the grid allows.
    result.erl_db = -20.0 * std::log10(std::max(size, 0.5 * kBin));
    result.impedance_ohm = near_impedance(reflected, options);
  }
  out.erl_db = std::min(out.port[0].erl_db, out.port[1].erl_db);
  return out;
}

}  // namespace chappe
