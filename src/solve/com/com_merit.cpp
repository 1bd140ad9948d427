#include "solve/com/com_merit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/constants.hpp"
#include "solve/com/com_sampling.hpp"

namespace chappe {
namespace {

double square(double x) { return x * x; }

double sum_of_squares(std::span<const double> v) {
  return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}

double ratio_db(double signal, double noise_squared) {
  return 20.0 * std::log10(signal / std::sqrt(noise_squared));
}

/// sum w_m w_(m+lag) of the taps.
double correlation(std::span<const double> tx, std::size_t lag) {
  double sum = 0.0;
  for (std::size_t m = 0; m + lag < tx.size(); ++m) sum += tx[m] * tx[m + lag];
  return sum;
}

}  // namespace

double com_sigma_x(int levels) {
  return std::sqrt((square(levels) - 1.0) / (3.0 * square(levels - 1.0)));
}

std::vector<double> com_ctle_pulse(const ComConfig& config, const ComCtleSetting& ctle,
                                   std::span<const double> impulse) {
  const double rate_hz = config.symbol_rate_bd * config.samples;
  return com_pulse(com_ctle_filter(ctle, rate_hz, impulse), config.samples);
}

ComBank com_bank(const ComConfig& config, const ComSignals& signals, const ComCtleSetting& ctle,
                 int shift_max) {
  const auto& f = signals.grid.f_hz;
  ComBank out{ctle, ComPulse(com_ctle_pulse(config, ctle, signals.impulse_v.front()),
                             config.samples, shift_max)};
  std::vector<double> power(f.size());
  for (std::size_t i = 0; i < f.size(); ++i) power[i] = std::norm(com_ctle(ctle, f[i]));
  double noise_v2 = 0.0;
  for (std::size_t i = 0; i < f.size(); ++i) noise_v2 += power[i] * signals.noise_weight_hz[i];
  noise_v2 *= config.eta_0_v2_per_hz;
  for (std::size_t i = 0; i < signals.common_weight_v2.size(); ++i) {
    noise_v2 += power[i] * signals.common_weight_v2[i];
  }
  out.sigma_n_v = std::sqrt(noise_v2);
  for (std::size_t i = 0; i < signals.next_weight_v2.size(); ++i) {
    out.next_v2 += power[i] * signals.next_weight_v2[i];
  }
  out.fext_weight_v2 = signals.fext_weight_v2;
  for (std::size_t i = 0; i < out.fext_weight_v2.size(); ++i) out.fext_weight_v2[i] *= power[i];
  return out;
}

double ComSlopes::norm() const { return std::sqrt(sum_of_squares(v_per_ui)); }

ComSlopes com_slopes(const ComConfig& config, const ComPulse& pulse, std::span<const ComTxTap> taps,
                     std::ptrdiff_t instant) {
  const std::ptrdiff_t m = config.samples;
  // The reference's samples count from 1: its remainder o is that of instant + 1.
  std::ptrdiff_t o = (instant + 1) % m;
  if (o <= 1) o += m;
  std::vector<double> late, early;
  pulse.phase(taps, o % m, late);
  pulse.phase(taps, (o - 2) % m, early);
  const auto skipped = static_cast<std::size_t>(o / m);
  ComSlopes out;
  std::vector<double>& v = out.v_per_ui;
  const double scale = 0.5 * static_cast<double>(m);
  for (std::size_t j = 0; j + skipped < late.size(); ++j) {
    v.push_back((late[j + skipped] - (j < early.size() ? early[j] : 0.0)) * scale);
  }
  if (!config.jitter_in_dfe_span) return out;
  // Position of the cursor among the slopes; from one symbol ahead of it to the DFE's end.
  const std::ptrdiff_t at = (instant + 1 - o) / m;
  const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, at - 1);
  const std::ptrdiff_t last =
      std::min(static_cast<std::ptrdiff_t>(v.size()), at + config.dfe.total() + 1);
  v = {v.begin() + first, v.begin() + std::max(first, last)};
  return out;
}

ComMerit::ComMerit(const ComConfig& config, const ComSignals& signals)
    : config_(config), signals_(signals), sigma_x_(com_sigma_x(config.levels)), dfe_(config.dfe) {
  const std::size_t points = signals.fext_weight_v2.size();
  if (points == 0) return;
  for (std::size_t m = 1; m <= config.tx_ffe.size(); ++m) {
    std::vector<double>& row = cosines_.emplace_back(points);
    for (std::size_t i = 0; i < points; ++i) {
      row[i] =
          std::cos(2.0 * kPi * static_cast<double>(m) * signals.grid[i] / config.symbol_rate_bd);
    }
  }
}

