#include "solve/pulses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/units.hpp"

namespace chappe {
namespace {

/// Spectrum of a symbol held for T from t = 0, divided by T.
cd hold(double f_hz, double symbol_rate_bd) {
  const double x = kPi * f_hz / symbol_rate_bd;
  const double sinc = x == 0.0 ? 1.0 : std::sin(x) / x;
  return std::polar(sinc, -x);
}

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
double mean_of_jitter(const TransmitterSpec& tx, double f_hz, double symbol_rate_bd) {
  const double turn = 2.0 * kPi * f_hz / symbol_rate_bd;  // [rad/UI]
  return std::cos(turn * tx.dual_dirac_jitter_ui) *
         std::exp(-0.5 * std::pow(turn * tx.random_jitter_ui, 2));
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

PulseMaker::PulseMaker(const SectionSignals& signals, int samples_per_symbol, int noise_lags)
    : signals_(signals),
      samples_per_symbol_(samples_per_symbol),
      noise_lags_(noise_lags),
      fft_(signals.response.grid.record_symbols * static_cast<std::size_t>(samples_per_symbol)) {
  const ResponseGrid& grid = signals.response.grid;
  ensure(grid.samples_per_symbol % samples_per_symbol == 0, "samples a symbol divide the grid's");
  const std::size_t bins = fft_.spectrum_size();
  const double scale = samples_per_symbol;  // fs T of the inverse transform
  while (used_ < bins && !is_zero_from(signals.response, used_)) used_ += 64;
  used_ = std::min(used_, bins);
  base_victim_.resize(used_);
  hold_.resize(used_);
  low_gain_.resize(used_);
  low_lf_gain_.resize(used_);
  std::vector<double> flat_power(used_);
  base_aggressors_.assign(signals.response.aggressors.size(), std::vector<cd>(used_));
  constexpr double kNone_db = -std::numeric_limits<double>::infinity();
  const CtleShape flat = ctle_shape(signals.rx, 0.0, 0.0);
  const CtleShape no_gain = ctle_shape(signals.rx, kNone_db, 0.0);
  const CtleShape no_lf_gain = ctle_shape(signals.rx, 0.0, kNone_db);
  for (std::size_t k = 0; k < used_; ++k) {
    const double f_hz = static_cast<double>(k) * grid.df_hz;
    const cd ctle = ctle_response(flat, f_hz);
    const cd filter = scale * receiver_filter(signals.rx, f_hz) * ctle;
    flat_power[k] = std::norm(ctle);
    low_gain_[k] = 1.0 - ctle_response(no_gain, f_hz) / ctle;
    low_lf_gain_[k] = 1.0 - ctle_response(no_lf_gain, f_hz) / ctle;
    const cd held = hold(f_hz, signals.response.symbol_rate_bd);
    hold_[k] = held * mean_of_jitter(signals.tx, f_hz, signals.response.symbol_rate_bd);
    base_victim_[k] = signals.tx.amplitude_v * filter * signals.response.victim[k];
    for (std::size_t i = 0; i < base_aggressors_.size(); ++i) {
      base_aggressors_[i][k] =
          signals.aggressor_tx[i].amplitude_v * filter * signals.response.aggressors[i][k] * held;
    }
  }
  add_powers(flat_power);
}

void PulseMaker::add_powers(const std::vector<double>& flat_power) {
  const ResponseGrid& grid = signals_.response.grid;
  const double scale = samples_per_symbol_;
  // Noise and crosstalk powers are smooth: 256 points a symbol rate suffice for 64 lags.
  psd_stride_ = std::max<std::size_t>(1, grid.record_symbols / 256);
  for (std::size_t k = 0; k < fft_.spectrum_size(); k += psd_stride_) {
    const double f_hz = static_cast<double>(k) * grid.df_hz;
    filter_power_.push_back(std::norm(receiver_filter(signals_.rx, f_hz)));
  }
  for (const auto& base : base_aggressors_) {
    // Crosstalk is not smooth: average its power over each step.
    std::vector<double> power(filter_power_.size(), 0.0);
    std::vector<double> count(filter_power_.size(), 0.0);
    for (std::size_t k = 0; k < used_; ++k) {
      const std::size_t i = std::min((k + psd_stride_ / 2) / psd_stride_, power.size() - 1);
      power[i] += std::norm(base[k]) / (scale * scale * flat_power[k]);
      count[i] += 1.0;
    }
    for (std::size_t i = 0; i < power.size(); ++i) power[i] /= std::max(count[i], 1.0);
    aggressor_power_.push_back(std::move(power));
  }
}

PulseBank PulseMaker::make(double ctle_gain_db, double ctle_lf_gain_db, bool with_aggressors,
                           double advance) const {
  const std::size_t bins = fft_.spectrum_size();
  // H is linear in each of its two gains: what is known at 1 and at 0 is known at all.
  const double less = 1.0 - field_ratio_from_db(ctle_gain_db);
  const double lf_less = 1.0 - field_ratio_from_db(ctle_lf_gain_db);
  std::vector<cd> ctle(used_), spectrum(bins);
  for (std::size_t k = 0; k < used_; ++k) {
    ctle[k] = (1.0 - less * low_gain_[k]) * (1.0 - lf_less * low_lf_gain_[k]);
  }
  PulseBank bank;
  bank.samples_per_symbol = samples_per_symbol_;
  const auto transform = [&] {
    std::vector<double> samples(fft_.size());
    fft_.inverse(spectrum, samples);
    return samples;
  };
  for (std::size_t k = 0; k < used_; ++k) spectrum[k] = base_victim_[k] * ctle[k];
  if (advance != 0.0) {
    const double turn = 2.0 * kPi * advance / static_cast<double>(fft_.size());
    for (std::size_t k = 0; k < used_; ++k) {
      spectrum[k] *= std::polar(1.0, turn * static_cast<double>(k));
    }
  }
  bank.edge = transform();
  for (std::size_t k = 0; k < used_; ++k) spectrum[k] *= hold_[k];
  bank.victim = transform();
  if (with_aggressors) {
    for (const auto& base : base_aggressors_) {
      for (std::size_t k = 0; k < used_; ++k) spectrum[k] = base[k] * ctle[k];
      bank.aggressors.push_back(transform());
    }
  }
  std::vector<double> psd = ctle_power(ctle_gain_db, ctle_lf_gain_db);
  for (std::size_t i = 0; i < psd.size(); ++i) {
    psd[i] *= signals_.rx.noise_v2_per_hz * filter_power_[i];
  }
  bank.noise = autocorrelation(psd, noise_lags_);
  return bank;
}

std::vector<double> PulseMaker::ctle_power(double ctle_gain_db, double ctle_lf_gain_db) const {
  const CtleShape shape = ctle_shape(signals_.rx, ctle_gain_db, ctle_lf_gain_db);
  std::vector<double> power(filter_power_.size());
  const double step_hz = signals_.response.grid.df_hz * static_cast<double>(psd_stride_);
  for (std::size_t i = 0; i < power.size(); ++i) {
    power[i] = std::norm(ctle_response(shape, static_cast<double>(i) * step_hz));
  }
  return power;
}

std::vector<double> PulseMaker::autocorrelation(const std::vector<double>& psd, int lags) const {
  const double step_hz = signals_.response.grid.df_hz * static_cast<double>(psd_stride_);
  const double turn = 2.0 * kPi * step_hz / signals_.response.symbol_rate_bd;
  std::vector<double> r(static_cast<std::size_t>(lags), 0.0);
  for (std::size_t m = 0; m < r.size(); ++m) {
    // Trapezoidal sum of S(f) cos(2 pi f m T); the cosine by recurrence.
    const double c = 2.0 * std::cos(turn * static_cast<double>(m));
    double previous = std::cos(turn * static_cast<double>(m)), now = 1.0, sum = -0.5 * psd[0];
    for (const double s : psd) {
      sum += s * now;
      const double next = c * now - previous;
      previous = now;
      now = next;
    }
    r[m] = sum * step_hz;
  }
  return r;
}

std::vector<std::vector<double>> PulseMaker::crosstalk_autocorrelation(double ctle_gain_db,
                                                                       double ctle_lf_gain_db,
                                                                       int lags) const {
  const std::vector<double> ctle = ctle_power(ctle_gain_db, ctle_lf_gain_db);
  std::vector<std::vector<double>> out;
  for (const auto& power : aggressor_power_) {
    // |P(f)|^2/T, two sided, of a pulse P = T H hold: T |H hold|^2; one sided twice that.
    std::vector<double> psd(ctle.size());
    for (std::size_t i = 0; i < psd.size(); ++i) {
      psd[i] = 2.0 / signals_.response.symbol_rate_bd * power[i] * ctle[i];
    }
    out.push_back(autocorrelation(psd, lags));
  }
  return out;
}

double unequalised_peak_v(const SectionSignals& signals) {
  const ResponseGrid& grid = signals.response.grid;
  const RealFft fft(2 * (grid.size - 1));
  std::vector<cd> spectrum(fft.spectrum_size());
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    if (signals.response.victim[k] == cd{}) continue;
    const double f_hz = static_cast<double>(k) * grid.df_hz;
    spectrum[k] = grid.samples_per_symbol * signals.tx.amplitude_v * signals.response.victim[k] *
                  receiver_filter(signals.rx, f_hz) * hold(f_hz, signals.response.symbol_rate_bd);
  }
  std::vector<double> pulse(fft.size());
  fft.inverse(spectrum, pulse);
  return *std::max_element(pulse.begin(), pulse.end());
}

}  // namespace chappe
