#include "solve/spectra.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"

namespace chappe {
namespace {

/// True if no response has anything in the 64 bins from k on: they end once, and for good.
bool is_zero_from(const SectionResponse& response, std::size_t k) {
  const auto zero = [k](const std::vector<cd>& h) {
    for (std::size_t i = k; i < std::min(k + 64, h.size()); ++i) {
      if (h[i] != cd{}) return false;
    }
    return true;
  };
  return zero(response.victim) &&
         std::all_of(response.aggressors.begin(), response.aggressors.end(), zero);
}

/// E exp(-j 2 pi f delta) of an edge's displacement delta: Gaussian, and early or late by A_DD.
double mean_of_jitter(const TransmitterSpec& tx, double turn_rad_per_ui) {
  double mean = 1.0;
  if (tx.dual_dirac_jitter_ui > 0.0) mean = std::cos(turn_rad_per_ui * tx.dual_dirac_jitter_ui);
  if (tx.random_jitter_ui > 0.0) {
    mean *= std::exp(-0.5 * std::pow(turn_rad_per_ui * tx.random_jitter_ui, 2));
  }
  return mean;
}

/// 1/(1 + jx).
cd one_pole(double x) { return cd(1.0, -x) / (1.0 + x * x); }
/// |1/(1 + jx)|^2.
double one_pole_power(double x) { return 1.0 / (1.0 + x * x); }

/// (1 + jf/f_z)/((1 + jf/f_p1)(1 + jf/f_p2)): the CTLE at gains of 1.
cd flat_ctle(const ReceiverSpec& rx, double f_hz) {
  return cd(1.0, f_hz / rx.ctle_zero_hz) * one_pole(f_hz / rx.ctle_pole1_hz) *
         one_pole(f_hz / rx.ctle_pole2_hz);
}

double flat_ctle_power(const ReceiverSpec& rx, double f_hz) {
  return one_pole_power(f_hz / rx.ctle_pole1_hz) * one_pole_power(f_hz / rx.ctle_pole2_hz) /
         one_pole_power(f_hz / rx.ctle_zero_hz);
}

}  // namespace

SectionSignals section_signals(const Section& section, const OperatingPoint& at,
                               bool allow_extrapolation, const GridFineness& fineness) {
  OperatingPoint here = at;
  here.symbol_rate_bd = section.symbol_rate_bd;
  here.bits_per_symbol = bits_per_symbol(section.modulation);
  SectionSignals out;
  out.section = &section;
  out.tx = as<Transmitter>(*section.elements.front())->transmitter(here);
  out.rx = as<Receiver>(*section.elements.back())->receiver(here);
  for (const Aggressor& aggressor : section.aggressors) {
    out.aggressor_tx.push_back(as<Transmitter>(*aggressor.transmitter)->transmitter(here));
  }
  out.pam_levels = levels(section.modulation);
  out.response =
      section_response(section, here, choose_grid(section, allow_extrapolation, fineness));
  return out;
}

SectionSpectra::SectionSpectra(const SectionSignals& signals, int noise_lags) : signals_(signals) {
  const SectionResponse& response = signals.response;
  const std::size_t bins = response.victim.size();
  std::size_t used = 0;
  while (used < bins && !is_zero_from(response, used)) used += 64;
  used = std::min(used, bins);
  edge_.resize(used);
  hold_.resize(used);
  low_gain_.resize(used);
  low_lf_gain_.resize(used);
  aggressors_.assign(response.aggressors.size(), std::vector<cd>(used));
  const ReceiverFilter receiver(signals.rx);
  for (std::size_t k = 0; k < used; ++k) {
    const double f_hz = static_cast<double>(k) * response.grid.df_hz;
    const cd filter = receiver(f_hz) * flat_ctle(signals.rx, f_hz);
    low_gain_[k] = one_pole(f_hz / signals.rx.ctle_zero_hz);
    if (signals.rx.ctle_lf_hz > 0.0) low_lf_gain_[k] = one_pole(f_hz / signals.rx.ctle_lf_hz);
    // A symbol held for T from t = 0, divided by T.
    const double x = kPi * f_hz / response.symbol_rate_bd;
    const double sine = std::sin(x), cosine = std::cos(x), sinc = k == 0 ? 1.0 : sine / x;
    const cd held(sinc * cosine, -sinc * sine);
    hold_[k] = held * mean_of_jitter(signals.tx, 2.0 * x);
    edge_[k] = signals.tx.amplitude_v * filter * response.victim[k];
    for (std::size_t i = 0; i < aggressors_.size(); ++i) {
      aggressors_[i][k] =
          signals.aggressor_tx[i].amplitude_v * filter * response.aggressors[i][k] * held;
    }
  }
  add_noise(noise_lags);
}

void SectionSpectra::add_noise(int lags) {
  const ResponseGrid& grid = signals_.response.grid;
  // Noise and crosstalk powers are smooth: 256 points a symbol rate suffice for 64 lags.
  stride_ = std::max<std::size_t>(1, grid.record_symbols / 256);
  const std::size_t points = (grid.size + stride_ - 1) / stride_;
  // What passes lines is not smooth: its power is averaged over each step.
  const auto mean_of = [&](std::size_t n, const auto& power_at) {
    std::vector<double> power(points, 0.0), count(points, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = std::min((k + stride_ / 2) / stride_, points - 1);
      power[i] += power_at(k);
      count[i] += 1.0;
    }
    for (std::size_t i = 0; i < points; ++i) power[i] /= std::max(count[i], 1.0);
    return power;
  };
  const ReceiverFilter receiver(signals_.rx);
  const std::vector<double>& added = signals_.response.added_noise;
  std::vector<double> density = mean_of(added.size(), [&](std::size_t k) { return added[k]; });
  std::vector<double> flat(points);
  for (std::size_t i = 0; i < points; ++i) {
    const double f_hz = static_cast<double>(i * stride_) * grid.df_hz;
    flat[i] = flat_ctle_power(signals_.rx, f_hz);
    density[i] = (density[i] + signals_.rx.noise_v2_per_hz) * std::norm(receiver(f_hz)) * flat[i];
  }
  noise_ = correlations(density, lags);
  for (const auto& spectrum : aggressors_) {
    // |P(f)|^2/T, two sided, of a pulse P = T H hold: T |H hold|^2; one sided twice that.
    density = mean_of(spectrum.size(), [&](std::size_t k) {
      return std::norm(spectrum[k]) /
             flat_ctle_power(signals_.rx, static_cast<double>(k) * grid.df_hz);
    });
    for (std::size_t i = 0; i < points; ++i) {
      density[i] *= 2.0 / signals_.response.symbol_rate_bd * flat[i];
    }
    crosstalk_.push_back(correlations(density, lags));
  }
}

SectionSpectra::Correlations SectionSpectra::correlations(const std::vector<double>& density,
                                                          int lags) const {
  const double step_hz = signals_.response.grid.df_hz * static_cast<double>(stride_);
  const double turn = 2.0 * kPi * step_hz / signals_.response.symbol_rate_bd;
  std::vector<std::array<double, 4>> weighted(density.size());
  for (std::size_t i = 0; i < density.size(); ++i) {
    const double f_hz = static_cast<double>(i) * step_hz;
    const double a = one_pole_power(f_hz / signals_.rx.ctle_zero_hz);
    const double b =
        signals_.rx.ctle_lf_hz > 0.0 ? one_pole_power(f_hz / signals_.rx.ctle_lf_hz) : 0.0;
    weighted[i] = {density[i], density[i] * a, density[i] * b, density[i] * a * b};
  }
  Correlations out;
  for (auto& r : out) r.resize(static_cast<std::size_t>(lags));
  for (std::size_t m = 0; m < static_cast<std::size_t>(lags); ++m) {
    // Trapezoidal sums of S(f) cos(2 pi f m T); the cosine by recurrence.
    const double c = 2.0 * std::cos(turn * static_cast<double>(m));
    double previous = 0.5 * c, now = 1.0;
    std::array<double, 4> sum{};
    for (std::size_t j = 0; j < 4; ++j) sum[j] = -0.5 * weighted[0][j];
    for (const std::array<double, 4>& s : weighted) {
      for (std::size_t j = 0; j < 4; ++j) sum[j] += s[j] * now;
      const double next = c * now - previous;
      previous = now;
      now = next;
    }
    for (std::size_t j = 0; j < 4; ++j) out[j][m] = sum[j] * step_hz;
  }
  return out;
}

std::vector<double> SectionSpectra::at_setting(const Correlations& of,
                                               const CtleSetting& setting) const {
  const double a = 1.0 - std::pow(field_ratio_from_db(setting.gain_db), 2);
  const double b = 1.0 - std::pow(field_ratio_from_db(setting.lf_gain_db), 2);
  std::vector<double> out(of[0].size());
  for (std::size_t m = 0; m < out.size(); ++m) {
    out[m] = (of[0][m] - a * of[1][m]) - b * (of[2][m] - a * of[3][m]);
  }
  return out;
}

std::vector<cd> SectionSpectra::ctle(const CtleSetting& setting) const {
  const double less = 1.0 - field_ratio_from_db(setting.gain_db);
  const double lf_less = 1.0 - field_ratio_from_db(setting.lf_gain_db);
  std::vector<cd> out(size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = (1.0 - less * low_gain_[k]) * (1.0 - lf_less * low_lf_gain_[k]);
  }
  return out;
}

std::vector<double> SectionSpectra::noise(const CtleSetting& setting) const {
  return at_setting(noise_, setting);
}

std::vector<std::vector<double>> SectionSpectra::crosstalk(const CtleSetting& setting) const {
  std::vector<std::vector<double>> out;
  for (const Correlations& one : crosstalk_) out.push_back(at_setting(one, setting));
  return out;
}

}  // namespace chappe
