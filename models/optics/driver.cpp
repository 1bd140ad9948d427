#include "models/optics/driver.hpp"

#include <cmath>

#include "base/units.hpp"
#include "models/optics/watt.hpp"

namespace chappe {

Driver::Driver(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)),
      p_(std::move(params)),
      given_(given),
      band_(p_.band, "element '" + this->name() + "' (optics.driver)", given) {}

std::vector<cd> Driver::transfer(const FrequencyGrid& grid, const OperatingPoint&) const {
  std::vector<cd> out = band_.transfer(grid);
  const double gain = field_ratio_from_db(p_.gain_db);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    out[k] *=
        p_.input.voltage(grid[k]) * std::polar(gain, -2.0 * kPi * grid[k] * p_.delay_ps * 1e-12);
  }
  return out;
}

std::vector<cd> Driver::reflection(const FrequencyGrid& grid, const OperatingPoint&,
                                   int port) const {
  return port == 0 ? p_.input.reflection(grid) : std::vector<cd>(grid.size());
}

cd Driver::map(cd x, const OperatingPoint&) const {
  return p_.saturation_v > 0.0 ? p_.saturation_v * std::tanh(x.real() / p_.saturation_v) : x.real();
}

NoisePsd Driver::added(const FrequencyGrid& grid, const OperatingPoint&, double) const {
  NoisePsd out;
  for (const double f : grid.f_hz) {
    out.density.push_back(p_.noise_v2_per_ghz * 1e-9 * std::norm(band_(f)));
  }
  return out;
}

void Driver::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "latency", p_.delay_ps * 1e-3, "ns", given_, "delay_ps"));
  rows.push_back(energy_row(name(), p_.power_w, at, given_, "power_w"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
