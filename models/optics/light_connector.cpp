#include "models/optics/light_connector.hpp"

#include <limits>

#include "base/units.hpp"
#include "models/copper/ledger_entry.hpp"

namespace chappe {

LightConnector::LightConnector(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params), given_(given) {}

std::vector<cd> LightConnector::field(std::span<const double> offset_hz, const LightSpec&,
                                      const OperatingPoint&) const {
  return std::vector<cd>(offset_hz.size(), field_ratio_from_db(-p_.loss_db));
}

double LightConnector::reflectance_db() const {
  return p_.reflectance_db.value_or(-std::numeric_limits<double>::infinity());
}

void LightConnector::ledger(const OperatingPoint&, std::vector<LedgerRow>& rows) const {
  rows.push_back(ledger_entry(name(), "loss", p_.loss_db, "dB", given_, "loss_db"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
