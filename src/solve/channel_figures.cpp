#include "solve/channel_figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solve/com/erl.hpp"
#include "solve/com/icn.hpp"

namespace chappe {
namespace {

/// Networks of the channel between devices, with their places in the section.
struct ChannelParts {
  FrequencyGrid grid{};
  std::vector<std::size_t> index{};
  std::vector<Network> networks{};
};

ChannelParts channel_parts(const Section& section, const OperatingPoint& at,
                           const FrequencyGrid& grid) {
  ChannelParts out{.grid = grid};
  for (std::size_t i = 1; i + 1 < section.elements.size(); ++i) {
    const TwoPort& two_port = *as<TwoPort>(*section.elements[i]);
    if (two_port.in_package()) continue;
    out.index.push_back(i);
    out.networks.push_back(two_port.network(grid, at));
  }
  return out;
}

Network channel_of(const ChannelParts& parts) {
  std::vector<const Network*> path;
  for (const Network& network : parts.networks) path.push_back(&network);
  return cascade_all(path, parts.grid);
}

/// An aggressor's channel in place of what it replaces.
Network channel_of(const ChannelParts& parts, const Aggressor& aggressor,
                   const OperatingPoint& at) {
  const Network own = as<TwoPort>(*aggressor.channel)->network(parts.grid, at);
  std::vector<const Network*> path;
  bool placed = false;
  for (std::size_t i = 0; i < parts.networks.size(); ++i) {
    const std::size_t index = parts.index[i];
    if (index >= aggressor.replaces && !placed) {
      path.push_back(&own);
      placed = true;
    }
    if (index < aggressor.replaces || index > aggressor.replaces_last) {
      path.push_back(&parts.networks[i]);
    }
  }
  if (!placed) path.push_back(&own);
  return cascade_all(path, parts.grid);
}

double crosstalk_mv(const Section& section, const OperatingPoint& at, const ChannelParts& parts,
                    const ReceiverSpec& rx) {
  std::vector<Network> fext, next;
  IcnOptions options;
  options.symbol_rate_bd = section.symbol_rate_bd;
  options.low_hz = parts.grid.f_hz.front();
  options.high_hz = std::min(section.symbol_rate_bd, parts.grid.f_hz.back());
  options.filter_ratio = rx.filter_bandwidth_hz / section.symbol_rate_bd;
  for (const Aggressor& aggressor : section.aggressors) {
    const TransmitterSpec tx = as<Transmitter>(*aggressor.transmitter)->transmitter(at);
    const bool is_fext = aggressor.type == AggressorType::fext;
    (is_fext ? fext : next).push_back(channel_of(parts, aggressor, at));
    (is_fext ? options.fext_amplitude_v : options.next_amplitude_v) = tx.amplitude_v;
  }
  return integrated_crosstalk_noise(fext, next, options).icn_mv;
}

}  // namespace

ChannelFigures channel_figures(const Section& section, const OperatingPoint& at,
                               const ResponseGrid& grid, double detector_error_ratio) {
  ChannelFigures out;
  const double nyquist_hz = 0.5 * section.symbol_rate_bd;
  if (nyquist_hz <= grid.data_end_hz) {
    const FrequencyGrid point{{nyquist_hz}};
    const cd s21 = channel_of(channel_parts(section, at, point)).at(1, 0).front();
    out.il_nyquist_db = -20.0 * std::log10(std::abs(s21));
  } else {
    out.il_nyquist_db = std::numeric_limits<double>::quiet_NaN();
    out.remarks.push_back("section '" + section.name +
                          "': il_nyquist_db is not given: the data end below half the symbol rate");
  }

  const double end_hz = std::min(grid.data_end_hz, section.symbol_rate_bd);
  const auto points = static_cast<std::size_t>(std::floor(end_hz / grid.df_hz + 1e-9)) + 1;
  const FrequencyGrid band = FrequencyGrid::uniform(grid.df_hz, points);
  const ReceiverSpec rx = as<Receiver>(*section.elements.back())->receiver(at);
  ErlOptions options = erl_options_100g_kr(section.symbol_rate_bd);
  options.levels = levels(section.modulation);
  options.error_ratio = detector_error_ratio;
  options.filter_ratio = rx.filter_bandwidth_hz / section.symbol_rate_bd;
  const ChannelParts parts = channel_parts(section, at, band);
  out.erl_db = effective_return_loss(channel_of(parts), options).erl_db;
  if (!section.aggressors.empty()) out.icn_mv = crosstalk_mv(section, at, parts, rx);
  return out;
}

}  // namespace chappe
