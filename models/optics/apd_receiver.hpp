#pragma once
#include <string>

#include "models/optics/receiver_element.hpp"

namespace chappe {

/// Excess noise factor of an avalanche of gain M: k M + (1 - k)(2 - 1/M).
/// Source: R. J. McIntyre, IEEE Trans. Electron Devices 13 (1966) 164 (recalled).
/// @param gain  M >= 1   @param ionisation_ratio  k in [0, 1]
double avalanche_excess_noise(double gain, double ionisation_ratio);

/// Avalanche photodiode with its amplifier: ReceiverElement of gain M and McIntyre's excess noise,
/// the multiplication a pole at gain-bandwidth product over M. Its map gives the current behind the
/// gain, and noise levels are that current.
/// Left out: saturation of the gain, its change with temperature and voltage.
class ApdReceiver final : public ReceiverElement {
 public:
  struct Params {
    Front front{};
    double gain{1.0};
    double ionisation_ratio{0.0};
    double gain_bandwidth_ghz{0.0};
    void visit(auto&& f) {
      front.visit(f);
      const auto needed = [&](const char* key, const char* unit, const char* doc, double low,
                              double high, double& value) {
        f(Info{.key = key, .unit = unit, .doc = doc, .low = low, .high = high, .required = true},
          value);
      };
      needed("gain", "1", "M, current over that without avalanche", 1, 1e3, gain);
      needed("ionisation_ratio", "1", "k of McIntyre's excess noise", 0, 1, ionisation_ratio);
      needed("gain_bandwidth_ghz", "GHz", "gain-bandwidth product of the avalanche", 1, 1e5,
             gain_bandwidth_ghz);
    }
  };
  /// @throws as PinReceiver
  ApdReceiver(std::string name, Params params, const ParamMap& given);
};

}  // namespace chappe
