#include "signal/network.hpp"

#include <utility>

#include "base/errors.hpp"

namespace chappe {

FrequencyGrid FrequencyGrid::uniform(double df_hz, std::size_t n) {
  ensure(df_hz > 0.0 && n > 0, "a uniform grid has a positive step and at least one point");
  FrequencyGrid grid;
  grid.f_hz.resize(n);
  for (std::size_t k = 0; k < n; ++k) grid.f_hz[k] = static_cast<double>(k) * df_hz;
  return grid;
}

Network::Network(FrequencyGrid g, int port_count, double z0)
    : grid(std::move(g)), ports(port_count) {
  ensure(port_count > 0, "a network has at least one port");
  ensure(z0 > 0.0, "a reference impedance is positive");
  const auto n = static_cast<std::size_t>(port_count);
  s.assign(n * n, std::vector<cd>(grid.size()));
  z0_ohm.assign(n, cd{z0});
  for (int p = 1; p <= port_count; ++p) port_names.push_back(std::to_string(p));
}

}  // namespace chappe
