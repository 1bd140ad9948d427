#include "models/optics/mzm.hpp"

#include <cmath>

#include "base/units.hpp"
#include "models/copper/tap_range.hpp"
#include "models/optics/watt.hpp"

namespace chappe {
namespace {

void check(const Mzm::Params& p, const std::string& who, const ParamMap& given) {
  Faults faults;
  if (p.v_pi_v.has_value() == p.v_pi_l_v_cm.has_value()) {
    faults.add(origin_of(given, p.v_pi_v ? "v_pi_v" : "v_pi_l_v_cm"),
               who + ": needs v_pi_v or v_pi_l_v_cm, one of the two");
  }
  if ((p.v_pi_l_v_cm || p.index_mismatch != 0.0) && p.length_mm <= 0.0) {
    faults.add(origin_of(given, "length_mm"),
               who + ": v_pi_l_v_cm and index_mismatch need length_mm > 0");
  }
  faults.throw_if_any();
}

}  // namespace

Mzm::Mzm(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)),
      p_(std::move(params)),
      given_(given),
      band_(p_.band, "element '" + this->name() + "' (optics.mzm)", given) {
  check(p_, "element '" + this->name() + "' (optics.mzm)", given);
  v_pi_v_ = p_.v_pi_v ? *p_.v_pi_v : 10.0 * *p_.v_pi_l_v_cm / p_.length_mm;
  wave_ = {p_.electrode_loss_db, 1e9 * p_.electrode_loss_ghz,
           p_.index_mismatch * 1e-3 * p_.length_mm};
}

std::vector<cd> Mzm::transfer(const FrequencyGrid& grid, const OperatingPoint&) const {
  std::vector<cd> out = band_.transfer(grid);
  for (std::size_t k = 0; k < grid.size(); ++k) out[k] *= p_.load.voltage(grid[k]) * wave_(grid[k]);
  return out;
}

std::vector<cd> Mzm::reflection(const FrequencyGrid& grid, const OperatingPoint&, int port) const {
  return port == 0 ? p_.load.reflection(grid) : std::vector<cd>(grid.size());
}

cd Mzm::map(cd x, const OperatingPoint& at) const {
  const double degree = kPi / 180.0;
  const double bias = degree * (p_.bias_deg + p_.bias_drift_deg +
                                p_.bias_deg_per_k * (at.temperature_of(name()) - 25.0));
  const double d = field_ratio_from_db(-p_.extinction_db);
  const double a = (p_.chirp * (1.0 - d * d) - 2.0 * d) / (1.0 + d * d);
  const double theta = kPi * x.real() / v_pi_v_;
  const double half = 0.5 * (theta + bias) - 0.25 * kPi;
  return field_ratio_from_db(-p_.insertion_loss_db) * std::polar(1.0, -0.5 * a * theta) *
         cd{std::cos(half), -d * std::sin(half)};
}

void Mzm::ledger(const OperatingPoint& at, std::vector<LedgerRow>& rows) const {
  rows.push_back(energy_row(name(), p_.power_w, at, given_, "power_w"));
  rows.push_back(ledger_entry(name(), "fit", p_.fit, "1e-9/h", given_, "fit"));
}

}  // namespace chappe