bool ComMerit::locate(const ComBank& bank, std::span<const double> tx, int cursor, int offset) {
  taps_ = com_tx_taps(tx, cursor);
  const auto instant = com_sampling_instant(config_, bank.thru, taps_, signals_.peak, work_);
  if (!instant) return false;
  instant_ = *instant + offset;
  if (instant_ < 0 || instant_ >= bank.thru.size()) return false;
  bank.thru.run(taps_, instant_, std::span(&cursor_v_, 1));
  available_v_ = config_.r_lm * cursor_v_ / (config_.levels - 1);
  return cursor_v_ > 0.0;
}

/// Squares of precursors and of what lies behind the DFE's last tap; takes the post-cursors.
double ComMerit::beyond_dfe_v2(const ComBank& bank) {
  const std::ptrdiff_t m = config_.samples;
  bank.thru.phase(taps_, instant_ % m, row_);
  const auto at = static_cast<std::size_t>(instant_ / m);
  const auto span = static_cast<std::size_t>(config_.dfe.total());
  if (row_.size() < at + 1 + span) row_.resize(at + 1 + span, 0.0);
  const std::span<const double> all(row_);
  posts_.assign(all.begin() + static_cast<std::ptrdiff_t>(at) + 1,
                all.begin() + static_cast<std::ptrdiff_t>(at + 1 + span));
  return sum_of_squares(all.first(at)) + sum_of_squares(all.subspan(at + 1 + span));
}

/// Squares of what the DFE, designed here, leaves within its span.
double ComMerit::residual_v2() {
  dfe_.design(cursor_v_, posts_);
  double sum = 0.0;
  for (std::size_t n = 0; n < posts_.size(); ++n) {
    sum += square(posts_[n] - cursor_v_ * dfe_.taps()[n]);
  }
  return sum;
}

const ComSlopes& ComMerit::find_slopes(const ComBank& bank) {
  slopes_ = com_slopes(config_, bank.thru, taps_, instant_);
  return slopes_;
}

double ComMerit::fext_v2(const ComBank& bank, std::span<const double> tx) const {
  const std::size_t points = bank.fext_weight_v2.size();
  if (points == 0) return 0.0;
  // |W|^2 = r_0 + 2 sum r_m cos(m theta); the reference weighs by |W|, not by its square.
  std::vector<double> w2(points, correlation(tx, 0));
  for (std::size_t m = 1; m < tx.size(); ++m) {
    const double r = 2.0 * correlation(tx, m);
    for (std::size_t i = 0; i < points; ++i) w2[i] += r * cosines_[m - 1][i];
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < points; ++i) {
    sum += std::sqrt(std::max(0.0, w2[i])) * bank.fext_weight_v2[i];
  }
  return sum;
}

std::optional<double> ComMerit::evaluate(const ComBank& bank, std::span<const double> tx,
                                         int cursor, int offset, double beat_db) {
  if (!locate(bank, tx, cursor, offset)) return std::nullopt;
  sigmas_.tx_v = cursor_v_ * std::pow(10.0, -config_.snr_tx_db / 20.0);
  if (config_.snr_tx_with_c0) sigmas_.tx_v /= tx[static_cast<std::size_t>(cursor)];
  sigmas_.n_v = bank.sigma_n_v;
  const double fixed_v2 =
      square(sigmas_.tx_v) + square(sigmas_.n_v) + square(sigma_x_) * bank.next_v2;
  const double beyond_v2 = beyond_dfe_v2(bank);
  if (ratio_db(available_v_, fixed_v2 + square(sigma_x_) * beyond_v2) < beat_db) {
    return std::nullopt;
  }
  sigmas_.isi_v = sigma_x_ * std::sqrt(beyond_v2 + residual_v2());
  double noise_v2 = fixed_v2 + square(sigmas_.isi_v);
  if (ratio_db(available_v_, noise_v2) < beat_db) return std::nullopt;
  find_slopes(bank);
  sigmas_.jitter_v = std::hypot(config_.a_dd_ui, config_.sigma_rj_ui) * sigma_x_ * slopes_.norm();
  noise_v2 += square(sigmas_.jitter_v);
  if (ratio_db(available_v_, noise_v2) < beat_db) return std::nullopt;
  const double fext = square(sigma_x_) * fext_v2(bank, tx);
  sigmas_.fext_v = std::sqrt(fext);
  sigmas_.next_v = sigma_x_ * std::sqrt(bank.next_v2);
  sigmas_.xt_v = std::hypot(sigmas_.fext_v, sigmas_.next_v);
  return ratio_db(available_v_, noise_v2 + fext);
}

}  // namespace chappe
