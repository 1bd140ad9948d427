#include "models/optics/bandwidth.hpp"

#include <limits>

#include "base/constants.hpp"
#include "math/filters.hpp"
#include "models/copper/tap_range.hpp"
#include "models/optics/response_curve.hpp"

namespace chappe {
namespace {

void check(const Bandwidth::Params& p, const std::string& who, const ParamMap& given) {
  Faults faults;
  const auto fault = [&](std::string_view key, const std::string& message) {
    faults.add(origin_of(given, key), who + ": " + message);
  };
  const std::string is = "response = \"" + p.response + "\"";
  const bool curve = p.response == "curve";
  const bool filter = !curve && p.response != "none";
  if (filter && p.bandwidth_ghz <= 0.0) fault("response", is + " needs bandwidth_ghz > 0");
  if (!filter && p.bandwidth_ghz > 0.0) fault("bandwidth_ghz", is + " takes no bandwidth_ghz");
  if (curve && p.response_file.empty()) fault("response", is + " needs a response_file");
  if (!curve && !p.response_file.empty()) {
    fault("response_file", is + " takes no response_file");
  }
  if (p.response == "bessel" && p.order > 4) {
    fault("order", "order = " + std::to_string(p.order) + " of " + is + " is outside [1, 4]");
  }
  faults.throw_if_any();
}

}  // namespace

double noise_bandwidth_ratio(std::string_view response, int order) {
  if (response == "bessel") return BesselThomson(1.0, order).noise_bandwidth_ratio();
  if (response == "butterworth") return butterworth_noise_bandwidth_ratio(order);
  ensure(response == "single_pole", "a response of known noise bandwidth");
  return 0.5 * kPi;
}

Bandwidth::Bandwidth(const Params& p, const std::string& who, const ParamMap& given) {
  check(p, who, given);
  if (p.response == "none") {
    law_ = [](double) { return cd{1.0}; };
    bandwidth_hz_ = noise_bandwidth_hz_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (p.response == "curve") {
    const ResponseCurve curve(p.response_file);
    bandwidth_hz_ = curve.bandwidth_hz();
    noise_bandwidth_hz_ = curve.noise_bandwidth_hz();
    assumptions_.push_back(who + ": " + p.response_file + ": " +
                           (curve.minimum_phase() ? "minimum phase" : "phase as given") +
                           "; beyond its data it falls on with the slope of the last octave");
    law_ = curve;
    return;
  }
  bandwidth_hz_ = 1e9 * p.bandwidth_ghz;
  noise_bandwidth_hz_ = bandwidth_hz_ * noise_bandwidth_ratio(p.response, p.order);
  if (p.response == "bessel") {
    law_ = BesselThomson(bandwidth_hz_, p.order);
  } else {
    const int order = p.response == "single_pole" ? 1 : p.order;
    law_ = [hz = bandwidth_hz_, order](double f) { return butterworth(f, hz, order); };
  }
}

std::vector<cd> Bandwidth::transfer(const FrequencyGrid& grid) const {
  std::vector<cd> out;
  out.reserve(grid.size());
  for (const double f : grid.f_hz) out.push_back(law_(f));
  return out;
}

}  // namespace chappe
