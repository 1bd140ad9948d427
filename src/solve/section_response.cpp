#include "solve/section_response.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "math/fft.hpp"
#include "math/filters.hpp"
#include "signal/lines.hpp"
#include "signal/network_ops.hpp"
#include "solve/response_blocks.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;  // differential
constexpr double kLeastData_symbol_rates = 0.75;
constexpr double kMostRecord_symbols = 1e6;
constexpr std::size_t kBlock_points = 2048;

std::string in_ghz(double f_hz) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g GHz", f_hz * 1e-9);
  return text;
}

/// Elements that take part in the section's signals, aggressors' channels too.
std::vector<std::shared_ptr<const Element>> all_two_ports(const Section& section) {
  std::vector<std::shared_ptr<const Element>> all;
  for (const auto& element : section.elements) {
    if (as<TwoPort>(*element) != nullptr) all.push_back(element);
  }
  for (const Aggressor& aggressor : section.aggressors) all.push_back(aggressor.channel);
  return all;
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
