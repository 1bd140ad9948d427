#include "solve/com/com_filters.hpp"

#include <cmath>

#include "base/constants.hpp"
#include "solve/com/com_response.hpp"

namespace chappe {
namespace {

double amplitude(double db) { return std::pow(10.0, db / 20.0); }

/// y[i] = gain ((x[i] - zero x[i-1]) + pole y[i-1]/gain): one zero, one pole.
struct FirstOrder {
  double gain{1.0}, zero{0.0}, pole{0.0};
};

void apply(const FirstOrder& stage, std::vector<double>& x) {
  double x_before = 0.0, y_before = 0.0;
  for (double& value : x) {
    const double y = stage.gain * (value - stage.zero * x_before) + stage.pole * y_before;
    x_before = value;
    y_before = y;
    value = y;
  }
}

}  // namespace

cd com_butterworth(double f_hz, double corner_hz) {
  const cd s{0.0, f_hz / corner_hz};
  return 1.0 / ((((s + 2.613126) * s + 3.414214) * s + 2.613126) * s + 1.0);
}

cd com_receiver_filter(const ComConfig& config, double f_hz) {
  const double corner_hz = config.f_r * config.symbol_rate_bd;
  cd out = config.butterworth ? com_butterworth(f_hz, corner_hz) : cd{1.0};
  if (config.bessel_thomson) {
    const cd s{0.0, f_hz / (0.473037 * corner_hz)};
    out *= 105.0 / ((((s + 10.0) * s + 45.0) * s + 105.0) * s + 105.0);
  }
  if (config.raised_cosine) out *= com_taper(f_hz, config.rc_start_hz, config.rc_end_hz);
  return out;
}

cd com_transmitter_edge(const ComConfig& config, double f_hz) {
  switch (config.edge) {
    case ComEdge::none:
      return 1.0;
    case ComEdge::gaussian2:
      return com_edge(f_hz, config.t_r_s);
    case ComEdge::gaussian1: {
      const double x = kPi * f_hz * config.t_r_s / 1.6832;
      return std::exp(-x * x);
    }
    case ComEdge::bessel: {
      const double t_r_ns = config.t_r_s * 1e9;
      const double k = 1.9466 + 7.12 * std::sqrt(std::max(0.0, 1.0 - 6.51e-3 / t_r_ns));
      const cd s{0.0, k * f_hz * config.t_r_s};
      return 105.0 / ((((s + 10.0) * s + 45.0) * s + 105.0) * s + 105.0);
    }
  }
  return 1.0;
}

ComCtleSetting com_ctle_setting(const ComConfig& config, std::size_t gain, std::size_t hp_gain) {
  const ComCtle& c = config.ctle;
  const auto pick = [](const std::vector<double>& v, std::size_t i) {
    return v.size() > 1 ? v.at(i) : v.at(0);
  };
  ComCtleSetting out{pick(c.g_dc_db, gain), pick(c.f_z_hz, gain), pick(c.f_p1_hz, gain),
                     pick(c.f_p2_hz, gain)};
  out.two_stages = !c.g_dc_hp_db.empty();
  if (out.two_stages) {
    out.g_dc_hp_db = pick(c.g_dc_hp_db, hp_gain);
    out.f_hp_hz = pick(c.f_hp_hz, hp_gain);
  }
  return out;
}

cd com_ctle(const ComCtleSetting& s, double f_hz) {
  const cd jf{0.0, f_hz};
  const cd first =
      (amplitude(s.g_dc_db) + jf / s.f_z_hz) / ((1.0 + jf / s.f_p1_hz) * (1.0 + jf / s.f_p2_hz));
  if (!s.two_stages) return first;
  return first * (amplitude(s.g_dc_hp_db) + jf / s.f_hp_hz) / (1.0 + jf / s.f_hp_hz);
}

std::vector<double> com_ctle_filter(const ComCtleSetting& s, double sample_rate_hz,
                                    std::span<const double> x) {
  const double b = 2.0 * sample_rate_hz, w = 2.0 * kPi;
  const auto digital = [b, w](double corner_hz) {
    return (1.0 - w * corner_hz / b) / (1.0 + w * corner_hz / b);
  };
  const double z = s.f_z_hz * amplitude(s.g_dc_db);
  std::vector<double> out(x.begin(), x.end());
  const double gain = w * s.f_p2_hz * (b + w * z) / ((b + w * s.f_p1_hz) * (b + w * s.f_p2_hz)) *
                      s.f_p1_hz / s.f_z_hz;
  apply({gain, digital(z), digital(s.f_p1_hz)}, out);
  apply({1.0, -1.0, digital(s.f_p2_hz)}, out);
  if (s.two_stages) {
    const double hp_z = s.f_hp_hz * amplitude(s.g_dc_hp_db);
    apply({(b + w * hp_z) / (b + w * s.f_hp_hz), digital(hp_z), digital(s.f_hp_hz)}, out);
  }
  return out;
}

}  // namespace chappe
