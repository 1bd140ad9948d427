#include "solve/response_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;  // differential

/// Source and load of R_d each: IEEE 802.3 equation 93A-18, times the edge filter.
std::vector<cd> voltage_transfer(const Network& s, const TransmitterSpec& tx,
                                 const ReceiverSpec& rx) {
  const double r0 = kReference_ohm / 2.0;
  const double g1 = (tx.termination_ohm - r0) / (tx.termination_ohm + r0);
  const double g2 = (rx.termination_ohm - r0) / (rx.termination_ohm + r0);
  std::vector<cd> h(s.grid.size());
  for (std::size_t k = 0; k < h.size(); ++k) {
    const cd s11 = s.at(0, 0)[k], s12 = s.at(0, 1)[k], s21 = s.at(1, 0)[k], s22 = s.at(1, 1)[k];
    const cd loop = 1.0 - s11 * g1 - s22 * g2 - s21 * s12 * g1 * g2 + s11 * s22 * g1 * g2;
    const double edge = edge_filter(tx.rise_time_s, s.grid[k]);
    h[k] = s21 * std::conj(loop) * ((1.0 - g1) * (1.0 + g2) * edge / std::norm(loop));
  }
  return h;
}

/// From a noise wave that leaves `source`'s output to the receiver's input, through `rest`: power
/// gain.
std::vector<double> noise_gain(const Network& source, const Network& rest, const ReceiverSpec& rx) {
  const double r0 = kReference_ohm / 2.0;
  const double g2 = (rx.termination_ohm - r0) / (rx.termination_ohm + r0);
  std::vector<double> gain(rest.grid.size());
  for (std::size_t k = 0; k < gain.size(); ++k) {
    const cd s11 = rest.at(0, 0)[k], s12 = rest.at(0, 1)[k];
    const cd s21 = rest.at(1, 0)[k], s22 = rest.at(1, 1)[k], back = source.at(1, 1)[k];
    const cd loop = (1.0 - back * s11) * (1.0 - s22 * g2) - back * s12 * s21 * g2;
    gain[k] = std::norm(s21 * (1.0 + g2) / loop);
  }
  return gain;
}

/// Sum over the path's elements of what each adds. @param path  their networks, in order
std::vector<double> added_noise(const std::vector<std::shared_ptr<const Element>>& elements,
                                const std::vector<const Network*>& path, const FrequencyGrid& f,
                                const OperatingPoint& at, const ReceiverSpec& rx) {
  std::vector<double> sum;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const Noise* noise = as<Noise>(*elements[i]);
    if (noise == nullptr) continue;
    const NoisePsd psd = noise->added(f, at, 0.0);
    ensure(psd.density.size() == f.size(), "noise is given on the grid asked for");
    const auto gain = noise_gain(
        *path[i], cascade_all({path.begin() + 1 + static_cast<std::ptrdiff_t>(i), path.end()}, f),
        rx);
    sum.resize(f.size(), 0.0);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += psd.density[k] * gain[k];
  }
  return sum;
}

double largest_s21(const Network& network) {
  double largest2 = 0.0;
  for (const cd x : network.at(1, 0)) largest2 = std::max(largest2, std::norm(x));
  return std::sqrt(largest2);
}

/// Wrong ports, or a file of crosstalk between pairs that are not coupled.
void refuse_what_blocks(const Element& element, double largest) {
  constexpr double kNothing = 1e-9;
  if (largest > kNothing) return;
  const std::string origin = as<TwoPort>(element)->data_origin();
  throw DataError((origin.empty() ? "" : origin + ": ") + "nothing passes element '" +
                  element.name() + "': its S21 is 0 at every frequency");
}

/// A through path taken for crosstalk would be the aggressor's signal itself.
void remark_what_passes(const Aggressor& aggressor, double largest,
                        std::vector<std::string>& remarks) {
  constexpr double kMostCrosstalk_db = -10.0;
  const double passed_db = 20.0 * std::log10(std::max(largest, 1e-30));
  if (passed_db <= kMostCrosstalk_db) return;
  char text[64];
  std::snprintf(text, sizeof text, "%.1f dB", passed_db);
  const std::string origin = as<TwoPort>(*aggressor.channel)->data_origin();
  remarks.push_back("aggressor '" + aggressor.name + "': its channel" +
                    (origin.empty() ? "" : " " + origin) + " passes up to " + text +
                    ", more than crosstalk does: is it a THRU file?");
}

}  // namespace

ResponseBlocks::ResponseBlocks(const Section& section, const OperatingPoint& at)
    : section_(section),
      at_(at),
      two_ports_(section.elements.begin() + 1, section.elements.end() - 1),
      tx_(as<Transmitter>(*section.elements.front())->transmitter(at)),
      rx_(as<Receiver>(*section.elements.back())->receiver(at)),
      passed_(two_ports_.size()),
      crosstalk_(section.aggressors.size()) {
  for (const Aggressor& aggressor : section.aggressors) {
    sources_.push_back(as<Transmitter>(*aggressor.transmitter)->transmitter(at));
  }
}

Network ResponseBlocks::network_of(const Element& element, const FrequencyGrid& f,
                                   double& largest) const {
  Network network = as<TwoPort>(element)->network(f, at_);
  ensure(network.ports == 2 && network.grid.size() == f.size(),
         "element '" + element.name() + "' gives a two-port on the grid asked for");
  largest = std::max(largest, largest_s21(network));
  return network;
}

void ResponseBlocks::append(const FrequencyGrid& f, SectionResponse& out) {
  const auto add = [](const auto& values, auto& to) {
    to.insert(to.end(), values.begin(), values.end());
  };
  std::vector<Network> networks;
  std::vector<const Network*> path;
  for (std::size_t i = 0; i < two_ports_.size(); ++i) {
    networks.push_back(network_of(*two_ports_[i], f, passed_[i]));
  }
  for (const Network& network : networks) path.push_back(&network);
  add(voltage_transfer(cascade_all(path, f), tx_, rx_), out.victim);
  add(added_noise(two_ports_, path, f, at_, rx_), out.added_noise);
  for (std::size_t i = 0; i < section_.aggressors.size(); ++i) {
    const Aggressor& aggressor = section_.aggressors[i];
    const Network channel = network_of(*aggressor.channel, f, crosstalk_[i]);
    std::vector<const Network*> replaced = path;
    const auto first = replaced.begin() + static_cast<std::ptrdiff_t>(aggressor.replaces) - 1;
    *first = &channel;
    replaced.erase(
        first + 1,
        first + 1 + static_cast<std::ptrdiff_t>(aggressor.replaces_last - aggressor.replaces));
    add(voltage_transfer(cascade_all(replaced, f), sources_[i], rx_), out.aggressors[i]);
  }
}

std::vector<std::string> ResponseBlocks::checked() const {
  for (std::size_t i = 0; i < two_ports_.size(); ++i) {
    refuse_what_blocks(*two_ports_[i], passed_[i]);
  }
  std::vector<std::string> remarks;
  for (std::size_t i = 0; i < section_.aggressors.size(); ++i) {
    remark_what_passes(section_.aggressors[i], crosstalk_[i], remarks);
  }
  return remarks;
}

}  // namespace chappe
