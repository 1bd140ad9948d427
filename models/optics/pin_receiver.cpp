#include "models/optics/pin_receiver.hpp"

namespace chappe {

PinReceiver::PinReceiver(std::string name, Params params, const ParamMap& given)
    : ReceiverElement(std::move(name), "optics.pin_receiver", std::move(params.front), Gain{},
                      given) {}

}  // namespace chappe
