#include "models/copper/distributed_line.hpp"

#include <vector>

#include "base/errors.hpp"
#include "models/copper/round_wire.hpp"
#include "signal/lines.hpp"

namespace chappe {

cd Immittance::gamma_per_m() const { return std::sqrt(series_ohm_per_m * shunt_s_per_m); }

cd Immittance::impedance_ohm() const { return std::sqrt(series_ohm_per_m / shunt_s_per_m); }

Network distributed_line(const FrequencyGrid& grid, std::span<const Immittance> metre,
                         double length_m, double z0_ohm) {
  ensure(metre.size() == grid.size(), "a line is known at every frequency");
  std::vector<cd> gamma(grid.size()), impedance(grid.size(), z0_ohm);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    if (grid[k] <= 0.0) continue;
    gamma[k] = metre[k].gamma_per_m();
    impedance[k] = metre[k].impedance_ohm();
  }
  Network out = uniform_line(grid, gamma, impedance, length_m, z0_ohm);
  if (grid.size() > 0 && grid[0] <= 0.0) {
    const double u = metre[0].series_ohm_per_m.real() * length_m / z0_ohm;
    out.at(0, 0)[0] = out.at(1, 1)[0] = u / (2.0 + u);
    out.at(0, 1)[0] = out.at(1, 0)[0] = 2.0 / (2.0 + u);
  }
  return out;
}

cd strip_impedance_ohm_per_m(double factor_per_m, double area_m2, double resistivity_ohm_m,
                             const Foil& foil, double f_hz) {
  if (f_hz <= 0.0) return resistivity_ohm_m / area_m2;
  const cd g = cd(1.0, 1.0) / skin_depth_m(resistivity_ohm_m, f_hz);
  const cd smooth = 1.0 / std::tanh(g * factor_per_m * area_m2);
  return factor_per_m * resistivity_ohm_m * g *
         (smooth + foil.factor(resistivity_ohm_m, f_hz) - 1.0);
}

cd plane_impedance_ohm_per_m(double factor_per_m, double resistivity_ohm_m, const Foil& foil,
                             double f_hz) {
  return factor_per_m * cd(1.0, 1.0) * surface_resistance_ohm(resistivity_ohm_m, f_hz) *
         foil.factor(resistivity_ohm_m, f_hz);
}

}  // namespace chappe
