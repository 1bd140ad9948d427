#include "models/optics/apd_receiver.hpp"

namespace chappe {

double avalanche_excess_noise(double gain, double ionisation_ratio) {
  return ionisation_ratio * gain + (1.0 - ionisation_ratio) * (2.0 - 1.0 / gain);
}

ApdReceiver::ApdReceiver(std::string name, Params params, const ParamMap& given)
    : ReceiverElement(
          std::move(name), "optics.apd_receiver", std::move(params.front),
          Gain{params.gain, avalanche_excess_noise(params.gain, params.ionisation_ratio),
               params.gain_bandwidth_ghz * 1e9 / params.gain},
          given) {}

}  // namespace chappe
