#include "solve/optical/electrical_run.hpp"

#include <algorithm>

#include "signal/network_ops.hpp"
#include "solve/section_response.hpp"

namespace chappe {

double reflection_of(double termination_ohm) {
  constexpr double kReference_ohm = 50.0;
  return (termination_ohm - kReference_ohm) / (termination_ohm + kReference_ohm);
}

std::vector<cd> electrical_run(const std::vector<const Element*>& two_ports,
                               const FrequencyGrid& grid, const OperatingPoint& at,
                               const RunEnd& source, const RunEnd& load) {
  const auto end_at = [](const RunEnd& end, std::size_t k) { return end.empty() ? cd{} : end[k]; };
  std::vector<cd> out;
  if (two_ports.empty()) {
    for (std::size_t k = 0; k < grid.size(); ++k) {
      out.push_back(1.0 / (1.0 - end_at(source, k) * end_at(load, k)));
    }
    return out;
  }
  double end_hz = kDataEnd_symbol_rates * at.symbol_rate_bd;
  for (const Element* element : two_ports) {
    end_hz = std::min(end_hz, as<TwoPort>(*element)->highest_frequency_hz());
  }
  FrequencyGrid used;
  for (const double f : grid.f_hz) {
    if (f <= end_hz) used.f_hz.push_back(f);
  }
  Network s;
  for (std::size_t i = 0; i < two_ports.size(); ++i) {
    Network here = as<TwoPort>(*two_ports[i])->network(used, at);
    s = i == 0 ? std::move(here) : cascade(std::move(s), here);
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    const cd s11 = s.at(0, 0)[k], s12 = s.at(0, 1)[k], s21 = s.at(1, 0)[k], s22 = s.at(1, 1)[k];
    const cd g1 = end_at(source, k), g2 = end_at(load, k);
    out.push_back(s21 / ((1.0 - s11 * g1) * (1.0 - s22 * g2) - s21 * s12 * g1 * g2));
  }
  continue_beyond(out, grid.size());
  return out;
}

}  // namespace chappe
