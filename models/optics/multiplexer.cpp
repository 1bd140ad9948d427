#include "models/optics/multiplexer.hpp"

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "models/copper/ledger_entry.hpp"
#include "models/copper/tap_range.hpp"

namespace chappe {

Multiplexer::Multiplexer(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {
  if (p_.neighbours == 0 || p_.isolation_db > 0.0) return;
  Faults faults;
  faults.add(origin_of(given, "neighbours"),
             "element '" + this->name() + "' (optics.multiplexer): neighbours = " +
                 std::to_string(p_.neighbours) + " needs isolation_db > 0");
  faults.throw_if_any();
}

std::vector<cd> Multiplexer::field(std::span<const double> offset_hz, const LightSpec& light,
                                   const OperatingPoint&) const {
  std::vector<cd> out(offset_hz.size(), field_ratio_from_db(-p_.loss_db));
  if (!p_.passband_nm) return out;
  const double centre_m =
      (p_.centre_nm ? *p_.centre_nm * 1e-9 : light.wavelength_m) + p_.offset_nm * 1e-9;
  const double width_hz = kSpeedOfLight_m_per_s * *p_.passband_nm * 1e-9 / (centre_m * centre_m);
  const double detuning_hz = kSpeedOfLight_m_per_s * (1.0 / light.wavelength_m - 1.0 / centre_m);
  for (std::size_t k = 0; k < out.size(); ++k) {
    const double ratio = 2.0 * (detuning_hz - offset_hz[k]) / width_hz;
    out[k] *= field_ratio_from_db(-p_.passband_edge_db * std::pow(ratio * ratio, p_.order));
  }
  return out;
}

LightCrosstalk Multiplexer::crosstalk() const {
  if (p_.neighbours == 0) return {};
  return {p_.neighbours, power_ratio_from_db(p_.neighbour_power_db - p_.isolation_db)};
}

double Multiplexer::reflectance_db() const {
  return p_.reflectance_db.value_or(-std::numeric_limits<double>::infinity());
}

void Multiplexer::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  if (!p_.passband_nm) {
    rows.push_back(ledger_entry(name(), "loss", p_.loss_db, "dB", given_, "loss_db"));
  }
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
