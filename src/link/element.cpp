#include "link/element.hpp"

#include <limits>

namespace chappe {

double OperatingPoint::temperature_of(const std::string& element) const {
  const auto it = element_temperature_c.find(element);
  return it == element_temperature_c.end() ? temperature_c : it->second;
}

double TwoPort::highest_frequency_hz() const { return std::numeric_limits<double>::infinity(); }

double TwoPort::frequency_step_hz() const { return std::numeric_limits<double>::infinity(); }

std::vector<cd> LightPath::intensity(const FrequencyGrid&, const LightSpec&,
                                     const OperatingPoint&) const {
  return {};
}

double LightPath::partition_noise(const LightSpec&, double, const OperatingPoint&) const {
  return 0.0;
}

}  // namespace chappe
