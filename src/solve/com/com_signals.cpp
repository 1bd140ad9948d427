#include "solve/com/com_signals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/errors.hpp"
#include "base/parallel.hpp"
#include "solve/com/com_density.hpp"
#include "solve/com/com_filters.hpp"

namespace chappe {
namespace {

constexpr double kCommonBin_v = 1e-4;
constexpr double kCommonParts = 3000.0;  // of the norm: 0.003 dB where bins must be wider

/// One channel's way through the case.
struct Channel {
  const ComChannel* source{nullptr};
  ComRole role{ComRole::thru};
  double amplitude_v{0.0};
  std::vector<cd> h21{}, h{};
  std::vector<double> impulse_v{};
  std::size_t transform_size{0};
};

std::vector<Channel> channels_of(const ComInput& input, const ComConfig& config) {
  std::vector<Channel> out{{&input.thru, ComRole::thru, config.a_v}};
  for (const ComChannel& c : input.fext) out.push_back({&c, ComRole::fext, config.a_fe});
  for (const ComChannel& c : input.next) out.push_back({&c, ComRole::next, config.a_ne});
  return out;
}

/// The right-hand sum's steps: f_i - f_(i-1), none for the first.
std::vector<double> steps_hz(const FrequencyGrid& grid) {
  std::vector<double> out(grid.size(), 0.0);
  for (std::size_t i = 1; i < out.size(); ++i) out[i] = grid[i] - grid[i - 1];
  return out;
}

double sinc_squared(double x) {
  if (x == 0.0) return 1.0;
  const double sinc = std::sin(kPi * x) / (kPi * x);
  return sinc * sinc;
}

/// The reference's crosstalk sum stops at the first frequency above f_b and divides by f_2.
std::vector<double> crosstalk_weight(const std::vector<Channel>& channels, ComRole role,
                                     const ComConfig& config, const FrequencyGrid& grid) {
  const auto above = std::upper_bound(grid.f_hz.begin(), grid.f_hz.end(), config.symbol_rate_bd);
  const auto count = std::min(grid.size(), static_cast<std::size_t>(above - grid.f_hz.begin()) + 1);
  const std::size_t at = std::min<std::size_t>(10, grid.size() - 1);
  const double scale = 2.0 * (grid[at] - grid[at - 1]) / config.f_2_hz;
  std::vector<double> out;
  for (const Channel& channel : channels) {
    if (channel.role != role) continue;
    out.resize(count, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      out[i] += scale * sinc_squared(grid[i] / config.symbol_rate_bd) * channel.amplitude_v *
                channel.amplitude_v * std::norm(channel.h[i]);
    }
  }
  return out;
}

/// H from common mode at the transmitter to differential at the receiver, without receive filter.
std::vector<cd> common_transfer(const ComConfig& config, const ComChannel& channel, ComRole role,
                                const ComPackages& common, const ComPackages& whole) {
  ComPackages mixed = common;
  mixed.rx = whole.rx;
  ComConfig plain = config;
  plain.kappa = {1.0, 1.0};
  plain.include_pcb = 0;
  return com_transfer(plain,
                      com_die_to_die(plain, mixed, com_mode_two_port(channel.modes, true), role));
}

std::vector<double> common_weight(const ComConfig& config, const std::vector<Channel>& channels,
                                  const FrequencyGrid& grid, const ComPackages& common,
                                  const ComPackages& whole) {
  const double a = config.ac_cm_rms_v;
  const double top_hz = config.ac_cm_max_hz > 0.0 ? config.ac_cm_max_hz : config.symbol_rate_bd;
  const auto above = std::upper_bound(grid.f_hz.begin(), grid.f_hz.end(), top_hz);
  const auto count = static_cast<std::size_t>(above - grid.f_hz.begin());
  const std::vector<double> step = steps_hz(grid);
  std::vector<double> out(count, 0.0);
  for (const Channel& channel : channels) {
    const std::vector<cd> h = common_transfer(config, *channel.source, channel.role, common, whole);
    for (std::size_t i = 0; i < count; ++i) {
      out[i] += 2.0 * a * a * std::norm(h[i] * com_receiver_filter(config, grid[i])) * step[i] /
                grid[count - 1];
    }
  }
  return out;
}

/// What differential signal a common mode of A_v leaves at DER_0, at the worst phase.
double common_size_v(const ComConfig& config, const ComTimeGrid& time, const FrequencyGrid& grid,
                     const std::vector<cd>& h) {
  const bool nothing = std::all_of(h.begin(), h.end(), [](cd v) { return std::abs(v) < 1e-12; });
  if (nothing) return 0.0;
  std::vector<double> impulse =
      com_impulse_response(grid.f_hz, h, time, config.impulse_threshold).h;
  for (double& v : impulse) v *= config.a_v;
  const std::vector<double> pulse = com_pulse(impulse, config.samples);
  const auto m = static_cast<std::size_t>(config.samples);
  double largest = 0.0;
  for (std::size_t phase = 0; phase < m; ++phase) {
    std::vector<double> samples;
    for (std::size_t i = phase; i < pulse.size(); i += m) samples.push_back(pulse[i]);
    const double bin_v = com_coarse_bin(samples, kCommonBin_v, kCommonParts);
    const ComDensity density = com_density(samples, bin_v, config.levels);
    largest = std::max(largest, -com_quantile(density, config.der0));
  }
  return largest;
}

/// H21, H and the impulse response of one channel.
void transform(Channel& channel, const ComConfig& config, const ComPackages& packages,
               const ComTimeGrid& time) {
  const FrequencyGrid& grid = channel.source->modes.grid;
  const Network board =
      com_with_board(config, com_mode_two_port(channel.source->modes, false), channel.role);
  channel.h21 = com_transfer(config, com_die_to_die(config, packages, board, channel.role));
  channel.h = channel.h21;
  if (config.frequency_figures) {
    for (std::size_t i = 0; i < grid.size(); ++i) {
      channel.h[i] *= com_receiver_filter(config, grid[i]);
    }
  }
  ComImpulseResponse response;
  const bool silent =
      channel.role != ComRole::thru &&
      std::all_of(channel.h.begin(), channel.h.end(), [](cd v) { return v == 0.0; });
  if (silent) {
    response.h.assign(static_cast<std::size_t>(3 * config.samples), 0.0);
  } else {
    try {
      response = com_impulse_response(grid.f_hz, channel.h, time, config.impulse_threshold);
    } catch (const DataError& error) {
      throw DataError(channel.source->name + ": " + error.what());
    }
  }
  channel.impulse_v = std::move(response.h);
  channel.transform_size = response.transform_size;
  for (double& v : channel.impulse_v) v *= channel.amplitude_v;
}

std::ptrdiff_t index_of_peak(const std::vector<double>& v) {
  return std::max_element(v.begin(), v.end(),
                          [](double a, double b) { return std::abs(a) < std::abs(b); }) -
         v.begin();
}

void add_pulse(const ComConfig& config, ComSignals& out) {
  out.unequalised_v = com_pulse(out.impulse_v.front(), config.samples);
  out.peak = index_of_peak(out.unequalised_v);
  out.pulse_peak_v = std::abs(out.unequalised_v[static_cast<std::size_t>(out.peak)]);
  out.impulse_peak = index_of_peak(out.impulse_v.front());
}

}  // namespace

double com_loss_db(const FrequencyGrid& grid, const std::vector<cd>& x, double f_hz) {
  const auto& f = grid.f_hz;
  const auto db = [&](std::size_t i) {
    return 20.0 * std::log10(std::max(std::abs(x[i]), std::numeric_limits<double>::epsilon()));
  };
  const auto above = std::upper_bound(f.begin(), f.end(), f_hz);
  if (above == f.begin()) return -db(0);
  if (above == f.end()) return -db(f.size() - 1);
  const auto k = static_cast<std::size_t>(above - f.begin()) - 1;
  const double t = (f_hz - f[k]) / (f[k + 1] - f[k]);
  return -((1.0 - t) * db(k) + t * db(k + 1));
}

ComSignals com_signals(const ComInput& input, const ComConfig& config, const ComLengths& lengths,
                       int threads) {
  const FrequencyGrid& grid = input.thru.modes.grid;
  ComSignals out;
  out.time = {config.symbol_rate_bd, config.samples};
  out.grid = grid;
  out.fext_count = input.fext.size();
  const ComPackages packages = com_packages(config, lengths, grid, ComPackageView::whole);
  std::vector<Channel> channels = channels_of(input, config);
  parallel_for(channels.size(), threads,
               [&](std::size_t i) { transform(channels[i], config, packages, out.time); });
  const Channel& thru = channels.front();
  out.time_step_s = 1.0 / ((grid[2] - grid[1]) * static_cast<double>(thru.transform_size));
  out.noise_weight_hz = steps_hz(grid);
  for (std::size_t i = 0; i < grid.size(); ++i) {
    out.noise_weight_hz[i] *= std::norm(com_receiver_filter(config, grid[i]));
  }
  out.fext_weight_v2 = crosstalk_weight(channels, ComRole::fext, config, grid);
  out.next_weight_v2 = crosstalk_weight(channels, ComRole::next, config, grid);

  const double nyquist_hz = 0.5 * config.symbol_rate_bd;
  const ComPackages bare = com_packages(config, lengths, grid, ComPackageView::without_device);
  const Network board =
      com_with_board(config, com_mode_two_port(input.thru.modes, false), ComRole::thru);
  out.il_die_to_die_db =
      com_loss_db(grid, com_die_to_die(config, bare, board, ComRole::thru).at(1, 0), nyquist_hz);
  out.il_vip_to_vmp_db = com_loss_db(grid, thru.h21, nyquist_hz);
  out.il_vtf_db = com_loss_db(grid, thru.h, nyquist_hz);

  const ComPackages common = com_packages(config, lengths, grid, ComPackageView::common_mode);
  out.vmc_hf_v = common_size_v(
      config, out.time, grid, common_transfer(config, input.thru, ComRole::thru, common, packages));
  if (config.ac_cm_rms_v > 0.0) {
    out.common_weight_v2 = common_weight(config, channels, grid, common, packages);
  }
  for (Channel& channel : channels) out.impulse_v.push_back(std::move(channel.impulse_v));
  add_pulse(config, out);
  return out;
}

}  // namespace chappe
