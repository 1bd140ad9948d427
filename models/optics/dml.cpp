#include "models/optics/dml.hpp"

#include <cmath>

namespace chappe {

Dml::Dml(std::string name, Params params, const ParamMap& given)
    : DirectLaserElement(std::move(name), params.laser, given), p_(params) {
  check();
}

double Dml::threshold_a(double junction_c) const {
  return 1e-3 * p_.threshold_ma * std::exp((junction_c - 25.0) / p_.threshold_t0_k);
}

}  // namespace chappe
