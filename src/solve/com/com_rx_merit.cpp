#include "solve/com/com_rx_merit.hpp"

#include <algorithm>
#include <cmath>

namespace chappe {
namespace {

double square(double x) { return x * x; }

void add(std::vector<double>& to, std::span<const double> what) {
  for (std::size_t k = 0; k < to.size(); ++k) to[k] += what[k];
}

}  // namespace

ComRxMerit::ComRxMerit(const ComConfig& config, const ComSignals& signals, const ComBank& bank,
                       std::size_t gain, std::size_t hp_gain, int shift_max)
    : config_(config),
      bank_(bank),
      gain_(gain),
      hp_gain_(hp_gain),
      merit_(config, signals),
      designer_(config.rx_ffe, config.dfe, config.levels, config.r_lm),
      thru_(bank.thru.equalised(std::vector<ComTxTap>{{1.0, 0}})),
      tx_v2_(static_cast<std::size_t>(config.samples)) {
  for (std::size_t i = 1; i < signals.impulse_v.size(); ++i) {
    const std::vector<double> pulse = com_ctle_pulse(config, bank.ctle, signals.impulse_v[i]);
    if (i <= signals.fext_count) {
      fext_pulses_.emplace_back(pulse, config.samples, shift_max);
    } else {
      next_.push_back(com_rx_aggressor(pulse, config.samples, config.rx_ffe.noise_ui));
    }
  }
  fixed_v2_ = com_rx_input_noise(config, gain, hp_gain, designer_.lags());
  for (const ComRxAggressor& next : next_) {
    add(fixed_v2_, lags_of(next.v, square(com_sigma_x(config.levels))));
  }
}

std::vector<double> ComRxMerit::lags_of(std::span<const double> x, double scale) const {
  std::vector<double> out(static_cast<std::size_t>(designer_.lags()), 0.0);
  com_rx_add_autocorrelation(x, config_.rx_ffe.noise_ui, scale, out);
  return out;
}

const std::vector<double>& ComRxMerit::transmitter_lags(std::ptrdiff_t phase) {
  std::vector<double>& out = tx_v2_[static_cast<std::size_t>(phase)];
  if (out.empty()) {
    const std::vector<double> late =
        com_rx_late_samples(thru_, merit_.instant(), config_.samples, config_.rx_ffe.noise_ui);
    const double scale =
        square(com_sigma_x(config_.levels)) * std::pow(10.0, -config_.snr_tx_db / 10.0);
    out = lags_of(late, scale);
  }
  return out;
}

void ComRxMerit::find_fext() {
  fext_.clear();
  for (const ComPulse& pulse : fext_pulses_) {
    fext_.push_back(
        com_rx_aggressor(pulse.equalised(merit_.taps()), config_.samples, config_.rx_ffe.noise_ui));
  }
}

std::optional<double> ComRxMerit::evaluate(std::span<const double> tx, int cursor, int offset,
                                           double beat_db) {
  if (!merit_.locate(bank_, tx, cursor, offset)) return std::nullopt;
  const std::ptrdiff_t m = config_.samples, phase = merit_.instant() % m;
  bank_.thru.phase(merit_.taps(), phase, h_);
  const auto whole = static_cast<std::size_t>((bank_.thru.size() - phase) / m);
  h_.resize(std::min({h_.size(), whole, static_cast<std::size_t>(config_.rx_ffe.noise_ui)}));
  designer_.set_pulse(h_, com_rx_cursor(merit_.instant(), config_.samples));
  r_v2_ = fixed_v2_;
  add(r_v2_, transmitter_lags((merit_.instant() + 1) % m));
  designer_.set_noise(r_v2_);
  if (designer_.bound_fom_db() < beat_db) return std::nullopt;

  const double power = square(com_sigma_x(config_.levels));
  const double jitter = power * (square(config_.a_dd_ui) + square(config_.sigma_rj_ui));
  add(r_v2_, lags_of(merit_.find_slopes(bank_).v_per_ui, jitter));
  find_fext();
  for (const ComRxAggressor& fext : fext_) add(r_v2_, lags_of(fext.v, power));
  designer_.set_noise(r_v2_);
  return designer_.design_fom_db();
}

ComRxNoise ComRxMerit::noise(int lags) const {
  const std::vector<double> late =
      com_rx_late_samples(thru_, merit_.instant(), config_.samples, config_.rx_ffe.noise_ui);
  std::vector<std::vector<double>> aggressors;
  for (const auto* group : {&fext_, &next_}) {
    for (const ComRxAggressor& aggressor : *group) aggressors.push_back(aggressor.v);
  }
  ComRxNoiseParts parts;
  parts.input = com_rx_input_noise(config_, gain_, hp_gain_, lags);
  parts.late = late;
  parts.aggressors = aggressors;
  parts.slopes_v_per_ui = merit_.slopes().v_per_ui;
  return com_rx_noise(config_, parts);
}

std::vector<std::ptrdiff_t> ComRxMerit::phases() const {
  std::vector<std::ptrdiff_t> out;
  for (const auto* group : {&fext_, &next_}) {
    for (const ComRxAggressor& aggressor : *group) out.push_back(aggressor.phase);
  }
  return out;
}

}  // namespace chappe
