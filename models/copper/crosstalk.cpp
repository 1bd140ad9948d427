#include "models/copper/crosstalk.hpp"

#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "models/copper/tap_range.hpp"
#include "signal/lines.hpp"

namespace chappe {
namespace {

constexpr double kReference_ohm = 100.0;

}  // namespace

Crosstalk::Crosstalk(std::string name, Params params, const ParamMap& given)
    : Element(std::move(name)), p_(params) {
  // |S21| grows with f: its largest value is the limit.
  const double most_db =
      p_.exponent * 20.0 * std::log10(std::hypot(1.0, p_.corner_ghz / p_.frequency_ghz));
  if (p_.coupling_db >= most_db) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "' (copper.crosstalk): coupling_db = %.6g dB at frequency_ghz = %.6g GHz would be a"
                " gain beyond corner_ghz = %.6g GHz; at least %.6g dB",
                p_.coupling_db, p_.frequency_ghz, p_.corner_ghz, std::ceil(1e3 * most_db) * 1e-3);
  Faults faults;
  faults.add(origin_of(given, "coupling_db"), "element '" + this->name() + text);
  faults.throw_if_any();
}

cd Crosstalk::transfer(double f_hz) const {
  if (f_hz == 0.0) return p_.exponent == 0.0 ? std::pow(10.0, -p_.coupling_db / 20.0) : 0.0;
  const double f = f_hz * 1e-9;
  const cd slope = cd(0.0, f / p_.frequency_ghz) / cd(1.0, f / p_.corner_ghz);
  const double at_reference = 1.0 / std::hypot(1.0, p_.frequency_ghz / p_.corner_ghz);
  return std::pow(10.0, -p_.coupling_db / 20.0) * std::pow(slope / at_reference, p_.exponent) *
         std::polar(1.0, -2.0 * kPi * f_hz * p_.delay_ps * 1e-12);
}

Network Crosstalk::network(const FrequencyGrid& grid, const OperatingPoint&) const {
  Network out = through(grid, kReference_ohm);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    out.at(1, 0)[k] = out.at(0, 1)[k] = transfer(grid[k]);
  }
  return out;
}

}  // namespace chappe
