#include "solve/section_response.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "math/fft.hpp"
#include "math/filters.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;  // differential
constexpr double kDataEnd_symbol_rates =
    2.5;  // energy beyond is negligible behind the receiver filter
constexpr double kLeastData_symbol_rates = 0.75;
constexpr double kMostRecord_symbols = 1e6;
constexpr std::size_t kBlock_points = 2048;

std::string in_ghz(double f_hz) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g GHz", f_hz * 1e-9);
  return text;
}

std::vector<std::shared_ptr<const Element>> two_ports_of(const Section& section) {
  return {section.elements.begin() + 1, section.elements.end() - 1};
}

/// Elements that take part in the section's signals, aggressors' channels too.
std::vector<std::shared_ptr<const Element>> all_two_ports(const Section& section) {
  auto all = two_ports_of(section);
  for (const Aggressor& aggressor : section.aggressors) all.push_back(aggressor.channel);
  return all;
}

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

/// Continues h beyond its end: magnitude to 0 on a straight line at twice the end, constant delay.
void continue_beyond(std::vector<cd>& h, std::size_t size) {
  const std::size_t end = h.size();
  if (end >= size) return;
  const double last = std::abs(h.back());
  double phase = std::arg(h.back());
  const std::size_t span = std::max<std::size_t>(1, end / 10);
  double turned = 0.0;
  for (std::size_t k = end - span; k < end; ++k) {
    if (k > 0) turned += std::arg(h[k] * std::conj(h[k - 1]));
  }
  const double step = turned / static_cast<double>(span);
  h.resize(size);
  for (std::size_t k = end; k < size; ++k) {
    phase += step;
    const double left = 1.0 - static_cast<double>(k - end + 1) / static_cast<double>(end);
    h[k] = left > 0.0 ? std::polar(last * left, phase) : cd{};
  }
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

/// A section's responses, some frequencies at a time: networks that stay in a core's cache take
/// half the time.
class ResponseBlocks {
 public:
  ResponseBlocks(const Section& section, const OperatingPoint& at)
      : section_(section),
        at_(at),
        two_ports_(two_ports_of(section)),
        tx_(as<Transmitter>(*section.elements.front())->transmitter(at)),
        rx_(as<Receiver>(*section.elements.back())->receiver(at)),
        passed_(two_ports_.size()),
        crosstalk_(section.aggressors.size()) {
    for (const Aggressor& aggressor : section.aggressors) {
      sources_.push_back(as<Transmitter>(*aggressor.transmitter)->transmitter(at));
    }
  }
  void append(const FrequencyGrid& f, SectionResponse& out);
  /// What looks wrong in all that was appended. @throws DataError if nothing passes an element
  std::vector<std::string> checked() const;

 private:
  Network network_of(const Element& element, const FrequencyGrid& f, double& largest) const {
    Network network = as<TwoPort>(element)->network(f, at_);
    ensure(network.ports == 2 && network.grid.size() == f.size(),
           "element '" + element.name() + "' gives a two-port on the grid asked for");
    largest = std::max(largest, largest_s21(network));
    return network;
  }

  const Section& section_;
  const OperatingPoint& at_;
  std::vector<std::shared_ptr<const Element>> two_ports_;
  TransmitterSpec tx_;
  ReceiverSpec rx_;
  std::vector<TransmitterSpec> sources_{};
  std::vector<double> passed_, crosstalk_;  ///< largest |S21| of elements and aggressors' channels
};

void ResponseBlocks::append(const FrequencyGrid& f, SectionResponse& out) {
  const auto add = [](const std::vector<cd>& h, std::vector<cd>& to) {
    to.insert(to.end(), h.begin(), h.end());
  };
  std::vector<Network> networks;
  std::vector<const Network*> path;
  for (std::size_t i = 0; i < two_ports_.size(); ++i) {
    networks.push_back(network_of(*two_ports_[i], f, passed_[i]));
  }
  for (const Network& network : networks) path.push_back(&network);
  add(voltage_transfer(cascade_all(path, f), tx_, rx_), out.victim);
  for (std::size_t i = 0; i < section_.aggressors.size(); ++i) {
    const Aggressor& aggressor = section_.aggressors[i];
    const Network channel = network_of(*aggressor.channel, f, crosstalk_[i]);
    std::vector<const Network*> replaced = path;
    replaced[aggressor.replaces - 1] = &channel;
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

double energy_share_beyond(const std::vector<cd>& h, const ResponseGrid& grid,
                           const ReceiverSpec& rx) {
  double inside = 0.0, beyond = 0.0;
  const ReceiverFilter filter(rx);
  for (std::size_t k = 0; k < h.size(); ++k) {
    if (h[k] == cd{}) continue;
    const double f_hz = static_cast<double>(k) * grid.df_hz;
    const double power = std::norm(h[k] * filter(f_hz));
    (f_hz <= grid.data_end_hz ? inside : beyond) += power;
  }
  return inside + beyond > 0.0 ? beyond / (inside + beyond) : 0.0;
}

}  // namespace

double edge_filter(double rise_time_s, double f_hz) {
  constexpr double kTwentyToEighty = 1.6832424671458288;
  return std::exp(-2.0 * std::pow(kPi * f_hz * rise_time_s / kTwentyToEighty, 2));
}

cd receiver_filter(const ReceiverSpec& receiver, double f_hz) {
  return butterworth(f_hz, receiver.filter_bandwidth_hz, 4);
}

ReceiverFilter::ReceiverFilter(const ReceiverSpec& receiver)
    : per_hz_(1.0 / receiver.filter_bandwidth_hz),
      c1_(2.0 * std::sin(kPi / 8.0)),
      c2_(2.0 * std::sin(3.0 * kPi / 8.0)) {
  ensure(receiver.filter_bandwidth_hz > 0.0, "a receiver's bandwidth > 0");
}

CtleShape ctle_shape(const ReceiverSpec& receiver, double gain_db, double lf_gain_db) {
  return {.gain_db = gain_db,
          .lf_gain_db = lf_gain_db,
          .zero_hz = receiver.ctle_zero_hz,
          .pole1_hz = receiver.ctle_pole1_hz,
          .pole2_hz = receiver.ctle_pole2_hz,
          .lf_hz = receiver.ctle_lf_hz};
}

Network cascade_all(const std::vector<const Network*>& two_ports, const FrequencyGrid& grid) {
  if (two_ports.empty()) return through(grid, kReference_ohm);
  Network total = *two_ports.front();
  for (std::size_t i = 1; i < two_ports.size(); ++i) total = cascade(total, *two_ports[i]);
  return total;
}

ResponseGrid choose_grid(const Section& section, bool allow_extrapolation,
                         const GridFineness& fineness) {
  const double rate = section.symbol_rate_bd;
  double step_hz = rate / fineness.least_record_symbols;
  double end_hz = kDataEnd_symbol_rates * rate;
  for (const auto& element : all_two_ports(section)) {
    const TwoPort& two_port = *as<TwoPort>(*element);
    if (fineness.as_elements_ask) step_hz = std::min(step_hz, two_port.frequency_step_hz());
    const double highest_hz = two_port.highest_frequency_hz();
    end_hz = std::min(end_hz, highest_hz);
    if (highest_hz < kLeastData_symbol_rates * rate && !allow_extrapolation) {
      throw ModelError("element '" + element->name() + "': its data end at " + in_ghz(highest_hz) +
                       ", below " + in_ghz(kLeastData_symbol_rates * rate) +
                       " (0.75 of the symbol rate, the receiver's bandwidth); --allow-extrapolation"
                       " goes on with a straight line to zero");
    }
  }
  ResponseGrid grid;
  grid.samples_per_symbol = fineness.samples_per_symbol;
  const double wanted = rate / step_hz;
  if (wanted > kMostRecord_symbols) {
    throw ModelError("section '" + section.name + "': a frequency step of " + in_ghz(step_hz) +
                     " asks for a record of more than 1e6 symbols; shorten the cable");
  }
  grid.record_symbols = good_fft_size(static_cast<std::size_t>(std::ceil(wanted - 1e-9)));
  grid.size = grid.record_symbols * static_cast<std::size_t>(grid.samples_per_symbol) / 2 + 1;
  grid.df_hz = rate / static_cast<double>(grid.record_symbols);
  grid.data_end_hz = std::min(end_hz, 0.5 * rate * grid.samples_per_symbol);
  return grid;
}

SectionResponse section_response(const Section& section, const OperatingPoint& at,
                                 const ResponseGrid& grid) {
  const auto points = std::min(
      grid.size, static_cast<std::size_t>(std::floor(grid.data_end_hz / grid.df_hz + 1e-9)) + 1);
  SectionResponse out;
  out.grid = grid;
  out.symbol_rate_bd = section.symbol_rate_bd;
  ResponseBlocks blocks(section, at);
  out.victim.reserve(grid.size);
  out.aggressors.resize(section.aggressors.size());
  for (std::size_t first = 0; first < points; first += kBlock_points) {
    FrequencyGrid f;
    for (std::size_t k = first; k < std::min(points, first + kBlock_points); ++k) {
      f.f_hz.push_back(static_cast<double>(k) * grid.df_hz);
    }
    blocks.append(f, out);
  }
  out.remarks = blocks.checked();
  continue_beyond(out.victim, grid.size);
  for (auto& aggressor : out.aggressors) continue_beyond(aggressor, grid.size);
  const ReceiverSpec rx = as<Receiver>(*section.elements.back())->receiver(at);
  out.tail_fraction = energy_share_beyond(out.victim, grid, rx);
  return out;
}

}  // namespace chappe
