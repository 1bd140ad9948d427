#include "models/optics/vcsel.hpp"

#include <cmath>
#include <numeric>

#include "models/copper/tap_range.hpp"

namespace chappe {
namespace {

/// rms width [nm] of the modes; that stated where there are none.
double width_nm(const Vcsel::Params& p, const std::string& who, const ParamMap& given) {
  const std::vector<double>& power = p.mode_powers;
  const std::vector<double>& offset = p.mode_offsets_nm;
  const double sum = std::accumulate(power.begin(), power.end(), 0.0);
  const auto fault = [&](std::string_view key, const std::string& message) {
    throw ScenarioError({{origin_of(given, key), who + ": " + message}});
  };
  if (power.size() != offset.size() || (!power.empty() && sum <= 0.0)) {
    fault("mode_powers", "mode_powers and mode_offsets_nm need equally many values, one power > 0");
  }
  if (power.empty()) return p.spectral_width_nm;
  if (p.spectral_width_nm > 0.0) {
    fault("spectral_width_nm", "spectral_width_nm is that of the modes; give one of the two");
  }
  double mean = 0.0, square = 0.0;
  for (std::size_t k = 0; k < power.size(); ++k) {
    mean += power[k] / sum * offset[k];
    square += power[k] / sum * offset[k] * offset[k];
  }
  return std::sqrt(std::max(0.0, square - mean * mean));
}

}  // namespace

Vcsel::Vcsel(std::string name, Params params, const ParamMap& given)
    : DirectLaserElement(std::move(name), params.laser, given), p_(std::move(params)) {
  spectral_width_m_ = 1e-9 * width_nm(p_, "element '" + this->name() + "' (optics.vcsel)", given);
  check();
}

LightSpec Vcsel::light(const OperatingPoint& at) const {
  LightSpec spec = DirectLaserElement::light(at);
  spec.spectral_width_m = spectral_width_m_;
  spec.partition_factor = p_.partition_factor;
  return spec;
}

double Vcsel::threshold_a(double junction_c) const {
  const double off = junction_c - p_.threshold_min_c;
  return 1e-3 * (p_.threshold_ma + p_.threshold_ma_per_k2 * off * off);
}

}  // namespace chappe
