#include "models/optics/smf.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/interpolate.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"
#include "models/optics/mode_spread.hpp"
#include "models/optics/wavelength_range.hpp"

namespace chappe {
namespace {

constexpr double kPerNm_km = 1e-6;  // ps/(nm km) in s/m^2
constexpr double kPerNm2_km = 1e3;  // ps/(nm^2 km) in s/m^3

void check_table(const Smf::Params& p, const std::string& what, const ParamMap& given,
                 Faults& faults) {
  const std::vector<double>&nm = p.attenuation_table_nm, &db = p.attenuation_table_db_per_km;
  const Origin at = origin_of(given, "attenuation_table_nm");
  if (nm.size() != db.size()) {
    faults.add(at, what + ": attenuation_table_nm has " + std::to_string(nm.size()) +
                       " values, attenuation_table_db_per_km " + std::to_string(db.size()));
  } else if (!p.attenuation_db_per_km && nm.empty()) {
    faults.add(at, what + " needs attenuation_db_per_km or its table");
  }
  if (std::adjacent_find(nm.begin(), nm.end(), std::greater_equal<>{}) != nm.end()) {
    faults.add(at, what + ": attenuation_table_nm is not ascending");
  }
}

/// One corner of the ranges of lambda0 and S0: that of the highest or the lowest D.
Dispersion extreme(const Smf::Params& p, double wavelength_m, bool highest) {
  const double zero_nm = highest ? p.zero_dispersion_low_nm : p.zero_dispersion_high_nm;
  const Dispersion low =
      sellmeier_dispersion(wavelength_m, zero_nm * 1e-9, p.slope_low_ps_per_nm2_km * kPerNm2_km);
  const Dispersion high =
      sellmeier_dispersion(wavelength_m, zero_nm * 1e-9, p.slope_high_ps_per_nm2_km * kPerNm2_km);
  return (high.d_s_per_m2 > low.d_s_per_m2) == highest ? high : low;
}

}  // namespace

Smf::Smf(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(std::move(params)), given_(given) {
  const std::string what = "element '" + this->name() + "' (optics.smf)";
  Faults faults;
  check_table(p_, what, given, faults);
  const auto ordered = [&](double low, double high, const std::string& key) {
    if (low <= high) return;
    faults.add(origin_of(given, key), what + ": " + key + " = " + to_text(low) +
                                          " is above the range's other end, " + to_text(high));
  };
  ordered(p_.wavelength_low_nm, p_.wavelength_high_nm, "wavelength_low_nm");
  ordered(p_.zero_dispersion_low_nm, p_.zero_dispersion_high_nm, "zero_dispersion_low_nm");
  ordered(p_.slope_low_ps_per_nm2_km, p_.slope_high_ps_per_nm2_km, "slope_low_ps_per_nm2_km");
  faults.throw_if_any();
}

void Smf::check(double wavelength_m) const {
  check_wavelength("element '" + name() + "' (optics.smf)", wavelength_m, p_.wavelength_low_nm,
                   p_.wavelength_high_nm, given_, "wavelength_low_nm");
}

double Smf::attenuation_db_per_km(double wavelength_m) const {
  check(wavelength_m);
  if (p_.attenuation_db_per_km) return *p_.attenuation_db_per_km;
  return interpolate_linear(p_.attenuation_table_nm, p_.attenuation_table_db_per_km,
                            wavelength_m * 1e9, Outside::hold);
}

Dispersion Smf::dispersion_at(double wavelength_m) const {
  check(wavelength_m);
  if (p_.dispersion == "given") {
    const double slope = p_.given_slope_ps_per_nm2_km * kPerNm2_km;
    return {p_.given_ps_per_nm_km * kPerNm_km + slope * (wavelength_m - p_.given_nm * 1e-9), slope};
  }
  if (p_.dispersion != "typical") {
    return extreme(p_, wavelength_m, p_.dispersion == "worst_positive");
  }
  return sellmeier_dispersion(wavelength_m, p_.zero_dispersion_nm * 1e-9,
                              p_.slope_ps_per_nm2_km * kPerNm2_km);
}

std::vector<cd> Smf::field(std::span<const double> offset_hz, const LightSpec& light,
                           const OperatingPoint&) const {
  const double amplitude =
      field_ratio_from_db(-1e-3 * p_.length_m * attenuation_db_per_km(light.wavelength_m));
  const Dispersion dispersion = dispersion_at(light.wavelength_m);
  const double second = 0.5 * p_.length_m * beta2_s2_per_m(dispersion, light.wavelength_m);
  const double third = p_.length_m * beta3_s3_per_m(dispersion, light.wavelength_m) / 6.0;
  std::vector<cd> out;
  out.reserve(offset_hz.size());
  for (const double f_hz : offset_hz) {
    const double w = 2.0 * kPi * f_hz;
    out.push_back(std::polar(amplitude, w * w * (second - third * w)));
  }
  return out;
}

std::vector<cd> Smf::intensity(const FrequencyGrid& grid, const LightSpec& light,
                               const OperatingPoint&) const {
  const double dgd_s =
      1e-12 * p_.dgd_factor * p_.pmd_ps_per_sqrt_km * std::sqrt(1e-3 * p_.length_m);
  const double bandwidth_hz = chromatic_bandwidth_hz(dispersion_at(light.wavelength_m).d_s_per_m2,
                                                     light.spectral_width_m, p_.length_m);
  if (dgd_s == 0.0 && std::isinf(bandwidth_hz)) return {};
  std::vector<cd> out = gaussian_response(grid, bandwidth_hz);
  for (std::size_t k = 0; k < grid.size(); ++k) out[k] *= std::cos(kPi * grid[k] * dgd_s);
  return out;
}

double Smf::partition_noise(const LightSpec& light, double symbol_rate_bd,
                            const OperatingPoint&) const {
  return partition_variance(light, symbol_rate_bd, dispersion_at(light.wavelength_m).d_s_per_m2,
                            p_.length_m);
}

FibreCoefficients Smf::coefficients(std::span<const double> f_hz) const {
  FibreCoefficients out;
  out.length_m = p_.length_m;
  out.pmd_s_per_sqrt_m = p_.pmd_ps_per_sqrt_km * 1e-12 / std::sqrt(1e3);
  const double area_m2 = p_.effective_area_um2 * 1e-12;
  for (const double f : f_hz) {
    const double wavelength_m = kSpeedOfLight_m_per_s / f;
    const Dispersion dispersion = dispersion_at(wavelength_m);
    out.loss_per_m.push_back(1e-3 * std::log(10.0) / 10.0 * attenuation_db_per_km(wavelength_m));
    out.beta2_s2_per_m.push_back(beta2_s2_per_m(dispersion, wavelength_m));
    out.beta3_s3_per_m.push_back(beta3_s3_per_m(dispersion, wavelength_m));
    out.gamma_per_w_m.push_back(2.0 * kPi * p_.nonlinear_index_m2_per_w / (wavelength_m * area_m2));
    out.effective_area_m2.push_back(area_m2);
  }
  return out;
}

void Smf::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  const double latency_ns = 1e9 * p_.length_m * p_.group_index / kSpeedOfLight_m_per_s;
  rows.push_back(ledger_entry(name(), "latency", latency_ns, "ns", given_, "group_index"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

std::vector<std::string> Smf::assumptions() const {
  return {"fibre '" + name() + "': " + p_.dispersion +
          " dispersion; power too low for the Kerr effect"};
}

}  // namespace chappe
