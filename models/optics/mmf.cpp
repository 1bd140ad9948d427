#include "models/optics/mmf.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/interpolate.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/optics/dispersion.hpp"
#include "models/optics/mode_spread.hpp"
#include "models/optics/wavelength_range.hpp"

namespace chappe {

Mmf::Mmf(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {}

void Mmf::check(const LightSpec& light) const {
  check_wavelength("element '" + name() + "' (optics.mmf)", light.wavelength_m,
                   p_.wavelength_low_nm, p_.wavelength_high_nm, given_, "modal_bandwidth_mhz_km");
}

double Mmf::dispersion_s_per_m2(const LightSpec& light) const {
  return sellmeier_dispersion(light.wavelength_m, p_.zero_dispersion_nm * 1e-9,
                              p_.slope_ps_per_nm2_km * 1e3)
      .d_s_per_m2;
}

double Mmf::bandwidth_hz(const LightSpec& light) const {
  check(light);
  if (p_.length_m == 0.0) return std::numeric_limits<double>::infinity();
  const std::array<double, 2> nm{850.0, 953.0};
  const std::array<double, 2> mhz_km{
      p_.modal_bandwidth_mhz_km, p_.modal_bandwidth_953_mhz_km.value_or(p_.modal_bandwidth_mhz_km)};
  const double modal =
      1e9 * interpolate_linear(nm, mhz_km, light.wavelength_m * 1e9, Outside::hold) / p_.length_m;
  const double chromatic =
      chromatic_bandwidth_hz(dispersion_s_per_m2(light), light.spectral_width_m, p_.length_m);
  return 1.0 / std::hypot(1.0 / modal, 1.0 / chromatic);
}

std::vector<cd> Mmf::field(std::span<const double> offset_hz, const LightSpec& light,
                           const OperatingPoint&) const {
  check(light);
  const double db = 1e-3 * p_.length_m * p_.attenuation_db_per_km;
  return std::vector<cd>(offset_hz.size(), field_ratio_from_db(-db));
}

std::vector<cd> Mmf::intensity(const FrequencyGrid& grid, const LightSpec& light,
                               const OperatingPoint&) const {
  return gaussian_response(grid, bandwidth_hz(light));
}

double Mmf::partition_noise(const LightSpec& light, double symbol_rate_bd,
                            const OperatingPoint&) const {
  check(light);
  return partition_variance(light, symbol_rate_bd, dispersion_s_per_m2(light), p_.length_m);
}

void Mmf::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  const double latency_ns = 1e9 * p_.length_m * p_.group_index / kSpeedOfLight_m_per_s;
  rows.push_back(ledger_entry(name(), "latency", latency_ns, "ns", given_, "group_index"));
  rows.push_back(ledger_entry(name(), "loss", 1e-3 * p_.length_m * p_.attenuation_db_per_km, "dB",
                              given_, "attenuation_db_per_km"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

std::vector<std::string> Mmf::assumptions() const {
  return {"fibre '" + name() + "': Gaussian response of its modes, no modal noise"};
}

}  // namespace chappe
